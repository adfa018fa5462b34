import { isFinal, type MatchStatus } from '#domain/matches/match-status.ts';
import type { MatchScore } from '#domain/matches/score.ts';
import type { FeedMatchEvent, FeedUpdate, FixtureUpdate } from '#server/modules/match-data/import/feed.ts';

export type PlayPart = 'H1' | 'H2' | 'E1' | 'E2';

/** The status of a match from `at` on, in minutes of match time after the kick-off. */
export interface Step {
  at: number;
  status: MatchStatus;
  /** The part in play; null in breaks, and before and after the match. */
  part: PlayPart | null;
}

export interface Timeline {
  steps: Step[];
  events: { at: number; event: FeedMatchEvent }[];
  /** When each part ended; absent if not played. */
  partEnds: Partial<Record<PlayPart, number>>;
}

interface Part {
  /** Minutes of the match before this part, and the regular length of this part. */
  first: number;
  minutes: number;
  /** Minimum stoppage time, used if no event was later: sources do not record the whistle. */
  stoppage: number;
  /** Length of the break before this part. */
  breakBefore: number;
  status: MatchStatus;
}

export const PARTS: Record<PlayPart, Part> = {
  H1: { first: 0, minutes: 45, stoppage: 2, breakBefore: 0, status: 'h1' },
  H2: { first: 45, minutes: 45, stoppage: 4, breakBefore: 15, status: 'h2' },
  E1: { first: 90, minutes: 15, stoppage: 1, breakBefore: 5, status: 'et' },
  E2: { first: 105, minutes: 15, stoppage: 1, breakBefore: 1, status: 'et' },
};
const SHOOT_OUT_BREAK = 5;
/** Assumed number of shoot-out kicks if they are not known. */
const KICKS_USUAL = 10;

/** Lays out a match in time. A match that was not played has its ending at its kick-off time. */
export function layOut({ ending, score, events }: RecordedMatch): Timeline {
  const timeline: Timeline = { steps: [{ at: Number.NEGATIVE_INFINITY, status: 'ns', part: null }], events: [], partEnds: {} };
  const { steps } = timeline;
  if (!isFinal(ending)) {
    steps.push({ at: 0, status: ending, part: null });
    return timeline;
  }
  const hasExtraTime = score.extratime !== null || ending === 'aet';
  let at = 0;
  for (const part of hasExtraTime ? (['H1', 'H2', 'E1', 'E2'] as const) : (['H1', 'H2'] as const)) {
    if (part !== 'H1') steps.push({ at, status: part === 'H2' ? 'ht' : 'bt', part: null });
    at = playPart(timeline, part, at + PARTS[part].breakBefore, events);
  }
  if (ending === 'pen') at = shootOut(timeline, at, events);
  steps.push({ at, status: ending, part: null });
  return timeline;
}

function playPart({ steps, events, partEnds }: Timeline, part: PlayPart, startAt: number, all: readonly FeedMatchEvent[]): number {
  const { first, minutes, stoppage, status } = PARTS[part];
  const within = all.filter((event) => partOf(event) === part);
  steps.push({ at: startAt, status, part });
  // The 23rd minute begins when 22 are over; an event in it is placed in its middle.
  const timed = within.map((event) => ({ at: startAt + Math.max(event.minute - first + (event.stoppage ?? 0) - 0.5, 0.5), event }));
  events.push(...timed);
  const end = Math.max(startAt + minutes + stoppage, ...timed.map((one) => one.at + 0.5));
  partEnds[part] = end;
  return end;
}

function partOf({ period, minute }: FeedMatchEvent): PlayPart | null {
  if (period === 'P') return null;
  if (period === 'ET') return minute <= 105 ? 'E1' : 'E2';
  return period;
}

function shootOut({ steps, events }: Timeline, at: number, all: readonly FeedMatchEvent[]): number {
  const startAt = at + SHOOT_OUT_BREAK;
  const kicks = all.filter(({ period }) => period === 'P');
  steps.push({ at, status: 'bt', part: null }, { at: startAt, status: 'p', part: null });
  events.push(...kicks.map((event, index) => ({ at: startAt + index + 0.5, event })));
  return startAt + (kicks.length || KICKS_USUAL);
}

/** A finished match: its ending, the score of each part, and all known events in order. */
export interface RecordedMatch {
  /** With its original kick-off. */
  fixture: FixtureUpdate & { kickoffAt: Date };
  /** `pen` after a shoot-out, `aet` after extra time; other matches were not decided by play. */
  ending: MatchStatus;
  score: MatchScore;
  /** Events of a shoot-out (period P) are in the order of the kicks; there are none if they are not known. */
  events: FeedMatchEvent[];
}

/** A finished competition. */
export interface Recording {
  /** Leagues, teams and squads. */
  catalogue: FeedUpdate[];
  matches: RecordedMatch[];
  /** What could not be used of the source, and why. */
  problems: string[];
}
