import { integer, type Random } from '#demo/seeded-random.ts';
import { SECOND_MS } from '#domain/time.ts';

type Count = [home: number, away: number];

/** The state of a match after a point. Lists are shared between moments, never changed. */
export interface TennisMoment {
  atMs: number;
  won: Count;
  /** The games of each set that has begun; a finished tie-break with its points. */
  sets: readonly { games: Count; tiebreak?: Count }[];
  /** The points of the game in progress. */
  points: Count;
  server: 0 | 1;
  /** The number of finished games. */
  games: number;
}

export interface TennisCourse {
  beginMs: number;
  endMs: number;
  moments: TennisMoment[];
  /** The points of each finished game in order, true for the home player. */
  log: { set: number; server: 0 | 1; winner: 0 | 1; points: boolean[] }[];
  final: Count;
}

const SERVE_WINS = 0.62;

/** Invents a match of the best of three sets, point by point, which begins up to twenty minutes early or ninety late. */
export function tennisCourse(random: Random, kickoffMs: number): TennisCourse {
  const beginMs = kickoffMs + integer(random, -1_200, 5_400) * SECOND_MS;
  const course: TennisCourse = { beginMs, endMs: 0, moments: [], log: [], final: [0, 0] };
  const edge = (random() - 0.5) * 0.06;
  let atMs = beginMs;
  let won: Count = [0, 0];
  let sets: TennisMoment['sets'] = [{ games: [0, 0] }];
  let server: 0 | 1 = random() < 0.5 ? 0 : 1;
  const note = (points: Count) => course.moments.push({ atMs, won, sets, points, server, games: course.log.length });
  note([0, 0]);
  while (Math.max(...won) < 2) {
    const { games } = sets.at(-1)!;
    const isTiebreak = games[0] === 6 && games[1] === 6;
    const points: Count = [0, 0];
    const inOrder: boolean[] = [];
    while (Math.max(...points) < (isTiebreak ? 7 : 4) || Math.abs(points[0] - points[1]) < 2) {
      atMs += integer(random, 25, 55) * SECOND_MS;
      const isHome = random() < (server === 0 ? SERVE_WINS : 1 - SERVE_WINS) + edge;
      points[isHome ? 0 : 1]++;
      inOrder.push(isHome);
      const isOver = Math.max(...points) >= (isTiebreak ? 7 : 4) && Math.abs(points[0] - points[1]) >= 2;
      if (!isOver) note([...points]);
    }
    const winner = points[0] > points[1] ? 0 : 1;
    course.log.push({ set: sets.length, server, winner, points: inOrder });
    const after: Count = winner === 0 ? [games[0] + 1, games[1]] : [games[0], games[1] + 1];
    sets = [...sets.slice(0, -1), { games: after, ...(isTiebreak && { tiebreak: points }) }];
    server = server === 0 ? 1 : 0;
    const isSet = isTiebreak || (Math.max(...after) >= 6 && Math.abs(after[0] - after[1]) >= 2);
    if (isSet) won = winner === 0 ? [won[0] + 1, won[1]] : [won[0], won[1] + 1];
    if (isSet && Math.max(...won) < 2) sets = [...sets, { games: [0, 0] }];
    note([0, 0]);
    if ((after[0] + after[1]) % 2 === 1) atMs += 60 * SECOND_MS;
  }
  return { ...course, endMs: course.moments.at(-1)!.atMs, final: won };
}

/** Returns the state at a time; null before the first ball. */
export function tennisAt({ moments }: TennisCourse, nowMs: number): TennisMoment | null {
  let [from, until] = [0, moments.length];
  while (from < until) {
    const middle = (from + until) >> 1;
    if (moments[middle]!.atMs <= nowMs) from = middle + 1;
    else until = middle;
  }
  return moments[from - 1] ?? null;
}

const CALLS = ['0', '15', '30', '40'];

/** Returns the points of the game in progress as they are called, "40 - A", or counted in a tie-break. */
export function calledPoints({ sets, points: [home, away] }: TennisMoment): string {
  const games = sets.at(-1)!.games;
  if (games[0] === 6 && games[1] === 6) return `${home} - ${away}`;
  if (home < 4 && away < 4) return `${CALLS[home]} - ${CALLS[away]}`;
  return home === away ? '40 - 40' : home > away ? 'A - 40' : '40 - A';
}
