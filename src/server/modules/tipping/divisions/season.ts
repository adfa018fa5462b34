import type { Transaction } from 'kysely';
import type { DivisionMove, Medal } from '#contract/divisions.ts';
import { groupBy } from '#domain/grouping.ts';
import { DAY_MS } from '#domain/time.ts';
import { seasonScore } from '#domain/tipping/division-score.ts';
import {
  type FormerSeat,
  MEDAL_PLAYERS_MIN,
  planSeason,
  type Ranked,
  rankDivision,
  seasonDates,
  seasonOf,
  seatNewcomers,
  widthsOf,
} from '#domain/tipping/divisions.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { transact } from '#server/platform/transact.ts';
import { collectEntries } from './collect.ts';
import * as divisions from './queries.ts';
import { findSeasonEntries } from './season-entries.ts';

/** A player who got a place in the last week of a season is not dropped for having no match in it. */
const ABSENT_AFTER_MS = 7 * DAY_MS;
const MEDALS: readonly Medal[] = ['first', 'second', 'third'];

/**
 * Copies the entries of matches that have begun, closes the season that is over, and seats those who wait. Run it every few seconds; safe
 * to run twice, in two processes, and to be killed in the middle: each part is one transaction, and the lock lets one in at a time.
 */
export async function advanceDivisions(deps: Deps): Promise<void> {
  await collectEntries(deps);
  const [open, now] = [await divisions.findOpenSeason(deps.db), deps.now()];
  if (open && seasonDates(open.season).closesAt <= now) await transact(deps, (db) => closeIfDue(db, now));
  const season = seasonOf(now);
  if (open && open.season !== season) return;
  if ((await divisions.findWaiting(deps.db, season)).length > 0) await transact(deps, (db) => seatWaiting(db, now));
}

/**
 * Seats those who wait, if the season of this moment is open; opens it if there is none. Between the end of a season and its closing
 * nobody is seated, nor while a clock that was set back shows a season that is closed.
 */
export async function seatWaiting(db: Transaction<DB>, now: Date): Promise<void> {
  await divisions.holdDivisions(db);
  const season = seasonOf(now);
  const open = await divisions.findOpenSeason(db);
  const isOpen = open ? open.season === season : await divisions.insertSeason(db, season, now);
  if (!isOpen) return;
  const [known, waiting] = [await divisions.findDivisions(db, season), await divisions.findWaiting(db, season)];
  await divisions.insertSeats(db, season, seatNewcomers(known, waiting), now);
}

/** Closes the open season if that is due, and begins the one of this moment. What the first of two processes closed, the second leaves. */
async function closeIfDue(db: Transaction<DB>, now: Date): Promise<void> {
  await divisions.holdDivisions(db);
  const open = await divisions.findOpenSeason(db);
  if (!open || seasonDates(open.season).closesAt > now) return;
  const next = seasonOf(now);
  const ended = await rankAll(db, open.season);
  const isAbsent = ({ matches, seat }: EndedSeat) =>
    matches === 0 && seat.seated_at.getTime() <= seasonDates(open.season).to.getTime() - ABSENT_AFTER_MS;
  const stayers = ended.filter((player) => player.seat.plays && !isAbsent(player));
  const absent = ended.filter((player) => player.seat.plays && isAbsent(player)).map(({ userId }) => userId);
  await divisions.deletePlayers(db, absent, open.season);
  const widths = widthsOf(await divisions.findDivisions(db, open.season));
  const former: FormerSeat[] = stayers.map(({ userId, order, points, seat }) => ({ userId, order, points, tier: seat.tier }));
  const seated = new Set(ended.map(({ userId }) => userId));
  const newcomers = (await divisions.findWaiting(db, open.season)).filter((id) => !seated.has(id));
  const plan = planSeason({ season: next, widths, stayers: former, newcomers });
  const tiers = new Map(plan.map(({ userId, tier }) => [userId, tier]));
  const final = ended.map(({ userId, place, points, matches, medal, seat }) => {
    const tier = tiers.get(userId);
    return { user_id: userId, place, points, matches, medal, move: tier === undefined ? ('out' as const) : moveOf(seat.tier, tier) };
  });
  await divisions.closeSeason(db, open.season, final, now);
  if (plan.length === 0 || !(await divisions.insertSeason(db, next, now))) return;
  await divisions.insertSeats(db, next, plan, now);
}

const moveOf = (from: number, to: number): DivisionMove => (to < from ? 'up' : to > from ? 'down' : 'stay');

interface EndedSeat extends Ranked {
  seat: divisions.SeatRow;
  medal: Medal | null;
}

async function rankAll(db: Db, season: string): Promise<EndedSeat[]> {
  const ended: EndedSeat[] = [];
  const seats = await divisions.findSeats(db, season);
  for (const group of groupBy(seats, ({ tier, number }) => `${tier}.${number}`).values()) {
    const ranked = await rankSeats(db, season, group);
    const hasMedals = ranked.filter(({ matches }) => matches > 0).length >= MEDAL_PLAYERS_MIN;
    for (const player of ranked) {
      const medal = hasMedals && player.matches > 0 ? (MEDALS[player.place - 1] ?? null) : null;
      ended.push({ ...player, medal, seat: group.find(({ user_id }) => user_id === player.userId)! });
    }
  }
  return ended;
}

/** Ranks the players of a division by what the reader of this database may know. */
export async function rankSeats(db: Db, season: string, seats: readonly divisions.SeatRow[]): Promise<Ranked[]> {
  const userIds = seats.map(({ user_id }) => user_id);
  const entries = await findSeasonEntries(db, season, userIds);
  return rankDivision(
    season,
    userIds.map((userId) => ({ userId, ...seasonScore(entries.get(userId)!) })),
  );
}
