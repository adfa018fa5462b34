import type { MatchStatus } from '#domain/matches/match-status.ts';
import type { FeedMatchEvent } from '#server/modules/match-data/public.ts';
import type { Ending } from './endings.ts';
import { integer, type Random, randomFrom } from './seeded-random.ts';
import { FIRST_MINUTE, type PlayPart, REGULAR_MINUTES, type SimulatedEvent, type Simulation } from './simulation.ts';

/** The state from `at` on. All times here are minutes of match time after the planned kick-off. */
export interface Step {
  at: number;
  status: MatchStatus;
  /** The kick-off as announced then; null while it is undecided. */
  kickoff: number | null;
  /** Minutes played when the step began, and whether the clock runs; null outside play. */
  clock: { part: PlayPart; offset: number; runs: boolean } | null;
}

export interface TimedEvent {
  at: number;
  /** When the event is cancelled; infinity for most. */
  until: number;
  event: FeedMatchEvent;
}

/** A match from its announcement to its end, planned in advance. */
export interface Timeline {
  steps: Step[];
  events: TimedEvent[];
  /** When each part of the match ended; absent if never reached. */
  partEnds: Partial<Record<PlayPart, number>>;
  shootOutAt: number | null;
  /** A score awarded without play. */
  awarded: { at: number; score: [number, number] } | null;
}

interface Draft extends Timeline {
  random: Random;
  kickoff: number | null;
}

interface Pause {
  part: PlayPart;
  offset: number;
  minutes: number;
  status: 'susp' | 'int';
}

const HALF_TIME = 15;
const BREAK = 3;
const EXTRA_TIME_BREAK = 1;

/** Lays out a simulated match in time, with delays, pauses and other incidents. */
export function layOut(key: string, ending: Ending, simulation: Simulation): Timeline {
  const draft: Draft = {
    random: randomFrom(`${key} timeline`),
    kickoff: 0,
    steps: [{ at: Number.NEGATIVE_INFINITY, status: 'ns', kickoff: 0, clock: null }],
    events: [],
    partEnds: {},
    shootOutAt: null,
    awarded: null,
  };
  const startAt = prepare(draft, ending);
  if (startAt !== null) {
    const finalAt = playOut(draft, simulation, startAt, pauseOf(draft.random, ending));
    afterwards(draft, ending, finalAt);
  }
  if (ending === 'live_only') draft.steps = draft.steps.map((step) => (isOnPitch(step.status) ? { ...step, status: 'live' } : step));
  const { steps, events, partEnds, shootOutAt, awarded } = draft;
  return { steps, events: events.sort((a, b) => a.at - b.at), partEnds, shootOutAt, awarded };
}

const isOnPitch = (status: MatchStatus) => status === 'h1' || status === 'ht' || status === 'h2';

function step(draft: Draft, at: number, status: MatchStatus, clock: Step['clock'] = null): void {
  draft.steps.push({ at, status, kickoff: draft.kickoff, clock });
}

/** Adds what happens before the match starts. Returns its start, or null if it never starts. */
function prepare(draft: Draft, ending: Ending): number | null {
  const { random } = draft;
  if (ending === 'to_be_decided') {
    draft.steps = [{ at: Number.NEGATIVE_INFINITY, status: 'tbd', kickoff: null, clock: null }];
    step(draft, -180, 'ns');
    return 0;
  }
  if (ending === 'postponed_new_time') {
    step(draft, -20, 'pst');
    draft.kickoff = integer(random, 24, 40) * 5;
    step(draft, integer(random, 40, 60), 'ns');
    return draft.kickoff;
  }
  if (ending === 'delayed') return integer(random, 22, 40);
  const end = notPlayed(draft, ending);
  if (end === null) return 0;
  step(draft, end.at, end.status);
  if (ending === 'postponed') step(draft, 1800, 'canc');
  if (end.status === 'awd') draft.awarded = { at: end.at, score: random() < 0.5 ? [3, 0] : [0, 3] };
  return null;
}

function notPlayed({ random }: Draft, ending: Ending): { at: number; status: MatchStatus } | null {
  if (ending === 'cancelled') return { at: -integer(random, 10, 45), status: 'canc' };
  if (ending === 'walkover') return { at: -5, status: 'wo' };
  if (ending === 'awarded_before') return { at: 5, status: 'awd' };
  // Later than the five hours after which a contest is given up.
  if (ending === 'never_started') return { at: 330, status: 'canc' };
  if (ending === 'postponed') return { at: -30, status: 'pst' };
  return null;
}

function pauseOf(random: Random, ending: Ending): Pause | null {
  if (ending === 'interrupted') return { part: 'H1', offset: integer(random, 15, 35), minutes: integer(random, 10, 16), status: 'int' };
  if (ending === 'suspended_resumed') {
    return { part: 'H1', offset: integer(random, 20, 40), minutes: integer(random, 40, 110), status: 'susp' };
  }
  if (ending === 'abandoned') return { part: 'H2', offset: integer(random, 10, 30), minutes: Number.POSITIVE_INFINITY, status: 'susp' };
  return null;
}

/** Plays all parts from `startAt`. Returns the time of the final whistle, or null if there is none. */
function playOut(draft: Draft, simulation: Simulation, startAt: number, pause: Pause | null): number | null {
  const { lengths, shootOut } = simulation;
  const events = groupByPart(simulation.events);
  const play = (part: PlayPart, at: number) => playPart(draft, part, lengths[part]!, at, pause?.part === part ? pause : null, events);
  let at = play('H1', startAt);
  step(draft, at, 'ht');
  at = play('H2', at + HALF_TIME);
  if (!Number.isFinite(at)) return null;
  if (lengths.E1 === undefined) {
    step(draft, at, 'ft');
    return at;
  }
  step(draft, at, 'bt');
  at = play('E1', at + BREAK);
  step(draft, at, 'bt');
  at = play('E2', at + EXTRA_TIME_BREAK);
  if (shootOut === null) {
    step(draft, at, 'aet');
    return at;
  }
  step(draft, at, 'bt');
  draft.shootOutAt = at + BREAK;
  step(draft, draft.shootOutAt, 'p');
  const kicks = events.get('P') ?? [];
  const firstKickAt = draft.shootOutAt + 0.5;
  draft.events.push(...kicks.map((kick, index) => timed(kick, firstKickAt + index)));
  step(draft, draft.shootOutAt + kicks.length, 'pen');
  return draft.shootOutAt + kicks.length;
}

/** Plays a part; a pause in it delays what follows. Returns the time at which the part ends. */
function playPart(
  draft: Draft,
  part: PlayPart,
  length: number,
  startAt: number,
  pause: Pause | null,
  events: Map<SimulatedEvent['part'], SimulatedEvent[]>,
): number {
  const status = part === 'H1' ? 'h1' : part === 'H2' ? 'h2' : 'et';
  const whenPlayed = (offset: number) => startAt + offset + (pause !== null && offset > pause.offset ? pause.minutes : 0);
  step(draft, startAt, status, { part, offset: 0, runs: true });
  if (pause !== null) {
    const pausedAt = startAt + pause.offset;
    step(draft, pausedAt, pause.status, { part, offset: pause.offset, runs: false });
    if (Number.isFinite(pause.minutes)) step(draft, pausedAt + pause.minutes, status, { part, offset: pause.offset, runs: true });
    else step(draft, pausedAt + 30, 'abd');
  }
  for (const event of events.get(part) ?? []) {
    const at = whenPlayed(event.offset);
    if (Number.isFinite(at)) draft.events.push(timed(event, at, event.cancelledAfter));
  }
  const end = whenPlayed(length);
  if (Number.isFinite(end)) draft.partEnds[part] = end;
  return end;
}

function afterwards(draft: Draft, ending: Ending, finalAt: number | null): void {
  if (finalAt === null) return;
  if (ending === 'awarded_after') step(draft, finalAt + 20, 'awd');
  if (ending !== 'corrected') return;
  // Later than any settlement delay, and within the hour.
  const correctedAt = finalAt + integer(draft.random, 20, 60);
  const goals = draft.events.filter(({ event, until }) => event.period === 'H2' && isGoal(event) && until === Number.POSITIVE_INFINITY);
  const last = goals.reduce((a, b) => (a.at > b.at ? a : b));
  last.until = correctedAt;
  const side = last.event.type === 'own_goal' ? (last.event.side === 'home' ? 'away' : 'home') : last.event.side;
  const detail = 'Goal cancelled';
  draft.events.push({
    at: correctedAt,
    until: Number.POSITIVE_INFINITY,
    event: { ...last.event, id: `${last.event.id}c`, type: 'var', side, other: null, detail },
  });
}

/** Returns whether an event is a goal of the match; kicks of a shoot-out are not. */
export const isGoal = (event: FeedMatchEvent): boolean =>
  event.period !== 'P' && (event.type === 'goal' || event.type === 'penalty' || event.type === 'own_goal');

function groupByPart(events: SimulatedEvent[]): Map<SimulatedEvent['part'], SimulatedEvent[]> {
  const parts = new Map<SimulatedEvent['part'], SimulatedEvent[]>();
  for (const event of events) parts.set(event.part, [...(parts.get(event.part) ?? []), event]);
  return parts;
}

function timed({ id, type, side, part, offset, player, other, detail }: SimulatedEvent, at: number, cancelledAfter?: number): TimedEvent {
  const clock = part === 'P' ? { minute: 120, stoppage: null } : clockOf(part, offset);
  const period = part === 'E1' || part === 'E2' ? 'ET' : part;
  return {
    at,
    until: cancelledAfter === undefined ? Number.POSITIVE_INFINITY : at + cancelledAfter,
    event: { id, type, side, period, ...clock, player, other, detail },
  };
}

/** Returns the minute as usually displayed: the first minute is 1, and stoppage time starts beyond the regular end. */
export function clockOf(part: PlayPart, offset: number): { minute: number; stoppage: number | null } {
  const played = Math.floor(offset) + 1;
  const end = FIRST_MINUTE[part] + REGULAR_MINUTES[part];
  if (played <= REGULAR_MINUTES[part]) return { minute: FIRST_MINUTE[part] + played, stoppage: null };
  return { minute: end, stoppage: played - REGULAR_MINUTES[part] };
}
