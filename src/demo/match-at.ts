import { isFinal, isInPlay } from '#domain/matches/match-status.ts';
import { type MatchScore, NO_SCORE, type Score } from '#domain/matches/score.ts';
import type { Shot } from '#domain/matches/shot.ts';
import type { FeedMatchEvent, OddsUpdate } from '#server/modules/match-data/public.ts';
import { canStillPrice, nextLookAt, type PriceView, type Probabilities, pricesAt, unsettled, weighted } from './bookmakers.ts';
import { type Calendar, type DemoFixture, matchMinuteMs } from './calendar.ts';
import { drawLineup } from './line-up.ts';
import { changeMs, type MatchState, minutesAt, msAt, type Scheduled } from './match-state.ts';
import { normal, randomFrom } from './seeded-random.ts';
import { type ShotMatch, shotsOf } from './shots.ts';
import { type Simulation, simulate } from './simulation.ts';
import { statisticsOf, wholeMinutesPlayed } from './statistics.ts';
import { expectedGoals, strengthOf } from './strengths.ts';
import { clockOf, isGoal, layOut, type Step, type Timeline } from './timeline.ts';

/** A match with everything that will happen in it. Only `matchAt` decides how much of it is published. */
export interface FootballScript extends ShotMatch, Scheduled {
  kind: 'football';
}

const LINEUPS_BEFORE = 60;

/** Generates a whole match from the seed. */
export function writeFootballScript(calendar: Calendar, fixture: DemoFixture): FootballScript {
  const { seed } = calendar;
  const key = `${seed} ${fixture.id}`;
  const club = (id: string) => fixture.league.clubs.find((one) => one.id === id)!;
  const lineups = {
    home: drawLineup(seed, fixture.id, club(fixture.homeId)),
    away: drawLineup(seed, fixture.id, club(fixture.awayId)),
  };
  const strength = (id: string) => strengthOf(seed, id, fixture.seasonNumber);
  const expected = expectedGoals(strength(fixture.homeId), strength(fixture.awayId));
  const simulation: Simulation = simulate({ key, ending: fixture.ending, expected, lineups });
  return {
    kind: 'football',
    fixture,
    key,
    minuteMs: matchMinuteMs(calendar),
    expected,
    lineups,
    timeline: layOut(key, fixture.ending, simulation),
  };
}

/** Returns everything that can be known of a match at a moment. */
export function matchAt(script: FootballScript, atMs: number): MatchState {
  const at = minutesAt(script, atMs);
  const { timeline, lineups } = script;
  const step = stepAt(timeline, at);
  const kickoffMs = step.kickoff === null ? null : Math.round(msAt(script, step.kickoff));
  const clock = step.clock === null ? null : clockOf(step.clock.part, offsetAt(step, at));
  return {
    kickoffMs,
    status: step.status,
    minute: clock?.minute ?? null,
    stoppage: clock?.stoppage ?? null,
    period: null,
    score: scoreAt(timeline, at),
    events: visible(timeline, at),
    lineups: hasLineups(step, at) ? lineups : null,
    odds: oddsAt(script, at),
  };
}

/** Returns the whole minutes played; null before the first. Statistics are published after each of them. */
export const minutesCountedAt = (script: FootballScript, atMs: number): number | null =>
  wholeMinutesPlayed(script.timeline, minutesAt(script, atMs));

/** Returns both sides' statistics of the completed minutes by a moment; null before kick-off. */
export function statisticsAt(script: FootballScript, atMs: number): ReturnType<typeof statisticsOf> | null {
  const minutes = minutesCountedAt(script, atMs);
  return minutes === null ? null : statisticsOf(script, minutes, visible(script.timeline, minutesAt(script, atMs)));
}

/** Returns the shots of the completed minutes by a moment, and those of its events; none before kick-off. */
export function shotsAt(script: FootballScript, atMs: number): Shot[] {
  const minutes = minutesCountedAt(script, atMs);
  return minutes === null ? [] : shotsOf(script, minutes, visible(script.timeline, minutesAt(script, atMs)));
}

/** Returns when the result of `matchAt` will or may change next: a bookmaker may check its price and keep it. */
export function nextChangeMs(script: FootballScript, atMs: number): number {
  const at = minutesAt(script, atMs);
  const { steps, events } = script.timeline;
  const step = stepAt(script.timeline, at);
  const next = [...steps.map((one) => one.at), ...events.flatMap((one) => [one.at, one.until])].filter(
    (one) => one > at && Number.isFinite(one),
  );
  if (next.length === 0 && !canStillPrice(step.status)) return Number.POSITIVE_INFINITY;
  if (step.clock?.runs) next.push(step.at + Math.floor(at - step.at) + 1);
  if (canStillPrice(step.status)) {
    if (lineupsFrom(step) > at) next.push(lineupsFrom(step));
    next.push(nextLookAt(at, (step.kickoff ?? 0) - at, isInPlay(step.status)));
  }
  return changeMs(script, Math.min(...next), atMs);
}

function stepAt(timeline: Timeline, at: number): Step {
  return timeline.steps.findLast((step) => step.at <= at)!;
}

const offsetAt = (step: Step, at: number): number => (step.clock === null ? 0 : step.clock.offset + (step.clock.runs ? at - step.at : 0));

const visible = (timeline: Timeline, at: number): FeedMatchEvent[] =>
  timeline.events.filter((one) => one.at <= at && at < one.until).map((one) => one.event);

const lineupsFrom = (step: Step): number => (step.kickoff ?? 0) - LINEUPS_BEFORE;
const hasLineups = (step: Step, at: number): boolean =>
  step.status === 'susp' ||
  isInPlay(step.status) ||
  isFinal(step.status) ||
  step.status === 'abd' ||
  (step.status === 'ns' && at >= lineupsFrom(step));

/** Adds up the goals by part. */
function scoreAt(timeline: Timeline, at: number): MatchScore {
  if (timeline.awarded !== null && timeline.awarded.at <= at) {
    return { ...NO_SCORE, home: timeline.awarded.score[0], away: timeline.awarded.score[1] };
  }
  const hasStarted = timeline.steps.some((step) => step.clock !== null && step.at <= at);
  if (!hasStarted) return NO_SCORE;
  const events = visible(timeline, at);
  const isReached = (part: 'H1' | 'H2' | 'E2') => (timeline.partEnds[part] ?? Number.POSITIVE_INFINITY) <= at;
  const [home, away] = goalsOf(events, ['H1', 'H2', 'ET']);
  return {
    home,
    away,
    halftime: isReached('H1') ? goalsOf(events, ['H1']) : null,
    fulltime: isReached('H2') ? goalsOf(events, ['H1', 'H2']) : null,
    extratime: isReached('E2') ? [home, away] : null,
    penalty: timeline.shootOutAt !== null && timeline.shootOutAt <= at ? kicksOf(events) : null,
  };
}

function goalsOf(events: FeedMatchEvent[], periods: FeedMatchEvent['period'][]): Score {
  const goals: Score = [0, 0];
  for (const event of events) {
    if (!isGoal(event) || !periods.includes(event.period)) continue;
    goals[(event.side === 'home') === (event.type !== 'own_goal') ? 0 : 1]++;
  }
  return goals;
}

function kicksOf(events: FeedMatchEvent[]): Score {
  const scored = events.filter((event) => event.period === 'P' && event.type === 'penalty');
  return [scored.filter((event) => event.side === 'home').length, scored.filter((event) => event.side === 'away').length];
}

const INCIDENTS = new Set(['goal', 'penalty', 'own_goal', 'missed_penalty', 'red', 'second_yellow', 'var']);

function oddsAt(script: FootballScript, at: number): OddsUpdate['bookmakers'] {
  const { timeline, key, expected } = script;
  const { status, kickoff } = stepAt(timeline, at);
  const isClosed = kickoff === null || !(status === 'ns' || (isInPlay(status) && !['int', 'et', 'bt', 'p'].includes(status)));
  // Nothing is priced after the ninety minutes: the last prices stay, and are closed.
  const pricedAt = Math.min(at, timeline.partEnds.H2 ?? Number.POSITIVE_INFINITY, timeline.steps.at(-1)!.at);
  const incidents = timeline.events.filter((one) => one.at <= at && INCIDENTS.has(one.event.type));
  const seen = { viewAt: (when: number) => viewAt(timeline, when), think: (view: PriceView<Play>) => consensus(key, expected, view) };
  return pricesAt(key, pricedAt, seen, isClosed, incidents.at(-1)?.at ?? null);
}

function viewAt(timeline: Timeline, at: number): PriceView<Play> {
  const step = stepAt(timeline, at);
  const untilKickoff = (step.kickoff ?? 0) - at;
  const played = playedAt(timeline, at);
  if (played === null) return { untilKickoff, inPlay: null };
  const events = visible(timeline, at);
  const sentOff = (side: 'home' | 'away') =>
    events.filter((event) => event.side === side && (event.type === 'red' || event.type === 'second_yellow')).length;
  return { untilKickoff, inPlay: { played, score: goalsOf(events, ['H1', 'H2']), sentOff: [sentOff('home'), sentOff('away')] } };
}

/** Returns the minutes played of the ninety; null before the start. */
function playedAt(timeline: Timeline, at: number): number | null {
  const last = timeline.steps.findLast((step) => step.clock !== null && step.at <= at);
  if (last === undefined || last.clock === null) return null;
  const { part } = last.clock;
  const end = timeline.partEnds[part] ?? Number.POSITIVE_INFINITY;
  const offset = offsetAt(last, Math.min(at, end));
  return part === 'H1' ? Math.min(offset, 47) : 47 + offset;
}

/** Minutes played of a football match, and its state then. */
interface Play {
  played: number;
  score: [number, number];
  sentOff: [number, number];
}

/** Returns the market's probabilities, which are right on average. */
function consensus(key: string, expected: [number, number], view: PriceView<Play>): Probabilities {
  const [home, away] = asMarketSees(key, expected);
  if (view.inPlay !== null) {
    const { played, score, sentOff } = view.inPlay;
    const left = Math.max(95 - played, 0.6) / 95;
    const factor = (own: number, others: number) => left * 0.72 ** own * 1.22 ** others;
    return outcomes(home * factor(sentOff[0], sentOff[1]), away * factor(sentOff[1], sentOff[0]), score[0] - score[1]);
  }
  return unsettled(key, outcomes(home, away, 0), view.untilKickoff);
}

/** Returns the strengths with the market's error, which stays the same until the end. */
function asMarketSees(key: string, [home, away]: [number, number]): [number, number] {
  const random = randomFrom(`${key} market`);
  return [home * Math.exp(normal(random) * 0.05), away * Math.exp(normal(random) * 0.05)];
}

/** Returns the probabilities of win, draw and loss from two independent Poisson counts and a present lead of `lead` goals. */
function outcomes(home: number, away: number, lead: number): Probabilities {
  const [homeGoals, awayGoals] = [poisson(home), poisson(away)];
  const result: Probabilities = [0, 0, 0];
  for (let h = 0; h < homeGoals.length; h++) {
    for (let a = 0; a < awayGoals.length; a++) result[1 - Math.sign(lead + h - a)]! += homeGoals[h]! * awayGoals[a]!;
  }
  // Nothing is ever certain, and a price needs a positive probability.
  return weighted([Math.max(result[0], 1e-4), Math.max(result[1], 1e-4), Math.max(result[2], 1e-4)], [1, 1, 1]);
}

function poisson(mean: number): number[] {
  const counts = [Math.exp(-mean)];
  for (let n = 1; n <= 9; n++) counts.push((counts[n - 1]! * mean) / n);
  return counts;
}
