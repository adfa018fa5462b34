import { isFinal, isStarted, type MatchStatus, matchGroup } from '#domain/matches/match-status.ts';
import { partName, type Score } from '#domain/matches/score.ts';
import type { Period, Side, Sport } from '#domain/matches/sport.ts';

/** What a webhook can be told. */
export const WEBHOOK_EVENTS = [
  'match.started',
  /** Football only: a goal, or one that is taken back. In other sports scores change all the time. */
  'match.goal',
  /** Other sports: the end of a quarter, set or map. */
  'match.part_ended',
  'match.ended',
  /** The result of a match that is over has changed. */
  'match.corrected',
  'forecast.moved',
  'contest.settled',
  /** A tip of the webhook's owner in a tipping group. */
  'tip.scored',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** What the test button sends. */
export const TEST_EVENT = 'webhook.test';

export const WEBHOOKS_MAX = 10;
/** Maximum number of matches, of teams and of leagues that one webhook names. */
export const WEBHOOK_FILTER_MAX = 100;
/** By how many percentage points a probability must move: the range, and the default. */
export const FORECAST_POINTS = { min: 1, max: 50, initially: 10 } as const;
/** After a rotation the old secret signs, too, for this long. */
export const OLD_SECRET_HOURS = 24;

/** A match as far as events go. */
export interface WatchedState {
  sport: Sport;
  status: MatchStatus;
  /** Null before there is a score. */
  score: Score | null;
  penalty: Score | null;
  awardedTo: Side | null;
  /** How many quarters, sets or maps are listed; the last may be in play. */
  parts: number;
}

/** An event of a match; all but the result is in the match that is told with it. */
export type MatchEvent =
  | { type: 'match.started' | 'match.ended' }
  | { type: 'match.goal'; side: Side; count: number; isTakenBack: boolean }
  | { type: 'match.part_ended'; part: Period }
  | { type: 'match.corrected'; before: Pick<WatchedState, 'status' | 'score' | 'penalty'> };

/**
 * Returns what happened between two states of a match, in the order in which it is told. Goals that came between two reports of a feed are
 * one event for each side. A match that was not seen in play has only a start and an end. A match ends once more if it goes on after its end
 * was told (extra time after a cup match's `ft`).
 */
export function matchEventsBetween(before: WatchedState, after: WatchedState): MatchEvent[] {
  const [wasOver, isOver] = [matchGroup(before.status) === 'finished', matchGroup(after.status) === 'finished'];
  if (wasOver && isOver) {
    const { status, score, penalty } = before;
    return resultOf(before) === resultOf(after) ? [] : [{ type: 'match.corrected', before: { status, score, penalty } }];
  }
  const told: MatchEvent[] = [];
  if (matchGroup(before.status) === 'upcoming') {
    if (isStarted(after.status)) told.push({ type: 'match.started' });
    // A first report may say that a goal was scored already.
    if (!isOver) told.push(...goalsBetween(before.score ?? [0, 0], after));
  } else {
    told.push(...goalsBetween(before.score, after), ...partsBetween(before, after));
  }
  if (isOver) told.push({ type: 'match.ended' });
  return told;
}

const resultOf = ({ status, score, penalty, awardedTo }: WatchedState): string => JSON.stringify([status, score, penalty, awardedTo]);

function goalsBetween(before: Score | null, { sport, status, score }: WatchedState): MatchEvent[] {
  if (sport !== 'football' || score === null || !isStarted(status)) return [];
  return (['home', 'away'] as const).flatMap((side, index): MatchEvent[] => {
    const change = score[index]! - (before?.[index] ?? 0);
    return change === 0 ? [] : [{ type: 'match.goal', side, count: Math.abs(change), isTakenBack: change < 0 }];
  });
}

function partsBetween(before: WatchedState, after: WatchedState): MatchEvent[] {
  const { sport } = after;
  if (sport === 'football' || !isStarted(after.status)) return [];
  const [from, to] = [finishedParts(before), finishedParts(after)];
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => ({
    type: 'match.part_ended',
    part: partName(sport, from + index + 1),
  }));
}

/** Returns how many parts are over: in sports that count parts, as many as are won; in basketball, those that were followed by another. */
function finishedParts({ sport, status, score, parts }: WatchedState): number {
  if (sport !== 'basketball') return score === null ? 0 : score[0] + score[1];
  return isFinal(status) ? parts : Math.max(0, parts - 1);
}

/** Probabilities of the outcomes of a match; the draw is 0 if there is none. */
export interface Probabilities {
  home: number;
  draw: number;
  away: number;
}

/** Returns the largest change of an outcome's probability, in percentage points with one decimal place. */
export const pointsMoved = (before: Probabilities, after: Probabilities): number =>
  Math.round(1_000 * Math.max(...(['home', 'draw', 'away'] as const).map((pick) => Math.abs(after[pick] - before[pick])))) / 10;
