import type { Moment } from '#demo/parted/course.ts';
import { type Random, randomFrom } from '#demo/seeded-random.ts';
import { calledPoints, type PartScore } from '#domain/parts.ts';
import type { Side } from '#domain/sport.ts';

/** How often a server wins a point. */
const SERVE = 0.62;
const GAME_POINTS = 4;

/**
 * The points between two moments of a match, where they are the two ends of a game: they lead to whoever won it. Drawn when
 * somebody looks, as nobody wants to know the points of all games of a season.
 */
export function pointsBetween(key: string, moment: Moment, next: Moment | undefined): Moment[] {
  const set = moment.score.parts?.at(-1);
  const winner =
    next === undefined || set?.points === undefined ? null : winnerOfGame(set, next.score.parts?.[moment.score.parts!.length - 1]);
  if (set?.serving === undefined || winner === null || moment.status !== 'live') return [];
  const random = randomFrom(`${key} game ${moment.at}`);
  const points = pointsWonBy(winner, set.serving, random);
  const minutes = (next!.at - moment.at) / points.length;
  const won = { home: 0, away: 0 };
  return points.slice(0, -1).map((side, index) => {
    won[side]++;
    const parts = [...moment.score.parts!.slice(0, -1), { ...set, points: calledPoints(won.home, won.away) }];
    return { ...moment, at: moment.at + minutes * (index + 1), score: { ...moment.score, parts }, endsPart: false };
  });
}

function winnerOfGame(before: PartScore, after: PartScore | undefined): Side | null {
  if (after === undefined || after.home + after.away !== before.home + before.away + 1) return null;
  return after.home > before.home ? 'home' : 'away';
}

/** Who won each point, drawn anew until the game ends as it did. */
function pointsWonBy(winner: Side, serving: Side, random: Random): Side[] {
  for (;;) {
    const points = drawGame(serving, random);
    if (points.at(-1) === winner) return points;
  }
}

function drawGame(serving: Side, random: Random): Side[] {
  const points: Side[] = [];
  const won = { home: 0, away: 0 };
  while (Math.max(won.home, won.away) < GAME_POINTS || Math.abs(won.home - won.away) < 2) {
    const isServers = random() < SERVE;
    const side = isServers === (serving === 'home') ? 'home' : 'away';
    won[side]++;
    points.push(side);
  }
  return points;
}
