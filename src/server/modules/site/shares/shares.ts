import type { Hono } from 'hono';
import { v4 } from 'uuid';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import { createShare, getShared, listShares, removeShare, type Share, type Shared } from '#contract/shares.ts';
import type { Deps } from '#server/deps.ts';
import { betById } from '#server/modules/betting/public.ts';
import { requireUser } from '#server/modules/identity/public.ts';
import { findMatchBriefs, findMatchLines } from '#server/modules/match-data/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { mount } from '#server/platform/http/mount.ts';
import { COUNT_MAX, offsetOf, totalOf } from '#server/platform/http/paging.ts';
import { type RequestLimit, requestLimit } from '#server/platform/http/request-limit.ts';
import * as shares from './queries.ts';

const SHARES_PER_MINUTE = 30;
/**
 * Shows a bet that won, or a forecast, of the caller. What is shared already keeps its address and changes what is shown. Throws
 * `not_found` for what is not the caller's, `bet_not_won`, `rate_limited`.
 */
async function saveShare(
  deps: Deps,
  limit: RequestLimit,
  userId: string,
  { bet_id, forecast_match_id, ...choices }: ParsedInputOf<typeof createShare>,
): Promise<Share> {
  await requireUser(deps, userId);
  await limit.count(userId);
  if (bet_id !== undefined) await requireWonBet(deps.db, userId, bet_id);
  else if (!(await shares.hasForecast(deps.db, userId, forecast_match_id!))) throw new AppError('not_found');
  // Random, and not by time like other ids: the address is all that protects it.
  const id = v4({ random: deps.randomBytes(16) });
  const subject = { bet_id: bet_id ?? null, forecast_match_id: forecast_match_id ?? null };
  return shareView(await shares.upsertShare(deps.db, { id, user_id: userId, ...subject, ...choices, created_at: deps.now() }));
}

async function requireWonBet(db: Db, userId: string, betId: string): Promise<void> {
  const known = await betById(db, betId);
  if (known?.userId !== userId) throw new AppError('not_found');
  if (known.bet.state !== 'settled' || !known.bet.hit) throw new AppError('bet_not_won');
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

const shareView = ({ id, bet_id, forecast_match_id, shows_name, shows_points, created_at }: shares.ShareRow): Share => ({
  ...{ id, bet_id, forecast_match_id, shows_name, shows_points },
  created_at: created_at.toISOString(),
});

/**
 * Returns what is shared at an address, as the bet or the forecast is now; undefined if there is nothing. Read through a shield, a bet that
 * is still open there tells nothing (docs/decisions/063-sharing.md).
 */
export async function sharedAt(db: Db, id: string): Promise<Shared | undefined> {
  const row = await shares.findShare(db, id);
  if (!row) return undefined;
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
    forecast: row.forecast_match_id === null ? null : await forecastOf(db, row.user_id, row.forecast_match_id),
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
async function seeShared({ db }: Deps, id: string): Promise<Shared> {
  const found = await sharedAt(db, id);
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
