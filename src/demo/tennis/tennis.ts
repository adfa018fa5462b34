import type { Probabilities } from '#demo/bookmakers.ts';
import {
  addToPart,
  beginDraft,
  beginPart,
  type Course,
  type Draft,
  type Moment,
  note,
  rain,
  replacePart,
  retirement,
  walkover,
  winnerOfScore,
  withoutGame,
} from '#demo/period-sports/match-script.ts';
import type { Pairing, PeriodSport } from '#demo/period-sports/period-script.ts';
import { chanceOfRace, chancesOfSeries, isSeriesOver, type SeriesFormat } from '#demo/period-sports/race.ts';
import { type Random, randomFrom } from '#demo/seeded-random.ts';
import { calledPoints, type PartScore, partName } from '#domain/matches/score.ts';
import type { Side } from '#domain/matches/sport.ts';

/** Share of points won by the server. */
const SERVE = 0.62;
const GAME_POINTS = 4;

/**
 * Returns the points between two moments of a match if these are the start and the end of a game; the points lead to its winner.
 * Computed on demand, because the points of all games of a season are rarely needed.
 */
function pointsBetween(key: string, moment: Moment, next: Moment | undefined): Moment[] {
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

/** Draws the winner of each point, repeatedly until the game has the given winner. */
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

const BEST_OF_THREE: SeriesFormat = { length: 3, wins: 2 };
const SET_GAMES = 6;
const TIEBREAK_POINTS = 7;
const SET_BREAK = 2;
/** Length of a game, in minutes. */
const GAME = { min: 2, spread: 2 };
const POINT = 0.6;
/** Share of games won by a server of average skill, and what a deviation of skill adds to it. */
const HOLD = 0.77;
const SKILL_HOLD = 0.035;
/** What a deviation of skill adds to the chance to win a point in a tie-break. */
const SKILL_POINT = 0.03;
const WALKOVERS = 1 / 60;
const RETIREMENTS = 1 / 30;
const RAIN = 1 / 20;

export const TENNIS: PeriodSport = { play, chances, between: pointsBetween };

/** Returns the home side's chance to win a game. */
function chanceOfGame({ edge }: Pairing, homeServes: boolean): number {
  const chance = homeServes ? HOLD + SKILL_HOLD * edge : 1 - HOLD + SKILL_HOLD * edge;
  return Math.min(0.96, Math.max(0.04, chance));
}

const chanceOfPoint = ({ edge }: Pairing): number => Math.min(0.8, Math.max(0.2, 0.5 + SKILL_POINT * edge));

function play(random: Random, pairing: Pairing): Course {
  const fate = random();
  if (fate < WALKOVERS) return walkover(random);
  const course = playSets(random, pairing);
  if (fate < WALKOVERS + RETIREMENTS) return retirement(random, course);
  return fate < WALKOVERS + RETIREMENTS + RAIN ? rain(random, course) : course;
}

function playSets(random: Random, pairing: Pairing): Course {
  const draft = beginDraft();
  let homeServes = pairing.homeBegins;
  for (let n = 1; !isSeriesOver(BEST_OF_THREE, ...draft.score); n++) {
    const period = partName('tennis', n);
    beginPart(draft);
    beginGame(draft, homeServes);
    note(draft, 'live', { period });
    for (let winner: Side | null = null; winner === null; homeServes = !homeServes) {
      winner = playGame(draft, random, pairing, homeServes, n);
      if (winner !== null) draft.score = winner === 'home' ? [draft.score[0] + 1, draft.score[1]] : [draft.score[0], draft.score[1] + 1];
      const isOver = isSeriesOver(BEST_OF_THREE, ...draft.score);
      if (winner === null) beginGame(draft, !homeServes);
      else draft.parts = withoutGame(draft.parts);
      note(draft, isOver ? 'ft' : 'live', { period: isOver ? null : period, endsPart: winner !== null });
    }
    draft.at += SET_BREAK;
  }
  return { moments: draft.moments, winner: winnerOfScore(draft.score) };
}

/** Sets the server, and the points of a game that is not a tie-break. */
function beginGame(draft: Draft, homeServes: boolean): void {
  const { home, away } = draft.parts.at(-1)!;
  const isTiebreak = home === SET_GAMES && away === SET_GAMES;
  replacePart(draft, { home, away, ...(isTiebreak ? {} : { points: ['0', '0'] }), serving: homeServes ? 'home' : 'away' });
}

/** Plays a game, or the tie-break at six games each. Returns the side that won the set with it, or null. */
function playGame(draft: Draft, random: Random, pairing: Pairing, homeServes: boolean, n: number): Side | null {
  const { home, away } = draft.parts.at(-1)!;
  if (home === SET_GAMES && away === SET_GAMES) return playTiebreak(draft, random, chanceOfPoint(pairing), homeServes, n);
  draft.at += GAME.min + random() * GAME.spread;
  const winner: Side = random() < chanceOfGame(pairing, homeServes) ? 'home' : 'away';
  const games = addToPart(draft, winner, 1);
  return games[winner] >= SET_GAMES && Math.abs(games.home - games.away) >= 2 ? winner : null;
}

/** Plays a tie-break point by point; the last point also wins the game and the set. */
function playTiebreak(draft: Draft, random: Random, chance: number, homeBegins: boolean, n: number): Side {
  const points: [number, number] = [0, 0];
  for (;;) {
    draft.at += POINT;
    const winner: Side = random() < chance ? 'home' : 'away';
    points[winner === 'home' ? 0 : 1]++;
    const isWon = Math.max(...points) >= TIEBREAK_POINTS && Math.abs(points[0] - points[1]) >= 2;
    const games = isWon ? addToPart(draft, winner, 1) : draft.parts.at(-1)!;
    replacePart(draft, { ...games, tiebreak: [points[0], points[1]], serving: servesTiebreak(points, homeBegins) });
    if (isWon) return winner;
    note(draft, 'live', { period: partName('tennis', n) });
  }
}

/** Service in a tie-break: one point first, then two each. */
const servesTiebreak = ([home, away]: [number, number], homeBegins: boolean): Side =>
  (Math.floor((home + away + 1) / 2) % 2 === 0) === homeBegins ? 'home' : 'away';

function chances(pairing: Pairing, moment: Moment | null): Probabilities {
  const fresh = (chanceOfSet(pairing, 0, 0, true) + chanceOfSet(pairing, 0, 0, false)) / 2;
  const { home, away, parts = [] } = moment?.score ?? { home: 0, away: 0 };
  const [won, lost] = [home ?? 0, away ?? 0];
  const set = parts[won + lost];
  const games = parts.reduce((sum, part) => sum + part.home + part.away, 0);
  const homeServes = (games % 2 === 0) === pairing.homeBegins;
  const current = set === undefined ? fresh : chanceOfSet(pairing, set.home, set.away, homeServes, set.tiebreak);
  return chancesOfSeries(BEST_OF_THREE, won, lost, current, fresh);
}

/** Returns the home side's chance to win a set at a present score, over the games that may follow. */
function chanceOfSet(pairing: Pairing, home: number, away: number, homeServes: boolean, tiebreak: readonly number[] = [0, 0]): number {
  const byPoints = chanceOfRace(chanceOfPoint(pairing), TIEBREAK_POINTS, tiebreak[0]!, tiebreak[1]!);
  const [holds, breaks] = [chanceOfGame(pairing, true), chanceOfGame(pairing, false)];
  const known = new Map<number, number>();
  const from = (h: number, a: number, serves: boolean): number => {
    if (h === SET_GAMES && a === SET_GAMES) return byPoints;
    if (Math.max(h, a) >= SET_GAMES && Math.abs(h - a) >= 2) return Number(h > a);
    const chance = known.get(h * 8 + a) ?? mixed(serves ? holds : breaks, h, a, serves);
    known.set(h * 8 + a, chance);
    return chance;
  };
  const mixed = (p: number, h: number, a: number, serves: boolean) => p * from(h + 1, a, !serves) + (1 - p) * from(h, a + 1, !serves);
  return from(home, away, homeServes);
}
