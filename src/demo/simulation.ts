import type { MatchEventType } from '#domain/matches/match-details.ts';
import type { Side } from '#domain/matches/sport.ts';
import type { FeedLineup } from '#server/modules/match-data/public.ts';
import type { Ending } from './endings.ts';
import {
  caution,
  createLineupState,
  type Eleven,
  kickerOf,
  pickAssistant,
  pickScorer,
  pickUnluckyDefender,
  sendOff,
  substitute,
} from './line-up.ts';
import { integer, type Random, randomFrom } from './seeded-random.ts';

/** The parts of play, in the order in which they are played. */
const PLAY_PARTS = ['H1', 'H2', 'E1', 'E2'] as const;
export type PlayPart = (typeof PLAY_PARTS)[number];
export const REGULAR_MINUTES: Record<PlayPart, number> = { H1: 45, H2: 45, E1: 15, E2: 15 };
export const FIRST_MINUTE: Record<PlayPart, number> = { H1: 0, H2: 45, E1: 90, E2: 105 };

export interface SimulatedEvent {
  id: string;
  type: MatchEventType;
  side: Side;
  part: PlayPart | 'P';
  /** Minutes of play since the part began; in the shoot-out, the number of the kick. */
  offset: number;
  player: string | null;
  other: string | null;
  detail: string | null;
  /** Set for a goal that the video referee cancels: the minutes until then. */
  cancelledAfter?: number;
}

export interface Simulation {
  /** Minutes played in each part; extra time is empty if there was none. */
  lengths: Partial<Record<PlayPart, number>>;
  events: SimulatedEvent[];
  goals: Record<PlayPart, [home: number, away: number]>;
  shootOut: [home: number, away: number] | null;
}

export interface SimulationInput {
  key: string;
  ending: Ending;
  expected: [home: number, away: number];
  lineups: { home: FeedLineup; away: FeedLineup };
}

/** Enough attempts for an ending that one match in eight has without help. */
const ATTEMPTS_AS_EXPECTED = 100;

/** Expected goals of two equal sides, which make each ending likely enough. */
const EVEN_DAY: [home: number, away: number] = [1.2, 1.2];

/**
 * Plays a match minute by minute. An ending that needs certain goals is replayed until it has them: first with the expected goals of
 * the sides, then, if these are so far apart that the ending is too rare, with those of equal sides.
 */
export function simulate(input: SimulationInput): Simulation {
  for (let attempt = 0; ; attempt++) {
    const expected = attempt < ATTEMPTS_AS_EXPECTED ? input.expected : EVEN_DAY;
    const simulation = play({ ...input, expected }, randomFrom(`${input.key} play ${attempt}`));
    if (fits(simulation, input.ending)) return simulation;
  }
}

function fits(simulation: Simulation, ending: Ending): boolean {
  if (ending === 'shoot_out') return simulation.shootOut !== null;
  if (ending === 'extra_time') return simulation.lengths.E1 !== undefined && simulation.shootOut === null;
  // The correction cancels a goal of the second half.
  if (ending === 'corrected') return simulation.goals.H2[0] + simulation.goals.H2[1] > 0;
  return true;
}

interface Play {
  random: Random;
  elevens: Record<Side, Eleven>;
  perMinute: [home: number, away: number];
  simulation: Simulation;
}

function play({ ending, expected, lineups }: SimulationInput, random: Random): Simulation {
  const simulation: Simulation = {
    lengths: {},
    events: [],
    goals: { H1: [0, 0], H2: [0, 0], E1: [0, 0], E2: [0, 0] },
    shootOut: null,
  };
  const game: Play = {
    random,
    elevens: { home: createLineupState(lineups.home), away: createLineupState(lineups.away) },
    perMinute: [expected[0] / 96, expected[1] / 96],
    simulation,
  };
  playPart(game, 'H1', integer(random, 1, 4));
  playPart(game, 'H2', integer(random, 2, 7));
  const toAnEnd = ending === 'knockout' || ending === 'extra_time' || ending === 'shoot_out';
  if (!toAnEnd || !isLevel(simulation)) return simulation;
  playPart(game, 'E1', integer(random, 0, 2));
  playPart(game, 'E2', integer(random, 1, 3));
  if (isLevel(simulation)) simulation.shootOut = playShootOut(game);
  return simulation;
}

const total = (simulation: Simulation, side: 0 | 1) => PLAY_PARTS.reduce((sum, part) => sum + simulation.goals[part][side], 0);
const isLevel = (simulation: Simulation) => total(simulation, 0) === total(simulation, 1);

function playPart(game: Play, part: PlayPart, stoppage: number): void {
  const length = REGULAR_MINUTES[part] + stoppage;
  game.simulation.lengths[part] = length;
  for (let minute = 0; minute < length; minute++) {
    for (const side of ['home', 'away'] as const) playMinute(game, part, minute, length, side);
  }
}

/** Plays a minute of one side, in which at most one thing happens. */
function playMinute(game: Play, part: PlayPart, minute: number, length: number, side: Side): void {
  const { random } = game;
  const clock = FIRST_MINUTE[part] + minute;
  const offset = minute + random();
  const goal = goalRate(game, side, clock);
  const dice = random();
  if (dice < goal) scoreGoal(game, part, offset, side);
  else if (dice < goal * 1.035) record(game, 'missed_penalty', part, offset, side, { player: pickScorer(game.elevens[side], random) });
  // Not near the end of a part, where the video referee would decide only after the whistle.
  else if (dice < goal * 1.085 && minute < length - 6) cancelGoal(game, part, offset, side);
  else if (random() < 0.0205 * (0.55 + clock / 100)) showYellow(game, part, offset, side);
  else if (random() < 0.0005) record(game, 'red', part, offset, side, { player: sendOff(game.elevens[side], random) });
  else if (part !== 'H1' && random() < substitutionRate(clock)) exchange(game, part, offset, side);
}

/**
 * Returns the chance of a goal: higher late in the match, when behind and against ten players, lower when well ahead. The factors
 * keep the average about the same.
 */
function goalRate(game: Play, side: Side, clock: number): number {
  const index = side === 'home' ? 0 : 1;
  const lead = total(game.simulation, index) - total(game.simulation, index === 0 ? 1 : 0);
  let rate = game.perMinute[index] * (0.82 + (0.36 * clock) / 96);
  if (lead === -1) rate *= 1.06;
  if (lead >= 2) rate *= 0.93;
  rate *= 0.72 ** game.elevens[side].sentOff;
  return rate * 1.22 ** game.elevens[side === 'home' ? 'away' : 'home'].sentOff;
}

/** Most substitutions are made between minute 60 and the last ten minutes. */
const substitutionRate = (clock: number): number => {
  if (clock < 56) return 0.01;
  return clock < 85 ? 0.095 : 0.04;
};

function scoreGoal(game: Play, part: PlayPart, offset: number, side: Side): void {
  const { random, elevens } = game;
  const other: Side = side === 'home' ? 'away' : 'home';
  game.simulation.goals[part][side === 'home' ? 0 : 1]++;
  const kind = random();
  // As usual, an own goal is recorded for the side of the player who scored it.
  if (kind < 0.03) {
    record(game, 'own_goal', part, offset, other, { player: pickUnluckyDefender(elevens[other], random) });
    return;
  }
  const player = pickScorer(elevens[side], random);
  if (kind < 0.12) record(game, 'penalty', part, offset, side, { player });
  else record(game, 'goal', part, offset, side, { player, other: random() < 0.7 ? pickAssistant(elevens[side], random, player) : null });
}

function cancelGoal(game: Play, part: PlayPart, offset: number, side: Side): void {
  const cancelledAfter = 1.2 + game.random() * 1.6;
  const player = pickScorer(game.elevens[side], game.random);
  record(game, 'goal', part, offset, side, { player, cancelledAfter });
  record(game, 'var', part, offset + cancelledAfter, side, { player, detail: 'Goal cancelled' });
}

function showYellow(game: Play, part: PlayPart, offset: number, side: Side): void {
  const { name, isSecond } = caution(game.elevens[side], game.random);
  record(game, isSecond ? 'second_yellow' : 'yellow', part, offset, side, { player: name });
}

function exchange(game: Play, part: PlayPart, offset: number, side: Side): void {
  const change = substitute(game.elevens[side], game.random);
  if (change) record(game, 'substitution', part, offset, side, { player: change.off, other: change.on });
}

/** Plays a shoot-out: five kicks each, then one each until it is decided. Returns the goals. */
function playShootOut(game: Play): [number, number] {
  const { random, elevens } = game;
  const scored: [number, number] = [0, 0];
  const taken: [number, number] = [0, 0];
  const first = random() < 0.5 ? 0 : 1;
  for (let kick = 0; ; kick++) {
    const index = (kick + first) % 2 === 0 ? 0 : 1;
    const side: Side = index === 0 ? 'home' : 'away';
    const isIn = random() < 0.75;
    taken[index]++;
    if (isIn) scored[index]++;
    record(game, isIn ? 'penalty' : 'missed_penalty', 'P', kick, side, { player: kickerOf(elevens[side], taken[index]) });
    const left: [number, number] = [Math.max(5 - taken[0], 0), Math.max(5 - taken[1], 0)];
    const isDecided = scored[0] > scored[1] + left[1] || scored[1] > scored[0] + left[0];
    const isSuddenDeath = taken[0] >= 5 && taken[1] >= 5;
    if (isDecided && (!isSuddenDeath || taken[0] === taken[1])) return scored;
  }
}

function record(
  game: Play,
  type: MatchEventType,
  part: PlayPart | 'P',
  offset: number,
  side: Side,
  rest: { player: string | null; other?: string | null; detail?: string | null; cancelledAfter?: number },
): void {
  const { events } = game.simulation;
  const { player, other = null, detail = null, cancelledAfter } = rest;
  events.push({
    id: `e${events.length + 1}`,
    type,
    side,
    part,
    offset,
    player,
    other,
    detail,
    ...(cancelledAfter ? { cancelledAfter } : {}),
  });
}
