import { hashText } from '#domain/seeded-random.ts';
import { HOUR_MS } from '#domain/time.ts';
import type { SeasonScore } from './division-score.ts';

/** Players of a division, where there are enough. 31 to 39 players cannot be divided so: they play in one. */
export const DIVISION_SIZE = { min: 20, usual: 25, max: 30, lone: 39 } as const;

/** How long after its end a season is closed: by then results have stood, and none of it is hidden by a spoiler shield any more. */
export const CLOSING_AFTER_MS = 48 * HOUR_MS;

/** Players with a counted match that a division needs to give medals. */
export const MEDAL_PLAYERS_MIN = 10;

/** Returns the season of a moment, its month in UTC: '2026-11'. */
export const seasonOf = (at: Date): string => at.toISOString().slice(0, 7);

/** Returns when a season begins, ends (which is when the next one begins) and is closed. */
export function seasonDates(season: string): { from: Date; to: Date; closesAt: Date } {
  const [year, month] = season.split('-').map(Number) as [number, number];
  const [from, to] = [new Date(Date.UTC(year, month - 1)), new Date(Date.UTC(year, month))];
  return { from, to, closesAt: new Date(to.getTime() + CLOSING_AFTER_MS) };
}

/** A lot that nobody can choose and everybody can draw again. */
const lotOf = (season: string, userId: string): number => hashText(`${season} ${userId}`);

const byLot = (season: string) => (a: string, b: string) => lotOf(season, a) - lotOf(season, b) || (a < b ? -1 : 1);

/** A player in a division's table. */
export interface Ranked extends SeasonScore {
  userId: string;
  /** Shared by those who are level. */
  place: number;
  /** From 1, never shared: those who are level come by lot. */
  order: number;
}

/** Ranks a division: by points, then by how often the model was beaten, then by fewer matches. Players who are still level share the place. */
export function rankDivision(season: string, players: readonly (SeasonScore & { userId: string })[]): Ranked[] {
  const lots = byLot(season);
  const compare = (a: SeasonScore, b: SeasonScore) => b.points - a.points || b.beaten - a.beaten || a.matches - b.matches;
  const sorted = [...players].sort((a, b) => compare(a, b) || lots(a.userId, b.userId));
  let place = 1;
  return sorted.map((player, index) => {
    if (index > 0 && compare(sorted[index - 1]!, player) !== 0) place = index + 1;
    return { ...player, place, order: index + 1 };
  });
}

/**
 * Returns into how many divisions so many players are divided: as many as before while that keeps 20 to 30 in each, else as many as bring
 * them nearest to 25. Fewer than 40 players play in one.
 */
export function divisionCount(players: number, before: number): number {
  if (players === 0) return 0;
  if (players <= DIVISION_SIZE.lone) return 1;
  const [least, most] = [Math.ceil(players / DIVISION_SIZE.max), Math.floor(players / DIVISION_SIZE.min)];
  if (before >= least && before <= most) return before;
  return Math.min(most, Math.max(least, Math.round(players / DIVISION_SIZE.usual)));
}

/**
 * Returns how many divisions each tier has, the highest first: one, and each tier twice as many as the one above it. What remains for the
 * lowest is a tier of its own unless it would be smaller than the one above; then it joins that one.
 */
export function pyramid(divisions: number): number[] {
  const tiers: number[] = [];
  for (let left = divisions, width = 1; left > 0; width *= 2) {
    const above = tiers.at(-1) ?? 0;
    if (left < above) {
      tiers[tiers.length - 1] = above + left;
      break;
    }
    tiers.push(Math.min(width, left));
    left -= width;
  }
  return tiers;
}

const UP_MAX = 4;
/** Players of a division who make room for those who come up. */
const DOWN_MAX = 7;

/** Returns how many of each division of a tier (from 1) go up and down, in a pyramid of these widths. */
export function zones(widths: readonly number[], tier: number): { up: number; down: number } {
  const up = (of: number): number => {
    const [above, own] = [widths[of - 2], widths[of - 1]];
    if (!above || !own) return 0;
    return Math.min(UP_MAX, Math.max(1, Math.floor((DOWN_MAX * above) / own)));
  };
  const own = widths[tier - 1] ?? 0;
  const below = widths[tier] ?? 0;
  return { up: up(tier), down: own === 0 ? 0 : Math.floor((up(tier + 1) * below) / own) };
}

/** A player who stays for another season, as the last one ended. */
export interface FormerSeat {
  userId: string;
  tier: number;
  order: number;
  points: number;
}

export interface PlannedSeat {
  userId: string;
  /** From 1, the highest. */
  tier: number;
  /** The division within its tier, from 1. */
  number: number;
}

/** What is known when a season is planned. */
export interface SeasonPlan {
  season: string;
  /** Divisions of each tier of the last season; empty before the first. */
  widths: readonly number[];
  stayers: readonly FormerSeat[];
  newcomers: readonly string[];
}

type Candidate = FormerSeat & { isPromoted: boolean };

/**
 * Places everybody in a division of the next season. From the highest tier down, the seats of a tier go to those who come down from above,
 * those who come up from below, and the best of those who were in it; the rest of these go down. Seats that are left over, because players
 * left or divisions were added, go to the next best of the lower tiers, and to newcomers last. So those in the zone below go down only as
 * far as seats are needed. Who meets whom within a tier is drawn by lot. The order of the rows changes nothing.
 */
export function planSeason({ season, widths, stayers, newcomers }: SeasonPlan): PlannedSeat[] {
  const players = stayers.length + newcomers.length;
  const before = widths.reduce((sum, width) => sum + width, 0);
  const divisions = divisionCount(players, before);
  const lots = byLot(season);
  const isPromoted = ({ tier, order }: FormerSeat) => order <= zones(widths, tier).up;
  const beginners = [...newcomers].sort(lots).map((userId) => ({ userId, tier: Number.POSITIVE_INFINITY, order: 0, points: 0 }));
  const merit = (a: FormerSeat, b: FormerSeat) => a.tier - b.tier || a.order - b.order || b.points - a.points || lots(a.userId, b.userId);
  let left: Candidate[] = [
    ...[...stayers].sort(merit).map((seat) => ({ ...seat, isPromoted: isPromoted(seat) })),
    ...beginners.map((seat) => ({ ...seat, isPromoted: false })),
  ];
  const planned: PlannedSeat[] = [];
  let first = 0;
  pyramid(divisions).forEach((width, index) => {
    const tier = index + 1;
    const sizes = Array.from({ length: width }, (_, number) => sizeOf(players, divisions, first + number));
    first += width;
    const seats = sizes.reduce((sum, size) => sum + size, 0);
    const claim = (one: Candidate) => {
      if (one.tier < tier) return 0;
      if (one.tier === tier + 1 && one.isPromoted) return 1;
      return one.tier === tier ? 2 : 3;
    };
    const taken = new Set([...left].sort((a, b) => claim(a) - claim(b)).slice(0, seats));
    left = left.filter((one) => !taken.has(one));
    const drawn = [...taken].map(({ userId }) => userId).sort(lots);
    sizes.forEach((size, number) => {
      for (const userId of drawn.splice(0, size)) planned.push({ userId, tier, number: number + 1 });
    });
  });
  return planned;
}

/** Sizes differ by one at most; the highest divisions are the larger ones. */
const sizeOf = (players: number, divisions: number, index: number): number =>
  Math.floor(players / divisions) + Number(index < players % divisions);

/** A division that has begun. */
export interface OpenDivision {
  tier: number;
  number: number;
  players: number;
}

/**
 * Seats those who join while a season is on, in this order: in the emptiest division of the lowest tier that has room. When all are full, a
 * new division is opened below as soon as twenty wait for it; until then they get no seat. The first player of all opens the first division.
 */
export function seatNewcomers(open: readonly OpenDivision[], waiting: readonly string[]): PlannedSeat[] {
  const divisions = open.map((division) => ({ ...division }));
  const seats: PlannedSeat[] = [];
  waiting.forEach((userId, index) => {
    let room = emptiest(divisions);
    if (!room && (divisions.length === 0 || waiting.length - index >= DIVISION_SIZE.min)) {
      const lowest = Math.max(1, ...divisions.map(({ tier }) => tier));
      const tier = divisions.length === 1 ? 2 : lowest;
      room = { tier, number: divisions.filter((one) => one.tier === tier).length + 1, players: 0 };
      divisions.push(room);
    }
    if (!room) return;
    room.players += 1;
    seats.push({ userId, tier: room.tier, number: room.number });
  });
  return seats;
}

function emptiest(divisions: readonly OpenDivision[]): OpenDivision | undefined {
  const lowest = Math.max(...divisions.map(({ tier }) => tier));
  const most = divisions.length === 1 ? DIVISION_SIZE.lone : DIVISION_SIZE.max;
  return divisions
    .filter(({ tier, players }) => tier === lowest && players < most)
    .sort((a, b) => a.players - b.players || a.number - b.number)[0];
}

/** Returns how many divisions each tier has, the highest first. */
export function widthsOf(divisions: readonly Pick<OpenDivision, 'tier' | 'number'>[]): number[] {
  const widths: number[] = [];
  for (const { tier } of divisions) widths[tier - 1] = (widths[tier - 1] ?? 0) + 1;
  return Array.from(widths, (width) => width ?? 0);
}
