import type { Hono } from 'hono';
import { v4 } from 'uuid';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import { createShare, getShared, listShares, removeShare, type Share, type Shared } from '#contract/shares.ts';
import type { Deps } from '#server/deps.ts';
import { betById } from '#server/modules/betting/public.ts';
import { requireUser } from '#server/modules/identity/public.ts';
import { findMatchBriefs, findMatchLines } from '#server/modules/match-data/public.ts';
import { sharedTable } from '#server/modules/tipping/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { mount } from '#server/platform/http/mount.ts';
import { COUNT_MAX, offsetOf, totalOf } from '#server/platform/http/paging.ts';
import { type RequestLimit, requestLimit } from '#server/platform/http/request-limit.ts';
import * as shares from './queries.ts';

const SHARES_PER_MINUTE = 30;
/**
 * Shows a bet that won, a forecast, or a table, of the caller. What is shared already keeps its address and changes what is shown. Throws
 * `not_found` for what is not the caller's, `bet_not_won`, `round_not_over`, `rate_limited`.
 */
async function saveShare(
  deps: Deps,
  limit: RequestLimit,
  userId: string,
  { bet_id, forecast_match_id, tipping_group_id, tipping_round, ...choices }: ParsedInputOf<typeof createShare>,
): Promise<Share> {
  await requireUser(deps, userId);
  await limit.count(userId);
  if (bet_id !== undefined) await requireWonBet(deps.db, userId, bet_id);
  else if (tipping_group_id !== undefined) await requireRoundOver(deps, userId, tipping_group_id, tipping_round!);
  else if (!(await shares.hasForecast(deps.db, userId, forecast_match_id!))) throw new AppError('not_found');
  // Random, and not by time like other ids: the address is all that protects it.
  const id = v4({ random: deps.randomBytes(16) });
  const subject = {
    ...{ bet_id: bet_id ?? null, forecast_match_id: forecast_match_id ?? null },
    ...{ tipping_group_id: tipping_group_id ?? null, tipping_round: tipping_round ?? null },
  };
  return shareView(await shares.upsertShare(deps.db, { id, user_id: userId, ...subject, ...choices, created_at: deps.now() }));
}

async function requireWonBet(db: Db, userId: string, betId: string): Promise<void> {
  const known = await betById(db, betId);
  if (known?.userId !== userId) throw new AppError('not_found');
  if (known.bet.state !== 'settled' || !known.bet.hit) throw new AppError('bet_not_won');
}

async function requireRoundOver(deps: Deps, userId: string, groupId: string, roundKey: string): Promise<void> {
  const table = await sharedTable(deps, { groupId, userId, roundKey, showsName: false });
  if (table === null) throw new AppError('not_found');
  if (table === 'hidden') throw new AppError('round_not_over');
}

/** Returns a page of what a user shares, newest first. */
async function listOwn(
  deps: Deps,
  userId: string,
  { page, page_size, ...filter }: ParsedInputOf<typeof listShares>,
): Promise<ReplyOf<typeof listShares>> {
  await requireUser(deps, userId);
  const offset = offsetOf({ page, page_size });
  const { rows, total } = await shares.findShares(deps.db, userId, filter, { limit: page_size, offset, countMax: COUNT_MAX });
  return {
    items: rows.map(shareView),
    page,
    page_size,
    ...totalOf(total),
  };
}

/** Withdraws a share of the caller; those of others stay. */
async function withdraw(deps: Deps, userId: string, id: string): Promise<Record<string, never>> {
  await requireUser(deps, userId);
  await shares.deleteShare(deps.db, userId, id);
  return {};
}

const shareView = ({ id, bet_id, forecast_match_id, tipping_group_id, tipping_round, created_at, ...shown }: shares.ShareRow): Share => ({
  ...{ id, bet_id, forecast_match_id, tipping_group_id, tipping_round },
  ...{ shows_name: shown.shows_name, shows_points: shown.shows_points },
  created_at: created_at.toISOString(),
});

/**
 * Returns what is shared at an address, as the bet, the forecast or the table is now; undefined if there is nothing. Read through a shield, a
 * bet or a round that is still open there tells nothing (docs/decisions/063-sharing.md).
 */
export async function sharedAt(deps: Deps, id: string): Promise<Shared | undefined> {
  const { db } = deps;
  const row = await shares.findShare(db, id);
  if (!row) return undefined;
  if (row.tipping_group_id !== null) return tableAt(deps, row);
  const known = row.bet_id === null ? undefined : await betById(db, row.bet_id);
  const matchId = known?.bet.match.id ?? row.forecast_match_id!;
  const match = (await findMatchBriefs(db, [matchId])).get(matchId);
  const line = (await findMatchLines(db, [matchId])).get(matchId);
  if (!match || !line) return undefined;
  const bet = known && betOf(known.bet, row.shows_points);
  return {
    ...{ id, match, league: line.league },
    name: row.shows_name ? row.public_handle : null,
    is_hidden: row.bet_id !== null && !bet,
    bet: bet ?? null,
    table: null,
    forecast: row.forecast_match_id === null ? null : await forecastOf(db, row.user_id, row.forecast_match_id),
  };
}

type FoundShare = NonNullable<Awaited<ReturnType<typeof shares.findShare>>>;

/** The table that a member shares; undefined once they have left the group, or it has ended. */
async function tableAt(deps: Deps, row: FoundShare): Promise<Shared | undefined> {
  const of = { groupId: row.tipping_group_id!, userId: row.user_id, roundKey: row.tipping_round!, showsName: row.shows_name };
  const table = await sharedTable(deps, of);
  if (table === null) return undefined;
  const isHidden = table === 'hidden';
  return {
    ...{ id: row.id, match: null, league: null, bet: null, forecast: null },
    ...{ name: row.shows_name ? row.public_handle : null, is_hidden: isHidden, table: isHidden ? null : table },
  };
}

type KnownBet = NonNullable<Awaited<ReturnType<typeof betById>>>['bet'];

/** Returns a bet as others see it; undefined before it has ended. */
function betOf(
  { contest_id, market, pick, odds, state, hit, stake, payout, refund }: KnownBet,
  showsPoints: boolean,
): Shared['bet'] | undefined {
  if (state !== 'settled' && state !== 'refunded') return undefined;
  const ending = state === 'refunded' ? 'refunded' : hit ? 'won' : 'lost';
  return { contest_id, market, pick, odds, ending, points: showsPoints ? { stake, payout, refund } : null };
}

async function forecastOf(db: Db, userId: string, matchId: number): Promise<Shared['forecast']> {
  const row = await shares.findForecast(db, userId, matchId);
  if (!row) return null;
  const { home, draw, away, made_at, outcome, score, model_score } = row;
  const scored = outcome === null ? null : { outcome: outcome as 'home', mine: score!, model: model_score };
  return { home, draw, away, made_at: made_at.toISOString(), scored };
}

/** The same, for the API. Throws `not_found`. */
async function seeShared(deps: Deps, id: string): Promise<Shared> {
  const found = await sharedAt(deps, id);
  if (!found) throw new AppError('not_found');
  return found;
}

export function sharesRoutes(app: Hono, deps: Deps): void {
  const limit = requestLimit(deps, 'share', SHARES_PER_MINUTE, 60);
  mount(app, deps, createShare, (input, user) => saveShare(deps, limit, user.id, input));
  mount(app, deps, listShares, (input, user) => listOwn(deps, user.id, input));
  mount(app, deps, removeShare, ({ id }, user) => withdraw(deps, user.id, id));
  mount(app, deps, getShared, ({ id }) => seeShared(deps, id));
}
