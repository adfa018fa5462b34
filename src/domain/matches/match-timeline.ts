import type { EventPeriod, MatchEvent } from './match-details.ts';
import type { MatchStatus } from './match-status.ts';
import type { MatchScore, Score } from './score.ts';
import type { Side } from './sport.ts';

export interface TimelineRow {
  event: MatchEvent;
  /** For an own goal, the side of the team it counts for. */
  side: Side;
  /** The score after a goal. */
  score: Score | null;
}

export interface TimelinePart {
  period: Exclude<EventPeriod, 'P'>;
  rows: TimelineRow[];
  /** The score at the end of the part, or now. */
  score: Score;
}

export interface Kick {
  id: string;
  side: Side;
  player: string | null;
  scored: boolean;
  /** The shoot-out's score after the kick. */
  score: Score;
}

export interface Timeline {
  parts: TimelinePart[];
  /** The shoot-out, whose goals do not count in the match. */
  kicks: Kick[];
}

const GOALS: readonly MatchEvent['type'][] = ['goal', 'penalty', 'own_goal'];

export const isGoal = (event: MatchEvent): boolean => event.period !== 'P' && GOALS.includes(event.type);

const opposite = (side: Side): Side => (side === 'home' ? 'away' : 'home');

/** Returns the side an event counts for: feeds report an own goal with its player's team. */
export const sideOf = (event: MatchEvent): Side => (event.type === 'own_goal' ? opposite(event.side) : event.side);

/** Returns a match's events by period in order, with the score after each goal. */
export function timelineOf(events: readonly MatchEvent[]): Timeline {
  const told = withAssists(events);
  const parts: TimelinePart[] = [];
  let score: Score = [0, 0];
  for (const period of ['H1', 'H2', 'ET'] as const) {
    const rows = told
      .filter((event) => event.period === period)
      .toSorted(byTime)
      .map((event): TimelineRow => {
        const side = sideOf(event);
        if (isGoal(event)) score = plusOne(score, side);
        return { event, side, score: isGoal(event) ? score : null };
      });
    parts.push({ period, rows, score });
  }
  const kicks = kicksOf(events);
  // Parts without events are kept only before one with events.
  const last = parts.findLastIndex(({ period, rows }) => rows.length > 0 || (kicks.length > 0 && period === 'H2'));
  return { parts: parts.slice(0, last + 1), kicks };
}

function kicksOf(events: readonly MatchEvent[]): Kick[] {
  let score: Score = [0, 0];
  return events
    .filter((event) => event.period === 'P' && (event.type === 'missed_penalty' || GOALS.includes(event.type)))
    .map(({ id, side, player, type }) => {
      const scored = type !== 'missed_penalty';
      if (scored) score = plusOne(score, side);
      return { id, side, player, scored, score };
    });
}

const plusOne = ([home, away]: Score, side: Side): Score => (side === 'home' ? [home + 1, away] : [home, away + 1]);

const byTime = (a: MatchEvent, b: MatchEvent): number => a.minute - b.minute || (a.stoppage ?? 0) - (b.stoppage ?? 0);

/** Feeds send an assist as its own event or within the goal: adds it to the goal, and keeps it separate only if there is no goal. */
function withAssists(events: readonly MatchEvent[]): MatchEvent[] {
  const assists = events.filter((event) => event.type === 'assist');
  const goals = events.filter(isGoal);
  const belongs = (assist: MatchEvent, goal: MatchEvent) =>
    assist.side === goal.side && assist.period === goal.period && byTime(assist, goal) === 0;
  return events
    .filter((event) => event.type !== 'assist' || !goals.some((goal) => belongs(event, goal)))
    .map((event) => {
      if (event.type !== 'goal' || event.other !== null) return event;
      const assist = assists.find((one) => belongs(one, event));
      return assist ? { ...event, other: assist.player } : event;
    });
}

/** Formats a minute as "63′", or as "45+2′" in stoppage time. */
export const minuteOf = ({ minute, stoppage }: Pick<MatchEvent, 'minute' | 'stoppage'>): string =>
  `${minute}${stoppage === null ? '' : `+${stoppage}`}′`;

/** Status and score of a match. */
export interface MatchStand {
  status: MatchStatus;
  score: Pick<MatchScore, 'home' | 'away' | 'halftime' | 'fulltime' | 'penalty'>;
}

export interface PartEnding {
  words: 'half_time_score' | 'final_score' | 'full_time_score' | 'extra_time_score';
  score: Score;
}

const AFTER_H2 = ['ft', 'bt', 'et', 'p', 'aet', 'pen'];
const AFTER_H1 = ['ht', 'h2', ...AFTER_H2];
const AFTER_ET = ['p', 'aet', 'pen'];

/** Returns how a part ended: from the feed, else from its events; null while it is played, or if it was abandoned. */
export function partEnding({ status, score }: MatchStand, part: TimelinePart): PartEnding | null {
  switch (part.period) {
    case 'H1':
      return AFTER_H1.includes(status) || score.halftime !== null
        ? { words: 'half_time_score', score: score.halftime ?? part.score }
        : null;
    case 'H2':
      if (!AFTER_H2.includes(status)) return null;
      return { words: status === 'ft' ? 'final_score' : 'full_time_score', score: score.fulltime ?? part.score };
    case 'ET':
      if (!AFTER_ET.includes(status)) return null;
      return { words: 'extra_time_score', score: score.home === null || score.away === null ? part.score : [score.home, score.away] };
  }
}

export type VideoDecision = 'goal_cancelled' | 'goal_confirmed' | 'penalty_given' | 'penalty_cancelled' | 'card_changed';

/** In order of precedence: "goal not confirmed" is a cancelled goal. */
const WORDS: readonly [VideoDecision, RegExp][] = [
  ['penalty_cancelled', /penalty.*(cancel|disallow|overturn|not)/],
  ['penalty_given', /penalty/],
  ['goal_cancelled', /goal.*(cancel|disallow|overturn|offside|not)/],
  ['goal_confirmed', /goal/],
  ['card_changed', /card/],
];

/** Returns the video referee's decision from a feed's text ("Goal Disallowed - offside"); null if the text is unknown. */
export const videoDecision = (detail: string | null): VideoDecision | null =>
  WORDS.find(([, words]) => words.test((detail ?? '').toLowerCase()))?.[0] ?? null;
