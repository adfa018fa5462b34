import type { MatchStatus } from '#domain/matches/match-status.ts';
import type { PartScore } from '#domain/matches/parts.ts';
import type { MatchScore, Score } from '#domain/matches/score.ts';
import type { Period, Side } from '#domain/matches/sport.ts';

/** From `at` on, in minutes of match time after the planned start, this is how a match stands. */
export interface Moment {
  at: number;
  status: MatchStatus;
  /** The start as then announced, in minutes after the planned one. */
  kickoff: number;
  /** The part in play, in a break the one that is over; null outside play. */
  period: Period | null;
  /** Of the quarter; null in breaks, and where a sport counts no minutes. */
  minute: number | null;
  score: MatchScore;
  /** Whether a part is over with it. */
  endsPart: boolean;
}

/** A match made of parts, from before its start to its end. */
export interface Course {
  /** In order of time; the first one holds since ever. */
  moments: Moment[];
  /** Who goes on, also where it was decided without a result; null when drawn. */
  winner: Side | null;
}

const NO_SCORE: MatchScore = { home: null, away: null, halftime: null, fulltime: null, extratime: null, penalty: null };

export const BEFORE: Moment = {
  at: Number.NEGATIVE_INFINITY,
  status: 'ns',
  kickoff: 0,
  period: null,
  minute: null,
  score: NO_SCORE,
  endsPart: false,
};

/** A match that is being drawn up: what holds now, and what was noted so far. */
export interface Draft {
  at: number;
  score: Score;
  /** Replaced when it changes, never changed: moments keep what they noted. */
  parts: readonly PartScore[];
  halftime: Score | null;
  moments: Moment[];
}

export const beginDraft = (): Draft => ({ at: 0, score: [0, 0], parts: [], halftime: null, moments: [BEFORE] });

/** Notes that the match stands so from now on. */
export function note(draft: Draft, status: MatchStatus, more: Partial<Pick<Moment, 'period' | 'minute' | 'endsPart'>> = {}): void {
  const { at, parts, halftime } = draft;
  const [home, away] = draft.score;
  const score = { ...NO_SCORE, home, away, halftime, parts };
  draft.moments.push({ at, status, kickoff: 0, period: null, minute: null, endsPart: false, ...more, score });
}

export const beginPart = (draft: Draft): void => {
  draft.parts = [...draft.parts, { home: 0, away: 0 }];
};

/** Adds to the part in play. */
export function addToPart(draft: Draft, side: Side, count: number): PartScore {
  const part = { ...draft.parts.at(-1)! };
  part[side] += count;
  replacePart(draft, part);
  return part;
}

/** Says anew how the part in play stands. */
export const replacePart = (draft: Draft, part: PartScore): void => {
  draft.parts = [...draft.parts.slice(0, -1), part];
};

/** The parts as they stay when play is over: nobody serves any more. */
export const withoutGame = (parts: readonly PartScore[]): PartScore[] => parts.map(({ points: _, serving: __, ...part }) => part);

export const winnerOfScore = ([home, away]: Score): Side | null => (home === away ? null : home > away ? 'home' : 'away');
