import type { MatchEvent } from '#contract/matches.ts';
import type { EventPeriod } from '#domain/matches/match-details.ts';
import type { Score } from '#domain/matches/score.ts';
import type { Side } from '#domain/matches/sport.ts';

/** An event as the timeline shows it. */
export interface TimelineRow {
  event: MatchEvent;
  /** The side it stands on: an own goal on that of the team it counts for. */
  side: Side;
  /** The score after a goal. */
  score: Score | null;
}

export interface TimelinePart {
  period: Exclude<EventPeriod, 'P'>;
  rows: TimelineRow[];
  /** The score when the part ended, or now. */
  score: Score;
}

export interface Kick {
  id: string;
  side: Side;
  player: string | null;
  scored: boolean;
  /** The shoot-out's score after it. */
  score: Score;
}

interface Timeline {
  parts: TimelinePart[];
  /** The shoot-out, apart from the match: its goals are not the match's. */
  kicks: Kick[];
}

const GOALS: readonly MatchEvent['type'][] = ['goal', 'penalty', 'own_goal'];

export const isGoal = (event: MatchEvent): boolean => event.period !== 'P' && GOALS.includes(event.type);

const opposite = (side: Side): Side => (side === 'home' ? 'away' : 'home');

/** The side an event counts for: an own goal is told of the team whose player it was. */
export const sideOf = (event: MatchEvent): Side => (event.type === 'own_goal' ? opposite(event.side) : event.side);

/** A match's events by period, in the order in which they happened, with the score as it grew. */
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
  // A part in which nothing happened stands only before one in which something did.
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

/** Some feeds tell an assist beside its goal, others within it: here it stands with the goal, and by itself only where there is none. */
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

/** "63′", or "45+2′" in stoppage time. */
export const minuteOf = ({ minute, stoppage }: Pick<MatchEvent, 'minute' | 'stoppage'>): string =>
  `${minute}${stoppage === null ? '' : `+${stoppage}`}′`;
