import { isFinal, type MatchStatus } from '#domain/match-status.ts';
import type { MatchScore, Score } from '#domain/score.ts';
import type { FeedMatchEvent } from '#server/modules/match-data/import/feed.ts';
import type { RecordedMatch } from './recording.ts';
import { PARTS, type PlayPart, type Step, type Timeline } from './timeline.ts';

export interface MatchState {
  status: MatchStatus;
  minute: number | null;
  stoppage: number | null;
  score: MatchScore;
  events: FeedMatchEvent[];
}

const NO_SCORE: MatchScore = { home: null, away: null, halftime: null, fulltime: null, extratime: null, penalty: null };

/** What was known of a match so many minutes of match time after its kick-off. */
export function matchAt(match: RecordedMatch, timeline: Timeline, minutes: number): MatchState {
  const step = timeline.steps.findLast(({ at }) => at <= minutes)!;
  const happened = timeline.events.filter(({ at }) => at <= minutes);
  const clock = step.part === null ? { minute: null, stoppage: null } : clockOf(step.part, minutes - step.at);
  return { status: step.status, ...clock, score: scoreAt(match, timeline, step, minutes), events: happened.map(({ event }) => event) };
}

/** The first minute is 1; beyond the regular end comes stoppage time. */
function clockOf(part: PlayPart, played: number): { minute: number; stoppage: number | null } {
  const { first, minutes } = PARTS[part];
  const current = Math.floor(played) + 1;
  return current <= minutes ? { minute: first + current, stoppage: null } : { minute: first + minutes, stoppage: current - minutes };
}

/** What each whistle made official, and the goals since. */
function scoreAt({ ending, score }: RecordedMatch, { partEnds, events }: Timeline, { status }: Step, minutes: number): MatchScore {
  if (status === 'ns') return NO_SCORE;
  if (status === ending) return score;
  const isOver = (part: PlayPart) => (partEnds[part] ?? Number.POSITIVE_INFINITY) <= minutes;
  const halftime = isOver('H1') ? score.halftime : null;
  const fulltime = isOver('H2') ? score.fulltime : null;
  const extratime = isOver('E2') ? score.extratime : null;
  const official: Score = extratime ?? fulltime ?? halftime ?? [0, 0];
  const since = extratime ? partEnds.E2! : fulltime ? partEnds.H2! : halftime ? partEnds.H1! : Number.NEGATIVE_INFINITY;
  const later = events.filter(({ at }) => at > since && at <= minutes).map(({ event }) => event);
  const [home, away] = goalsOf(later.filter(({ period }) => period !== 'P'));
  const kicks = events.some(({ event }) => event.period === 'P') ? goalsOf(later.filter(({ period }) => period === 'P')) : null;
  const penalty = status === 'p' ? kicks : null;
  return { home: official[0] + home, away: official[1] + away, halftime, fulltime, extratime, penalty };
}

function goalsOf(events: FeedMatchEvent[]): Score {
  const goals: Score = [0, 0];
  for (const { type, side } of events) {
    if (type === 'goal' || type === 'penalty') goals[side === 'home' ? 0 : 1]++;
    if (type === 'own_goal') goals[side === 'home' ? 1 : 0]++;
  }
  return goals;
}

export const isOver = ({ ending }: RecordedMatch, { status }: MatchState): boolean => status === ending || isFinal(status);
