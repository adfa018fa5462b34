import type { MatchStatus } from '#domain/matches/match-status.ts';
import type { PartScore } from '#domain/matches/parts.ts';
import type { MatchScore, Score } from '#domain/matches/score.ts';
import type { Period, Side } from '#domain/matches/sport.ts';

/** The state of a match from `at` on, in minutes of match time after the planned start. */
export interface Moment {
  at: number;
  status: MatchStatus;
  /** The start as announced then, in minutes after the planned one. */
  kickoff: number;
  /** The part in play, or in a break the part just completed; null outside play. */
  period: Period | null;
  /** Minute of the quarter; null in breaks, and in sports that do not count minutes. */
  minute: number | null;
  score: MatchScore;
  /** Whether a part ends at this moment. */
  endsPart: boolean;
}

/** A match made of parts, from before its start to its end. */
export interface Course {
  /** Ordered by time; the first one applies to all earlier times. */
  moments: Moment[];
  /** The side that advances, even if that was decided without a result; null when drawn. */
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

/** A match under construction: its present state, and the moments noted so far. */
export interface Draft {
  at: number;
  score: Score;
  /** Replaced on each change, never mutated: moments keep references to it. */
  parts: readonly PartScore[];
  halftime: Score | null;
  moments: Moment[];
}

export const beginDraft = (): Draft => ({ at: 0, score: [0, 0], parts: [], halftime: null, moments: [BEFORE] });

/** Notes the present state as a moment. */
export function note(draft: Draft, status: MatchStatus, more: Partial<Pick<Moment, 'period' | 'minute' | 'endsPart'>> = {}): void {
  const { at, parts, halftime } = draft;
  const [home, away] = draft.score;
  const score = { ...NO_SCORE, home, away, halftime, parts };
  draft.moments.push({ at, status, kickoff: 0, period: null, minute: null, endsPart: false, ...more, score });
}

export const beginPart = (draft: Draft): void => {
  draft.parts = [...draft.parts, { home: 0, away: 0 }];
};

/** Adds to the score of the part in play. */
export function addToPart(draft: Draft, side: Side, count: number): PartScore {
  const part = { ...draft.parts.at(-1)! };
  part[side] += count;
  replacePart(draft, part);
  return part;
}

/** Replaces the score of the part in play. */
export const replacePart = (draft: Draft, part: PartScore): void => {
  draft.parts = [...draft.parts.slice(0, -1), part];
};

/** Returns the parts without server and points of the game, as they are after play. */
export const withoutGame = (parts: readonly PartScore[]): PartScore[] => parts.map(({ points: _, serving: __, ...part }) => part);

export const winnerOfScore = ([home, away]: Score): Side | null => (home === away ? null : home > away ? 'home' : 'away');
