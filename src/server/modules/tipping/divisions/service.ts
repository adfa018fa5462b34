import type { DivisionPage, DivisionRow, joinDivisions } from '#contract/divisions.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { countedEntries } from '#domain/tipping/division-score.ts';
import { seasonDates, seasonOf, widthsOf, zones } from '#domain/tipping/divisions.ts';
import type { Deps } from '#server/deps.ts';
import { contactsOf, requireUser } from '#server/modules/identity/public.ts';
import { findMatchBriefs } from '#server/modules/match-data/public.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { RequestLimit } from '#server/platform/http/request-limit.ts';
import { transact } from '#server/platform/transact.ts';
import * as divisions from './queries.ts';
import { rankSeats, seatWaiting } from './season.ts';
import { findSeasonEntries, type KnownEntry } from './season-entries.ts';

const PAST_SEASONS_MAX = 60;

/** Takes part from now on, with a place at once if a division has one. Throws `contact_unconfirmed`, `rate_limited`. */
export async function join(deps: Deps, limit: RequestLimit, userId: string): Promise<ReplyOf<typeof joinDivisions>> {
  const user = await requireUser(deps, userId);
  await limit.count(userId);
  // A division is small: accounts that cost nothing must not fill it.
  if (!(await contactsOf(deps.db, user)).some(({ isConfirmed }) => isConfirmed)) throw new AppError('contact_unconfirmed');
  const now = deps.now();
  await transact(deps, async (db) => {
    await divisions.insertPlayer(db, userId, now);
    await seatWaiting(db, now);
  });
  return {};
}

/** Leaves the divisions and the open season. What the player entered in it is forgotten; closed seasons stay. */
export async function leave(deps: Deps, userId: string): Promise<Record<string, never>> {
  await requireUser(deps, userId);
  await transact(deps, async (db) => {
    await divisions.holdDivisions(db);
    await divisions.deletePlayer(db, userId);
  });
  return {};
}

/** Returns a user's division of a season, by default the open one. Throws `not_found` for another season without a place in it. */
export async function page(deps: Deps, userId: string, asked: string | undefined): Promise<DivisionPage> {
  await requireUser(deps, userId);
  const { db } = deps;
  const [open, isPlayer, past] = [
    await divisions.findOpenSeason(db),
    await divisions.isPlayer(db, userId),
    await divisions.findPast(db, userId, PAST_SEASONS_MAX),
  ];
  const current = open?.season ?? seasonOf(deps.now());
  const season = asked ?? current;
  const seat = await divisions.findSeat(db, season, userId);
  if (!seat && season !== current) throw new AppError('not_found');
  const isClosed = open?.season !== season && past.some((one) => one.season === season);
  const mine = countedEntries((await findSeasonEntries(db, season, [userId])).get(userId)!) as KnownEntry[];
  const seatNow = season === current ? seat : open && (await divisions.findSeat(db, open.season, userId));
  const { from, to, closesAt } = seasonDates(season);
  return {
    state: !isPlayer ? 'out' : seatNow ? 'seated' : 'waiting',
    season: { key: season, from: from.toISOString(), to: to.toISOString(), closes_at: closesAt.toISOString(), is_closed: isClosed },
    division: seat ? await divisionOf(deps, userId, season, seat, isClosed) : null,
    matches: await matchesOf(deps, mine),
    past,
  };
}

async function divisionOf(
  { db }: Deps,
  userId: string,
  season: string,
  { tier, number }: { tier: number; number: number },
  isClosed: boolean,
): Promise<DivisionPage['division']> {
  const [all, seats] = [await divisions.findDivisions(db, season), await divisions.findSeats(db, season, { tier, number })];
  const tiers = widthsOf(all);
  const { up, down } = zones(tiers, tier);
  const handles = new Map(seats.map((seat) => [seat.user_id, seat]));
  const ranked = await rankSeats(db, season, seats);
  const hasBegun = ranked.some(({ matches }) => matches > 0);
  const zoneOf = (order: number): DivisionRow['move'] =>
    !hasBegun ? 'stay' : order <= up ? 'up' : order > seats.length - down ? 'down' : 'stay';
  const rows = ranked.map(({ userId: id, place, order, points, matches }): DivisionRow => {
    const seat = handles.get(id)!;
    const row = { handle: seat.handle, is_me: id === userId };
    if (!isClosed || seat.place === null) return { ...row, place, points, matches, move: zoneOf(order), medal: null, corrected: null };
    const corrected = points === seat.points ? null : points;
    return { ...row, place: seat.place, points: seat.points!, matches: seat.matches!, move: seat.move!, medal: seat.medal, corrected };
  });
  if (isClosed) rows.sort((a, b) => a.place - b.place || (a.handle < b.handle ? -1 : 1));
  return { tier, number, tiers, up, down, rows };
}

async function matchesOf({ db }: Deps, mine: readonly KnownEntry[]): Promise<DivisionPage['matches']> {
  const briefs = await findMatchBriefs(
    db,
    mine.map(({ matchId }) => matchId),
  );
  return mine.toReversed().map(({ matchId, isTip, points }) => ({ match: briefs.get(matchId)!, is_tip: isTip, points }));
}
