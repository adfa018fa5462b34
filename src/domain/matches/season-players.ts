import type { MatchEvent } from './match-details.ts';
import type { RatedPlayer } from './player-marks.ts';
import { findPlayer } from './player-names.ts';
import type { LineupPlayer, SquadPlayer } from './probable-lineup.ts';
import type { Side } from './sport.ts';

/** What is known of a team in one of its matches. */
export interface TeamInMatch {
  side: Side;
  /** The official line-up; empty if none was told. */
  lineup: readonly LineupPlayer[];
  /** Events of both sides. */
  events: readonly MatchEvent[];
  ratings: readonly RatedPlayer[];
}

/** A player's season in one team. */
export interface SeasonPlayer {
  name: string;
  number: number | null;
  /** Null for players known from events only. */
  position: LineupPlayer['position'] | null;
  starts: number;
  /** Starts, and matches in which the player came on. */
  appearances: number;
  /** Includes penalties; own goals and shoot-outs never count. */
  goals: number;
  penalties: number;
  assists: number;
  yellowCards: number;
  /** Includes second yellow cards. */
  redCards: number;
  /** Mean of the provider's ratings, 0 to 10, and the number of rated matches; null if there are none. */
  rating: { mean: number; matches: number } | null;
}

/** Players of feeds have no ids: one name is one player of a team. */
interface Known extends SeasonPlayer {
  ratings: number[];
}

/**
 * Returns a team's players from its matches, in playing order, and from its squad: those of the latest line-up that names them, with its
 * number and position. A shortened name counts for the only player whom it fits; a name that fits nobody is a player of its own, and one
 * that fits several counts for none of them.
 */
export function seasonPlayers(matches: readonly TeamInMatch[], squad: readonly SquadPlayer[]): SeasonPlayer[] {
  const players: Known[] = [];
  const of = (name: string): Known | null => {
    const found = findPlayer(players, { name });
    if (found !== null) return found;
    const isTold = players.some((player) => findPlayer([player], { name }) !== null);
    return isTold ? null : add(players, { name, number: null, position: null });
  };
  for (const player of squad) add(players, player);
  for (const { lineup } of matches) for (const player of lineup) join(players, player);
  for (const match of matches) count(match, of);
  return players.map(({ ratings, ...player }) => ({ ...player, rating: meanOf(ratings) }));
}

type Named = Pick<SeasonPlayer, 'name' | 'number' | 'position'>;

function add(players: Known[], { name, number, position }: Named): Known {
  const player: Known = {
    ...{ name, number, position, starts: 0, appearances: 0, goals: 0, penalties: 0, assists: 0, yellowCards: 0, redCards: 0 },
    ...{ rating: null, ratings: [] },
  };
  players.push(player);
  return player;
}

/** Adds a player of a line-up, or updates the one known by this name: shirts and positions change during a season. */
function join(players: Known[], { name, number, position }: LineupPlayer): void {
  const known = findPlayer(players, { name });
  if (known === null) add(players, { name, number, position });
  else Object.assign(known, { number: number ?? known.number, position });
}

function count({ side, lineup, events, ratings }: TeamInMatch, of: (name: string) => Known | null): void {
  const own = events.filter((event) => event.side === side && event.period !== 'P');
  const playing = new Set<Known | null>();
  for (const { name } of lineup.filter(({ starter }) => starter)) {
    const player = of(name);
    if (player !== null && !playing.has(player)) player.starts++;
    playing.add(player);
  }
  for (const { type, other } of own) if (type === 'substitution' && other !== null) playing.add(of(other));
  for (const player of playing) if (player !== null) player.appearances++;
  for (const { player, type } of own) if (player !== null) apply(type, of(player));
  for (const name of assistsOf(own)) {
    const player = of(name);
    if (player !== null) player.assists++;
  }
  for (const { name, rating } of ratings) if (rating !== null) of(name)?.ratings.push(rating);
}

function apply(type: MatchEvent['type'], player: Known | null): void {
  if (player === null) return;
  if (type === 'goal' || type === 'penalty') player.goals++;
  if (type === 'penalty') player.penalties++;
  if (type === 'yellow') player.yellowCards++;
  if (type === 'red' || type === 'second_yellow') player.redCards++;
}

/** Returns who gave the assists, one name each. A feed may send an assist with its goal, as its own event, or both; it counts once. */
function assistsOf(events: readonly MatchEvent[]): string[] {
  const assists = new Map<string, string>();
  for (const { type, player, other, period, minute, stoppage } of events) {
    const name = type === 'assist' ? player : type === 'goal' ? other : null;
    if (name !== null) assists.set(JSON.stringify([period, minute, stoppage, name]), name);
  }
  return [...assists.values()];
}

const meanOf = (ratings: readonly number[]): SeasonPlayer['rating'] =>
  ratings.length === 0 ? null : { mean: ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length, matches: ratings.length };
