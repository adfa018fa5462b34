import type { MatchEvent } from './match-details.ts';
import type { RatedPlayer } from './player-marks.ts';
import { findPlayer } from './player-names.ts';
import type { MatchClock } from './pressure.ts';
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
  /** The length of a match that was played to its end: 90 minutes, 120 with extra time; null of others. */
  lengthMinutes: number | null;
}

/** A player as a line-up or a squad names one; the position is null for players known from events and ratings only. */
interface Named {
  name: string;
  number: number | null;
  position: LineupPlayer['position'] | null;
}

/** What a player did in a match. */
export interface PlayerMatch<M extends TeamInMatch = TeamInMatch> {
  match: M;
  /** Null if no official line-up names the player and the player did not come on. */
  role: 'starter' | 'substitute' | 'bench' | null;
  /** Whether the player started, came on, or played minutes that a provider counted. */
  hasPlayed: boolean;
  /** Includes penalties; own goals and shoot-outs never count. */
  goals: number;
  penalties: number;
  ownGoals: number;
  assists: number;
  yellowCards: number;
  /** Includes second yellow cards. */
  redCards: number;
  /** The latest card. */
  card: 'yellow' | 'second_yellow' | 'red' | null;
  /** When the player came on, and when the player was substituted or sent off. */
  cameOn: MatchClock | null;
  wentOff: MatchClock | null;
  /** The provider's rating, 0 to 10. */
  rating: number | null;
  /** Minutes played, without stoppage time; null if they are not known. */
  minutes: number | null;
}

/** A player with the matches that name the player, in the given order. */
export interface KnownPlayer<M extends TeamInMatch = TeamInMatch> extends Named {
  matches: PlayerMatch<M>[];
}

/** What a player did in several matches. */
export interface PlayerTotals extends Pick<PlayerMatch, 'goals' | 'penalties' | 'assists' | 'yellowCards' | 'redCards'> {
  starts: number;
  appearances: number;
  /** The sum of the known minutes, and the number of matches it covers; null if none are known. */
  minutes: { played: number; matches: number } | null;
  /** Mean of the provider's ratings, 0 to 10, and the number of rated matches; null if there are none. */
  rating: { mean: number; matches: number } | null;
}

/** A player's season in one team. */
export interface SeasonPlayer extends Named, PlayerTotals {}

/** Returns a team's players with the totals of these matches; see `playersInMatches`. */
export const seasonPlayers = (matches: readonly TeamInMatch[], squad: readonly SquadPlayer[]): SeasonPlayer[] =>
  playersInMatches(matches, squad).map(({ matches: own, ...player }) => ({ ...player, ...totalsOf(own) }));

/**
 * Returns a team's players from its matches, in playing order, and from its squad: those of the latest line-up that names them, with its
 * number and position. Feeds give players no ids: one name is one player of a team. A shortened name counts for the only player whom it
 * fits; a name that fits nobody is a player of its own, and one that fits several counts for none of them.
 */
export function playersInMatches<M extends TeamInMatch>(matches: readonly M[], squad: readonly SquadPlayer[]): KnownPlayer<M>[] {
  const players: KnownPlayer<M>[] = [];
  const of = (name: string): KnownPlayer<M> | null => {
    const found = findPlayer(players, { name });
    if (found !== null) return found;
    const isTold = players.some((player) => findPlayer([player], { name }) !== null);
    return isTold ? null : add(players, { name, number: null, position: null });
  };
  for (const player of squad) add(players, player);
  for (const { lineup } of matches) for (const player of lineup) join(players, player);
  for (const match of matches) count(match, of);
  return players;
}

/** Adds up what a player did. */
export function totalsOf(matches: readonly PlayerMatch[]): PlayerTotals {
  const sum = (of: (match: PlayerMatch) => number) => matches.reduce((total, match) => total + of(match), 0);
  const timed = matches.flatMap(({ minutes, hasPlayed }) => (minutes === null || !hasPlayed ? [] : [minutes]));
  const ratings = matches.flatMap(({ rating }) => (rating === null ? [] : [rating]));
  const total = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
  return {
    starts: sum(({ role }) => Number(role === 'starter')),
    appearances: sum(({ hasPlayed }) => Number(hasPlayed)),
    goals: sum(({ goals }) => goals),
    penalties: sum(({ penalties }) => penalties),
    assists: sum(({ assists }) => assists),
    yellowCards: sum(({ yellowCards }) => yellowCards),
    redCards: sum(({ redCards }) => redCards),
    minutes: timed.length === 0 ? null : { played: total(timed), matches: timed.length },
    rating: ratings.length === 0 ? null : { mean: total(ratings) / ratings.length, matches: ratings.length },
  };
}

function add<M extends TeamInMatch>(players: KnownPlayer<M>[], { name, number, position }: Named): KnownPlayer<M> {
  const player: KnownPlayer<M> = { name, number, position, matches: [] };
  players.push(player);
  return player;
}

/** Adds a player of a line-up, or updates the one known by this name: shirts and positions change during a season. */
function join<M extends TeamInMatch>(players: KnownPlayer<M>[], { name, number, position }: LineupPlayer): void {
  const known = findPlayer(players, { name });
  if (known === null) add(players, { name, number, position });
  else Object.assign(known, { number: number ?? known.number, position });
}

function count<M extends TeamInMatch>(match: M, of: (name: string) => KnownPlayer<M> | null): void {
  const { side, lineup, events, ratings, lengthMinutes } = match;
  const own = events.filter((event) => event.side === side && event.period !== 'P');
  const told = new Map<KnownPlayer<M>, PlayerMatch<M>>();
  const inMatch = (name: string | null): PlayerMatch<M> | null => {
    const player = name === null ? null : of(name);
    if (player === null) return null;
    const known = told.get(player) ?? { match, ...NOTHING };
    told.set(player, known);
    return known;
  };
  for (const { name, starter } of lineup) {
    const player = inMatch(name);
    if (player !== null && starter) Object.assign(player, { role: 'starter', hasPlayed: true });
    else if (player !== null) player.role ??= 'bench';
  }
  for (const event of own) apply(event, inMatch(event.player), event.type === 'substitution' ? inMatch(event.other) : null);
  for (const name of assistsOf(own)) {
    const player = inMatch(name);
    if (player !== null) player.assists++;
  }
  for (const { name, rating, minutes } of ratings) {
    const player = inMatch(name);
    if (player !== null) Object.assign(player, { rating, minutes, hasPlayed: player.hasPlayed || (minutes ?? 0) > 0 });
  }
  // Without any substitution the feed may tell none, and starters may have gone off.
  const isCounted = lengthMinutes !== null && lineup.length > 0 && own.some(({ type }) => type === 'substitution');
  for (const [player, marks] of told) {
    if (isCounted && marks.hasPlayed) marks.minutes ??= minutesBetween(marks, lengthMinutes);
    player.matches.push(marks);
  }
}

const NOTHING = {
  ...{ role: null, hasPlayed: false, goals: 0, penalties: 0, ownGoals: 0, assists: 0, yellowCards: 0, redCards: 0 },
  ...{ card: null, cameOn: null, wentOff: null, rating: null, minutes: null },
};

/** Who comes on in the last minute has played one. */
const minutesBetween = ({ cameOn, wentOff }: PlayerMatch, lengthMinutes: number): number =>
  Math.max(1, (wentOff?.minute ?? lengthMinutes) - (cameOn?.minute ?? 0));

function apply({ type, minute, stoppage }: MatchEvent, player: PlayerMatch | null, comingOn: PlayerMatch | null): void {
  if (comingOn !== null) Object.assign(comingOn, { role: 'substitute', hasPlayed: true, cameOn: { minute, stoppage } });
  if (player === null) return;
  if (type === 'goal' || type === 'penalty') player.goals++;
  if (type === 'penalty') player.penalties++;
  if (type === 'own_goal') player.ownGoals++;
  if (type === 'yellow') player.yellowCards++;
  if (type === 'red' || type === 'second_yellow') player.redCards++;
  if (type === 'yellow' || type === 'second_yellow' || type === 'red') player.card = type;
  if (type === 'red' || type === 'second_yellow' || type === 'substitution') player.wentOff = { minute, stoppage };
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
