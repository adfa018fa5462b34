import type { TimelinePoint as PointView, ScoreProbability, ScoreView } from '#contract/forecasts.ts';
import { type InPlayModel, inPlayForecast } from '#domain/forecast/in-play.ts';
import type { InPlayClock } from '#domain/forecast/in-play-clock.ts';
import { type TimelinePoint, type TurningEvent, winProbabilityTimeline } from '#domain/forecast/in-play-timeline.ts';
import { bothScore, overUnder, type ScoreMatrix, shownMatrix, topScores } from '#domain/forecast/score-matrix.ts';
import { isFinal, type MatchStatus, matchGroup } from '#domain/matches/match-status.ts';
import type { Score } from '#domain/matches/score.ts';
import type { Side } from '#domain/matches/sport.ts';
import type { MatchFacts, TurningRow } from './queries.ts';

const LINES = [0.5, 1.5, 2.5, 3.5, 4.5];
const TOP_SCORES = 3;

/** Returns every panel of a match's scores, from one matrix. */
export function scoreView(matrix: ScoreMatrix): ScoreView {
  const lines = LINES.map((line) => {
    const { over, under } = overUnder(matrix, line);
    return { line, over: within(over), under: within(under) };
  });
  const evenness = ({ over, under }: { over: number; under: number }) => Math.abs(over - under);
  return {
    matrix: shownMatrix(matrix).map((row) => row.map(within)),
    top: topScores(matrix, TOP_SCORES),
    over_under: lines,
    main_line: lines.reduce((best, line) => (evenness(line) < evenness(best) ? line : best)).line,
    both_score: within(bothScore(matrix)),
  };
}

/** Clamps sums of many probabilities, which may exceed 1 by rounding. */
const within = (p: number): number => Math.min(1, p);

type InPlayView = Pick<ScoreProbability, 'now' | 'timeline'>;

const NOTHING: InPlayView = { now: null, timeline: [] };

/**
 * Returns a football match from kick-off until now or its end: how the outcomes moved and why, and, while in play, the present outcomes.
 */
export function inPlayView(model: InPlayModel, match: MatchFacts, rows: readonly TurningRow[]): InPlayView {
  const status = match.status as MatchStatus;
  const clock = clockOf(match, status);
  if (clock === null) return NOTHING;
  const score = regularScore(match, clock);
  const events = turningEvents(rows, score);
  const points = winProbabilityTimeline(model, events, laterOf(clock, events));
  const last = points.at(-1)!;
  if (score === null) return { now: null, timeline: points.map(pointView) };
  // The score may be reported before, or without, its goals, so the present outcomes are based on the score.
  const forecast = inPlayForecast(model, { ...clock, score, reds: last.reds });
  last.outcomes = forecast.outcomes;
  return {
    now: matchGroup(status) === 'live' ? { ...forecast.outcomes, scores: scoreView(forecast.matrix) } : null,
    timeline: points.map(pointView),
  };
}

/**
 * Returns how far the 90 minutes have come; null if nothing was played or that is unknown. Interrupted and abandoned matches stay where
 * they stopped.
 */
function clockOf({ minute, stoppage, halftime }: MatchFacts, status: MatchStatus): InPlayClock | null {
  if (isFinal(status) || status === 'et' || status === 'bt' || status === 'p') return { period: 'ft', minute: 90 };
  switch (status) {
    case 'h1':
      return { period: 'h1', minute: minute ?? 0, stoppage };
    case 'ht':
      return { period: 'ht', minute: 45 };
    case 'h2':
      return { period: 'h2', minute: minute ?? 45, stoppage };
    case 'live':
    case 'int':
    case 'susp':
    case 'abd':
      if (minute === null) return halftime === null ? null : { period: 'ht', minute: 45 };
      if (minute > 90) return { period: 'ft', minute: 90 };
      return { period: minute > 45 || (halftime !== null && minute === 45) ? 'h2' : 'h1', minute, stoppage };
    default:
      return null;
  }
}

/** Returns the score of the 90 minutes so far; null if extra time hides it. */
function regularScore({ status, home_score: home, away_score: away, fulltime }: MatchFacts, { period }: InPlayClock): Score | null {
  if (fulltime !== null) return fulltime;
  if (home === null || away === null) return period === 'ft' ? null : [0, 0];
  return period === 'ft' && status !== 'ft' ? null : [home, away];
}

/** Returns the later of the clock and its events, because an event may be reported before the clock reaches it. */
function laterOf(clock: InPlayClock, events: readonly TurningEvent[]): InPlayClock {
  const timeOf = ({ minute, stoppage }: InPlayClock) => minute + (stoppage ?? 0) / 100;
  return events
    .filter(({ period }) => period === clock.period)
    .reduce<InPlayClock>((latest, event) => {
      return timeOf(event) > timeOf(latest) ? { period: event.period, minute: event.minute, stoppage: event.stoppage ?? null } : latest;
    }, clock);
}

const pointView = ({ minute, stoppage, outcomes, turn }: TimelinePoint): PointView => ({
  ...outcomes,
  minute,
  stoppage,
  turn: turn && { cause: turn.cause, side: turn.side, home: turn.deltaHome, draw: turn.deltaDraw, away: turn.deltaAway },
});

const GOALS = ['goal', 'penalty', 'own_goal'];
const CARDS = ['red', 'second_yellow'];
/** Matches feeds' wording: "Goal cancelled", "Goal Disallowed - offside". A cancelled penalty was not yet a goal. */
const CANCELLED = /^(?!.*penalty).*goal.*(cancel|disallow|overturn|offside|not)/i;

/**
 * Returns the events that moved a forecast. Some feeds delete a cancelled goal and report only the cancellation, so only goals in excess of
 * the score count as cancelled; without a score, none do.
 */
function turningEvents(rows: readonly TurningRow[], score: Score | null): TurningEvent[] {
  const of = (cause: TurningEvent['cause'], row: TurningRow, side: Side = row.side): TurningEvent => ({
    cause,
    side,
    period: row.period === 'H1' ? 'h1' : 'h2',
    minute: row.minute,
    stoppage: row.stoppage,
  });
  // An own goal is reported for the side of the player who scored it.
  const goals = rows
    .filter(({ type }) => GOALS.includes(type))
    .map((row) => of('goal', row, row.type === 'own_goal' ? other(row.side) : row.side));
  const cards = rows.filter(({ type }) => CARDS.includes(type)).map((row) => of('red_card', row));
  const cancelled = rows.filter(({ type, detail }) => type === 'var' && CANCELLED.test(detail ?? ''));
  const takenBack = (['home', 'away'] as const).flatMap((side, i) => {
    const scored = goals.filter((goal) => goal.side === side).length;
    const uncounted = score === null ? 0 : Math.max(0, scored - score[i]!);
    return uncounted === 0 ? [] : cancelled.filter((row) => row.side === side).slice(-uncounted);
  });
  return [...goals, ...cards, ...takenBack.map((row) => of('goal_cancelled', row))];
}

const other = (side: Side): Side => (side === 'home' ? 'away' : 'home');
