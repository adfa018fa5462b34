import { integer, pickWeighted, type Random } from '#demo/seeded-random.ts';
import type { MatchStatus } from '#domain/matches/match-status.ts';
import { type MatchScore, NO_SCORE, type PartScore, type Score } from '#domain/matches/score.ts';
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

/** What may happen to a match besides being played. */

const TOLD_BEFORE = 8;
const RAIN_MINUTES = { min: 10, max: 20 };
/** No retirement and no rain before this number of moments. */
const EARLIEST = 3;

const anySide = (random: Random): Side => (random() < 0.5 ? 'home' : 'away');

/** Shares of matches that begin late, are postponed to later on the day, or are cancelled: rare, as in football. */
const SHARES = { delayed: 0.03, postponed: 0.01, cancelled: 0.006 };
/** Delay in minutes. A match counts as delayed from 15 on. */
const DELAY = { min: 16, max: 30 };
const PUT_OFF = { told: -20, toldAnew: { min: 20, max: 35 }, fives: { min: 12, max: 18 } };
const CANCELLED_BEFORE = { min: 10, max: 45 };

/** Applies a delay, postponement or cancellation before the start; a knock-out match is never cancelled, because one side has to advance. */
export function beforeStart(random: Random, course: Course, isKnockOut: boolean): Course {
  if (course.moments.every(({ status }) => status === 'ns' || status === 'wo')) return course;
  const { delayed, postponed, cancelled } = SHARES;
  const fate = pickWeighted(random, [delayed, postponed, isKnockOut ? 0 : cancelled, 1 - delayed - postponed - cancelled]);
  if (fate === 0) return delay(random, course);
  if (fate === 1) return postpone(random, course);
  return fate === 2 ? cancel(random) : course;
}

const delay = (random: Random, course: Course): Course => ({
  ...course,
  moments: [BEFORE, ...later(course, integer(random, DELAY.min, DELAY.max))],
});

function postpone(random: Random, course: Course): Course {
  const kickoff = integer(random, PUT_OFF.fives.min, PUT_OFF.fives.max) * 5;
  const off: Moment = { ...BEFORE, at: PUT_OFF.told, status: 'pst' };
  const on: Moment = { ...BEFORE, at: integer(random, PUT_OFF.toldAnew.min, PUT_OFF.toldAnew.max), kickoff };
  return { ...course, moments: [BEFORE, off, on, ...later(course, kickoff).map((moment) => ({ ...moment, kickoff }))] };
}

const cancel = (random: Random): Course => ({
  moments: [BEFORE, { ...BEFORE, at: -integer(random, CANCELLED_BEFORE.min, CANCELLED_BEFORE.max), status: 'canc' }],
  winner: null,
});

/** Returns the moments of play, moved by a number of minutes. */
const later = ({ moments }: Course, minutes: number): Moment[] =>
  moments.slice(1).map((moment) => ({ ...moment, at: moment.at + minutes }));

/** Returns a match that one side does not appear for. */
export function walkover(random: Random): Course {
  const winner = anySide(random);
  return { moments: [BEFORE, { ...BEFORE, at: -TOLD_BEFORE, status: 'wo', score: { ...BEFORE.score, awardedTo: winner } }], winner };
}

/** Ends a match early by one side's retirement; the other side advances. */
export function retirement(random: Random, { moments }: Course): Course {
  const played = moments.slice(0, integer(random, EARLIEST, moments.length - 1));
  const last = played.at(-1)!;
  const winner = anySide(random);
  const score = { ...last.score, ...(last.score.parts && { parts: withoutGame(last.score.parts) }), awardedTo: winner };
  const end: Moment = { ...last, at: last.at + 0.5, status: 'awd', period: null, minute: null, endsPart: true, score };
  return { moments: [...played, end], winner };
}

/** Interrupts play for a while; it continues with the same score. */
export function rain(random: Random, { moments, winner }: Course): Course {
  const index = integer(random, EARLIEST, moments.length - 2);
  const minutes = integer(random, RAIN_MINUTES.min, RAIN_MINUTES.max);
  const stopped = moments[index]!;
  const pause: Moment = { ...stopped, at: stopped.at + 0.1, status: 'susp', endsPart: false };
  const resumed: Moment = { ...stopped, at: stopped.at + minutes, endsPart: false };
  const after = moments.slice(index + 1).map((moment) => ({ ...moment, at: moment.at + minutes }));
  return { moments: [...moments.slice(0, index + 1), pause, resumed, ...after], winner };
}
