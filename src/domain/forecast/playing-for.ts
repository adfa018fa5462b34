import type { Zone, ZoneKind } from '#domain/matches/league-rules.ts';
import type { PlaceBounds } from './season-bounds.ts';
import { placeProbability } from './season-simulation.ts';

/** What a team can reach or must avoid. `title` is first place in a league whose rules give it no name of its own. */
export type AimKind = ZoneKind | 'title';

export interface Aim {
  kind: AimKind;
  /** The places that reach it or better, or for one to avoid, those in it or worse. */
  from: number;
  to: number;
  /** Whether the team wants to avoid it. */
  isBad: boolean;
  /** Probability, 0 to 1, of a place from `from` to `to`. */
  probability: number;
  /** Mathematically; `open` also where the simulations never or always got there. */
  state: 'certain' | 'impossible' | 'open';
}

export interface Finish {
  /** Number of simulated seasons in each place, first place first. */
  places: readonly number[];
  /** Null if nothing is certain. */
  bounds: PlaceBounds | null;
}

/** Returns how likely a place from `from` to `to` is, both included, and whether that is decided. */
export function chanceOf({ places, bounds }: Finish, from: number, to: number): Pick<Aim, 'probability' | 'state'> {
  const isIn = bounds !== null && bounds.best >= from && bounds.worst <= to;
  const isOut = bounds !== null && (bounds.worst < from || bounds.best > to);
  return { probability: placeProbability(places, from, to) ?? 0, state: isIn ? 'certain' : isOut ? 'impossible' : 'open' };
}

export const isBadZone = (kind: AimKind): boolean => kind === 'relegation' || kind === 'relegation_playoff';

/** Returns the aims of a league's rules for one team, from the top of the table down. */
export function aimsOf(finish: Finish, zones: readonly Zone[]): Aim[] {
  const teams = finish.places.length;
  const aim = (kind: AimKind, from: number, to: number): Aim => ({ kind, from, to, isBad: isBadZone(kind), ...chanceOf(finish, from, to) });
  const inTable = zones.filter(({ from }) => from <= teams).toSorted((a, b) => a.from - b.from);
  const named = inTable.map(({ kind, from, to }) => (isBadZone(kind) ? aim(kind, from, teams) : aim(kind, 1, Math.min(to, teams))));
  const hasTitle = inTable.some(({ from, to }) => from === 1 && to === 1);
  return hasTitle ? named : [aim('title', 1, 1), ...named];
}

/** What a team plays for, for one sentence. Aims are in the order of the table. */
export interface PlayingFor {
  /** The best that is certain, or the relegation that is. */
  secured: Aim | null;
  /** What is all but certain though it could still fail mathematically; null if something is secured that says as much. */
  near: Aim | null;
  /** What is undecided, at most two: the least decided ones. */
  open: Aim[];
}

/** Below this probability an aim is out of reach for a sentence, and above its complement all but reached. */
const SAID_MIN = 0.03;
const OPEN_MAX = 2;

/** Returns what is worth saying. Everything empty: nothing is left to play for. */
export function playingFor(aims: readonly Aim[]): PlayingFor {
  const certain = aims.filter(({ state }) => state === 'certain');
  const secured = certain.findLast(({ isBad }) => isBad) ?? certain[0] ?? null;
  const undecided = aims.filter(({ state }) => state === 'open');
  const open = undecided
    .filter(({ probability }) => probability >= SAID_MIN && probability <= 1 - SAID_MIN)
    .toSorted((a, b) => Math.abs(a.probability - 0.5) - Math.abs(b.probability - 0.5))
    .slice(0, OPEN_MAX);
  const likely = undecided.filter(({ probability }) => probability > 1 - SAID_MIN);
  const near = likely.findLast(({ isBad }) => isBad) ?? likely[0] ?? null;
  return { secured, near: isBetter(near, secured) ? near : null, open: aims.filter((aim) => open.includes(aim)) };
}

/** Whether an aim says more than what is secured: it is higher up the table, or the only one. */
const isBetter = (near: Aim | null, secured: Aim | null): boolean =>
  near !== null && (secured === null || (near.isBad ? !secured.isBad : near.to < secured.to));
