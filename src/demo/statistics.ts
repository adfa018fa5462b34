import type { SideStatistics } from '#domain/matches/match-details.ts';
import type { Side } from '#domain/matches/sport.ts';
import type { FeedMatchEvent } from '#server/modules/match-data/public.ts';
import { fraction, type Random, randomFrom } from './seeded-random.ts';
import { isGoal, type Timeline } from './timeline.ts';

/** Chances per minute of an average side, and what an attempt that is no goal becomes. */
const ATTEMPT = 0.115;
const SAVED = 0.27;
const BLOCKED = 0.28;
const INSIDE_BOX = 0.6;
const CORNER = 0.052;
const OFFSIDE = 0.021;
const FOUL = 0.09;
const PASSES = 4.8;
const PENALTY_EXPECTED = 0.76;
const AVERAGE_GOALS = 1.35;

export interface CountedMatch {
  key: string;
  expected: [home: number, away: number];
  timeline: Timeline;
}

/**
 * Returns both sides' statistics after a number of whole minutes, given the events that stand. A pure function, like all functions
 * here. Counts without an event come minute by minute from the seed and only grow; a cancelled goal removes its shot.
 */
export function statisticsOf(match: CountedMatch, minutes: number, events: readonly FeedMatchEvent[]): Record<Side, SideStatistics> {
  const { home, away } = talliesOf(match, minutes, events);
  const possession = minutes === 0 ? 50 : Math.round((100 * home.share) / minutes);
  return { home: numbersOf(home, possession, away.saved), away: numbersOf(away, 100 - possession, home.saved) };
}

/** Returns what both sides did in a number of whole minutes, given the events that stand. */
export function talliesOf(match: CountedMatch, minutes: number, events: readonly FeedMatchEvent[]): Record<Side, Tally> {
  const [home, away] = playedOut(match, minutes);
  addEvents(match.key, home, away, events);
  return { home, away };
}

/** Returns the whole minutes played at a moment (in minutes after the planned kick-off); null before the start of play. */
export function wholeMinutesPlayed({ steps }: Timeline, at: number): number | null {
  let played: number | null = null;
  steps.forEach((step, index) => {
    if (step.clock === null || step.at > at) return;
    const end = Math.min(at, steps[index + 1]?.at ?? at);
    played = (played ?? 0) + (step.clock.runs ? end - step.at : 0);
  });
  // Sums such as 44.999999999999 have to count as whole minutes.
  return played === null ? null : Math.floor(played + 1e-6);
}

/** A shot: in a minute of play, counted from 0 over all parts, or with the event that tells of it. */
export interface Attempt {
  played: number | null;
  event: FeedMatchEvent | null;
  outcome: 'goal' | 'saved' | 'blocked' | 'off_target';
  isInside: boolean;
  expectedGoals: number;
}

export interface Tally {
  attempts: Attempt[];
  goals: number;
  saved: number;
  off: number;
  blocked: number;
  insideBox: number;
  expectedGoals: number;
  corners: number;
  offsides: number;
  fouls: number;
  yellowCards: number;
  redCards: number;
  passes: number;
  accuratePasses: number;
  /** Minutes of possession. */
  share: number;
}

const emptyTally = (): Tally => ({
  attempts: [],
  ...{ goals: 0, saved: 0, off: 0, blocked: 0, insideBox: 0, expectedGoals: 0, corners: 0, offsides: 0, fouls: 0 },
  ...{ yellowCards: 0, redCards: 0, passes: 0, accuratePasses: 0, share: 0 },
});

/** Each minute draws the same number of random values, so that a later minute never changes earlier ones. */
function playedOut({ key, expected }: CountedMatch, minutes: number): [Tally, Tally] {
  const random = randomFrom(`${key} statistics`);
  const [home, away] = [emptyTally(), emptyTally()];
  const [attack, defence] = expected.map((goals) => (goals / AVERAGE_GOALS) ** 0.6) as [number, number];
  const usualShare = attack / (attack + defence);
  for (let minute = 0; minute < minutes; minute++) {
    const share = Math.min(0.9, Math.max(0.1, usualShare + (random() - 0.5) * 0.5));
    playMinute(home, random, { minute, strength: attack, share });
    playMinute(away, random, { minute, strength: defence, share: 1 - share });
  }
  return [home, away];
}

function playMinute(tally: Tally, random: Random, { minute, strength, share }: { minute: number; strength: number; share: number }): void {
  const [attempt, kind, place, worth] = [random(), random(), random(), random()];
  if (attempt < ATTEMPT * strength) {
    if (kind < SAVED) tally.saved++;
    else if (kind < SAVED + BLOCKED) tally.blocked++;
    else tally.off++;
    const isInside = place < INSIDE_BOX;
    if (isInside) tally.insideBox++;
    const expectedGoals = hundredths(isInside ? 0.04 + 0.16 * worth * worth : 0.01 + 0.03 * worth);
    tally.expectedGoals += expectedGoals;
    const outcome = kind < SAVED ? 'saved' : kind < SAVED + BLOCKED ? 'blocked' : 'off_target';
    tally.attempts.push({ played: minute, event: null, outcome, isInside, expectedGoals });
  }
  if (random() < CORNER * strength) tally.corners++;
  if (random() < OFFSIDE * strength) tally.offsides++;
  if (random() < FOUL * (1.5 - share)) tally.fouls++;
  const passes = PASSES * 2 * share * (0.7 + 0.6 * random());
  tally.share += share;
  tally.passes += passes;
  tally.accuratePasses += passes * (0.7 + 0.16 * share + 0.08 * random());
}

function addEvents(key: string, home: Tally, away: Tally, events: readonly FeedMatchEvent[]): void {
  for (const event of events) {
    if (event.period === 'P') continue;
    const tally = event.side === 'home' ? home : away;
    const dice = fraction(`${key} ${event.id} chance`);
    if (isGoal(event) && event.type !== 'own_goal') addGoal(tally, event, dice);
    else if (event.type === 'missed_penalty') addMissedPenalty(tally, event, dice);
    else if (event.type === 'var') tally.offsides++;
    else if (event.type === 'yellow') tally.yellowCards++;
    else if (event.type === 'red' || event.type === 'second_yellow') tally.redCards++;
    if (['yellow', 'red', 'second_yellow'].includes(event.type)) tally.fouls++;
  }
}

function addGoal(tally: Tally, event: FeedMatchEvent, dice: number): void {
  const { type } = event;
  const isInside = type === 'penalty' || dice < 0.87;
  tally.goals++;
  if (isInside) tally.insideBox++;
  const expectedGoals = type === 'penalty' ? PENALTY_EXPECTED : hundredths(isInside ? 0.08 + 0.5 * dice * dice : 0.04);
  tally.expectedGoals += expectedGoals;
  tally.attempts.push({ played: null, event, outcome: 'goal', isInside, expectedGoals });
}

function addMissedPenalty(tally: Tally, event: FeedMatchEvent, dice: number): void {
  const isSaved = dice < 0.75;
  if (isSaved) tally.saved++;
  else tally.off++;
  tally.insideBox++;
  tally.expectedGoals += PENALTY_EXPECTED;
  tally.attempts.push({ played: null, event, outcome: isSaved ? 'saved' : 'off_target', isInside: true, expectedGoals: PENALTY_EXPECTED });
}

/** Each shot is rounded, so that the sum of all shots is the side's number. */
const hundredths = (value: number): number => Math.round(value * 100) / 100;

function numbersOf(tally: Tally, possession: number, saves: number): SideStatistics {
  const onTarget = tally.goals + tally.saved;
  const shots = onTarget + tally.off + tally.blocked;
  const [passes, accurate] = [Math.floor(tally.passes), Math.floor(tally.accuratePasses)];
  return {
    expected_goals: hundredths(tally.expectedGoals),
    possession,
    shots,
    shots_on_target: onTarget,
    shots_off_target: tally.off,
    shots_blocked: tally.blocked,
    shots_inside_box: tally.insideBox,
    shots_outside_box: shots - tally.insideBox,
    corners: tally.corners,
    offsides: tally.offsides,
    fouls: tally.fouls,
    yellow_cards: tally.yellowCards,
    red_cards: tally.redCards,
    saves,
    passes,
    passes_accurate: accurate,
    pass_accuracy: passes === 0 ? 0 : Math.round((100 * accurate) / passes),
  };
}
