import type { PartScore, Score } from './score.ts';
import type { Side, Sport } from './sport.ts';

/** A goal that counts, for the side it counts for. */
export interface Goal {
  side: Side;
  period: 'H1' | 'H2' | 'ET';
  minute: number;
  stoppage: number | null;
  /** Null if it is not known who scored; for an own goal the player of the other side. */
  player: string | null;
}

/** A finished match, with the score at its end: after extra time, never with the shoot-out. */
export interface FinishedMatch {
  sport: Sport;
  score: Score;
  /** Quarters, sets or maps; empty in football and where they are unknown. */
  parts: readonly PartScore[];
  /** Football only, in any order. */
  goals: readonly Goal[];
}

export interface Comeback {
  side: Side;
  /** The most that the side was behind: goals, points after a quarter, sets or maps. */
  behind: number;
  /** Otherwise it drew. */
  won: boolean;
  /** How remarkable it is, across sports: about the number of goals or sets behind, and half a one more for a win. */
  weight: number;
}

/** What is worth telling of a match's course. */
export interface MatchStory {
  comeback: Comeback | null;
  /** The goal that decided the match in its last minutes. */
  lateWinner: Goal | null;
  firstGoal: Goal | null;
}

/** From this minute of the second half, and of extra time, a goal is late. */
const LATE_MINUTE = { H1: Number.POSITIVE_INFINITY, H2: 85, ET: 115 } as const;
/** Basketball is told from a deficit of ten points: smaller ones are every game's. */
const POINTS_BEHIND_MIN = 10;

/** Returns what is known of a match's course. Goals that do not add up to the score tell nothing. */
export function matchStory({ sport, score, parts, goals }: FinishedMatch): MatchStory {
  if (sport !== 'football') return { comeback: comebackOf(sport, score, runningScores(sport, parts)), lateWinner: null, firstGoal: null };
  const inOrder = goals.toSorted(byTime);
  const running = runningGoals(inOrder);
  const last = running.at(-1) ?? [0, 0];
  if (last[0] !== score[0] || last[1] !== score[1]) return { comeback: null, lateWinner: null, firstGoal: null };
  return { comeback: comebackOf(sport, score, running), lateWinner: lateWinnerOf(inOrder, running, score), firstGoal: inOrder[0] ?? null };
}

const PERIODS = { H1: 0, H2: 1, ET: 2 } as const;

/** Orders goals by the time at which they were scored. */
export const byTime = (a: Goal, b: Goal): number =>
  PERIODS[a.period] - PERIODS[b.period] || a.minute - b.minute || (a.stoppage ?? 0) - (b.stoppage ?? 0);

function runningGoals(goals: readonly Goal[]): Score[] {
  let score: Score = [0, 0];
  return goals.map(({ side }) => {
    score = side === 'home' ? [score[0] + 1, score[1]] : [score[0], score[1] + 1];
    return score;
  });
}

/** Returns the score after each part: points in basketball, otherwise parts won. */
function runningScores(sport: Sport, parts: readonly PartScore[]): Score[] {
  let score: Score = [0, 0];
  return parts.map(({ home, away }) => {
    const add: Score = sport === 'basketball' ? [home, away] : [home > away ? 1 : 0, away > home ? 1 : 0];
    score = [score[0] + add[0], score[1] + add[1]];
    return score;
  });
}

function comebackOf(sport: Sport, score: Score, running: readonly Score[]): Comeback | null {
  const deficitOf = (side: Side) => Math.max(0, ...running.map(([home, away]) => (side === 'home' ? away - home : home - away)));
  const scale = sport === 'basketball' ? 1 / POINTS_BEHIND_MIN : 1;
  const of = (side: Side, won: boolean): Comeback | null => {
    const behind = deficitOf(side);
    // Every goal that levels a match is a deficit made good: a draw is told from two goals behind.
    const least = (won ? 1 : 2) / scale;
    return behind < least ? null : { side, behind, won, weight: behind * scale + (won ? 0.5 : 0) };
  };
  if (score[0] !== score[1]) return of(score[0] > score[1] ? 'home' : 'away', true);
  const [home, away] = [of('home', false), of('away', false)];
  return (home?.weight ?? 0) >= (away?.weight ?? 0) ? home : away;
}

/** Returns the late goal after which the winner was ahead for good. */
function lateWinnerOf(goals: readonly Goal[], running: readonly Score[], score: Score): Goal | null {
  if (score[0] === score[1]) return null;
  const winner: Side = score[0] > score[1] ? 'home' : 'away';
  const isAhead = ([home, away]: Score) => (winner === 'home' ? home > away : away > home);
  const decisive = goals[running.findLastIndex((at) => !isAhead(at)) + 1]!;
  return decisive.minute >= LATE_MINUTE[decisive.period] ? decisive : null;
}
