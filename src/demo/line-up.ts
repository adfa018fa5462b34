import type { FeedLineup, FeedLineupPlayer } from '#server/modules/match-data/public.ts';
import { coachOf, type Player, squadOf } from './people.ts';
import { pickWeighted, type Random, randomFrom, shuffle } from './seeded-random.ts';

const FORMATIONS = ['4-3-3', '4-4-2', '4-2-3-1', '3-5-2', '3-4-3', '5-3-2', '4-1-4-1'];
const POPULARITY = [26, 20, 26, 10, 8, 5, 5];
const BENCH = 9;

/** Draws a club's starting eleven and bench for a match from its squad. */
export function drawLineup(seed: string, matchId: string, club: { id: string; countryCode: string }): FeedLineup {
  const random = randomFrom(`${seed} ${matchId} lineup ${club.id}`);
  const formation = FORMATIONS[pickWeighted(random, POPULARITY)]!;
  const rows = formation.split('-').map(Number);
  const pool = new Map<Player['position'], Player[]>();
  // Players with lower shirt numbers play more often; `rotate` varies the order a little.
  for (const player of squadOf(seed, club.id, club.countryCode)) pool.set(player.position, [...(pool.get(player.position) ?? []), player]);
  for (const [position, players] of pool) pool.set(position, [...rotate(random, players)]);
  const starters: FeedLineupPlayer[] = [starter(take(pool, 'GK'), '1:1')];
  rows.forEach((size, index) => {
    const position = positionOfRow(index, rows.length);
    for (let column = 1; column <= size; column++) starters.push(starter(take(pool, position), `${index + 2}:${column}`));
  });
  const rest = [...pool.values()].flat();
  const keeper = rest.find((player) => player.position === 'GK');
  const others = shuffle(
    random,
    rest.filter((player) => player.position !== 'GK'),
  );
  const bench = [...(keeper ? [keeper] : []), ...others].slice(0, BENCH).map((player) => ({ ...player, grid: null, starter: false }));
  return { formation, coach: coachOf(seed, club.id, club.countryCode), players: [...starters, ...bench] };
}

const starter = (player: Player, grid: string): FeedLineupPlayer => ({ ...player, grid, starter: true });

function positionOfRow(index: number, rows: number): Player['position'] {
  if (index === 0) return 'DEF';
  return index === rows - 1 ? 'FWD' : 'MID';
}

/** Takes the next player of a position; if the squad has no more, a midfielder or defender takes the place. */
function take(pool: Map<Player['position'], Player[]>, position: Player['position']): Player {
  for (const candidate of [position, 'MID', 'DEF', 'FWD'] as const) {
    const player = pool.get(candidate)?.shift();
    if (player) return player;
  }
  throw new Error('a squad has fewer than eleven players');
}

/** Swaps a few neighbours, so that the first players mostly stay first. */
function rotate(random: () => number, players: Player[]): Player[] {
  const order = [...players];
  for (let i = 0; i < order.length - 1; i++) {
    if (random() < 0.25) [order[i], order[i + 1]] = [order[i + 1]!, order[i]!];
  }
  return order;
}

/** A side's players during a match: on the pitch, cautioned, sent off. Changes as the match is played. */
export interface Eleven {
  onPitch: FeedLineupPlayer[];
  bench: FeedLineupPlayer[];
  cautioned: Set<string>;
  cameOn: Set<string>;
  sentOff: number;
  changes: number;
}

const CHANGES_MAX = 5;
type Weights = Record<FeedLineupPlayer['position'], number>;
const SCORING: Weights = { GK: 0.01, DEF: 1, MID: 3, FWD: 7, OTH: 1 };
const ASSISTING: Weights = { GK: 0.1, DEF: 2, MID: 5, FWD: 4, OTH: 1 };
const DEFENDING: Weights = { GK: 1, DEF: 6, MID: 2, FWD: 0.5, OTH: 1 };
const FOULING: Weights = { GK: 0.3, DEF: 4, MID: 4, FWD: 2, OTH: 1 };

export const createLineupState = (lineup: FeedLineup): Eleven => ({
  onPitch: lineup.players.filter((player) => player.starter),
  bench: lineup.players.filter((player) => !player.starter && player.position !== 'GK'),
  cautioned: new Set(),
  cameOn: new Set(),
  sentOff: 0,
  changes: 0,
});

export const pickScorer = (eleven: Eleven, random: Random): string => pick(random, eleven.onPitch, SCORING).name;

export const pickAssistant = (eleven: Eleven, random: Random, scorer: string): string =>
  pick(
    random,
    eleven.onPitch.filter((player) => player.name !== scorer),
    ASSISTING,
  ).name;

export const pickUnluckyDefender = (eleven: Eleven, random: Random): string => pick(random, eleven.onPitch, DEFENDING).name;

/** Shows a yellow card; the second one sends the player off. A cautioned player is less likely to get another. */
export function caution(eleven: Eleven, random: Random): { name: string; isSecond: boolean } {
  const player = pick(random, eleven.onPitch, FOULING);
  const isSecond = eleven.cautioned.has(player.name) && random() < 0.4;
  if (isSecond) {
    leave(eleven, player);
    return { name: player.name, isSecond };
  }
  const fresh = eleven.onPitch.filter((other) => !eleven.cautioned.has(other.name));
  const cautioned = eleven.cautioned.has(player.name) && fresh.length > 0 ? pick(random, fresh, FOULING) : player;
  eleven.cautioned.add(cautioned.name);
  return { name: cautioned.name, isSecond: false };
}

export function sendOff(eleven: Eleven, random: Random): string {
  const player = pick(random, eleven.onPitch, FOULING);
  leave(eleven, player);
  return player.name;
}

/** Substitutes a player if the side may still do so. A player who came on is never taken off. */
export function substitute(eleven: Eleven, random: Random): { off: string; on: string } | null {
  const leaving = eleven.onPitch.filter((player) => player.position !== 'GK' && !eleven.cameOn.has(player.name));
  if (eleven.changes >= CHANGES_MAX || eleven.bench.length === 0 || leaving.length === 0) return null;
  const off = leaving[Math.floor(random() * leaving.length)]!;
  const on = eleven.bench.find((player) => player.position === off.position) ?? eleven.bench[0]!;
  eleven.onPitch = eleven.onPitch.map((player) => (player === off ? on : player));
  eleven.bench = eleven.bench.filter((player) => player !== on);
  eleven.cameOn.add(on.name);
  eleven.changes++;
  return { off: off.name, on: on.name };
}

/** Returns the player who takes a side's nth kick of the shoot-out: forwards first, the keeper last, then from the start again. */
export function kickerOf(eleven: Eleven, kick: number): string {
  const order = ['FWD', 'MID', 'DEF', 'OTH', 'GK'].flatMap((position) => eleven.onPitch.filter((player) => player.position === position));
  return order[(kick - 1) % order.length]!.name;
}

function leave(eleven: Eleven, player: FeedLineupPlayer): void {
  eleven.onPitch = eleven.onPitch.filter((other) => other !== player);
  eleven.sentOff++;
}

const pick = (random: Random, players: FeedLineupPlayer[], weights: Weights): FeedLineupPlayer =>
  players[
    pickWeighted(
      random,
      players.map((player) => weights[player.position]),
    )
  ]!;
