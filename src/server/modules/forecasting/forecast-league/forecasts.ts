import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { ForecastState, LeagueForecast, listForecastMatches, listForecasts, putForecast } from '#contract/forecast-league.ts';
import { picksOf } from '#domain/matches/sport.ts';
import { SETTLEMENT_TIMERS } from '#domain/settlement/settlement-timers.ts';
import type { Deps } from '#server/deps.ts';
import { isOnTerms, type MatchVerdict, matchVerdicts } from '#server/modules/betting/public.ts';
import { allOpinionsOf } from '#server/modules/forecasting/forecasts/opinions.ts';
import { requireUser } from '#server/modules/identity/public.ts';
import { findMatchBriefs, leagueRef } from '#server/modules/match-data/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { COUNT_MAX, offsetOf, totalOf } from '#server/platform/http/paging.ts';
import { transact } from '#server/platform/transact.ts';
import * as forecasts from './queries.ts';

/** Returns a page of matches of the next days, as far ahead as contests open. */
export async function listMatches(
  deps: Deps,
  userId: string,
  { sport, ...paging }: ParsedInputOf<typeof listForecastMatches>,
): Promise<ReplyOf<typeof listForecastMatches>> {
  await requireUser(deps, userId);
  const now = deps.now();
  const until = new Date(now.getTime() + SETTLEMENT_TIMERS.openAheadMs);
  return paged(deps, userId, paging, (slice) => forecasts.findComing(deps.db, sport, now, until, slice));
}

export async function listOwn(
  deps: Deps,
  userId: string,
  { status, ...paging }: ParsedInputOf<typeof listForecasts>,
): Promise<ReplyOf<typeof listForecasts>> {
  await requireUser(deps, userId);
  return paged(deps, userId, paging, (slice) => forecasts.findOwnMatches(deps.db, userId, status, slice));
}

async function paged(
  deps: Deps,
  userId: string,
  { page, page_size }: { page: number; page_size: number },
  find: (slice: { limit: number; offset: number; countMax: number }) => Promise<forecasts.MatchPage>,
): Promise<ReplyOf<typeof listForecasts>> {
  const offset = offsetOf({ page, page_size });
  const { ids, total } = await find({ limit: page_size, offset, countMax: COUNT_MAX });
  const items = await viewsOf(deps, deps.db, userId, ids);
  return { items, page, page_size, ...totalOf(total) };
}

export async function one(deps: Deps, userId: string, matchId: number): Promise<LeagueForecast> {
  await requireUser(deps, userId);
  const [view] = await viewsOf(deps, deps.db, userId, [matchId]);
  if (!view) throw new AppError('not_found');
  return view;
}

/** Creates or changes a forecast. Throws `not_found`, `forecast_closed`, and `option_required` for a draw in a match without one. */
export const put = (
  deps: Deps,
  userId: string,
  { match_id, home, draw, away }: ParsedInputOf<typeof putForecast>,
): Promise<LeagueForecast> =>
  changing(deps, userId, match_id, async (db, { terms, judgedAt }) => {
    if (draw > 0 && !picksOf(terms.draw_possible).includes('draw')) throw new AppError('option_required');
    await forecasts.storeForecast(db, userId, { match_id, home, draw, away, ...terms }, judgedAt);
  });

/** Withdraws a forecast. Throws `not_found`, `forecast_closed`. */
export const withdraw = (deps: Deps, userId: string, matchId: number): Promise<LeagueForecast> =>
  changing(deps, userId, matchId, (db) => forecasts.deleteForecast(db, userId, matchId));

/** Changes a forecast while its match is locked, so that no feed starts the match in between. */
async function changing(
  deps: Deps,
  userId: string,
  matchId: number,
  change: (db: Db, match: MatchVerdict) => Promise<void>,
): Promise<LeagueForecast> {
  await requireUser(deps, userId);
  return transact(deps, async (db) => {
    const match = (await matchVerdicts(db, deps, [matchId], { isHeld: true })).get(matchId);
    if (!match) throw new AppError('not_found');
    if (!isOpen(match)) throw new AppError('forecast_closed');
    await change(db, match);
    return (await viewsOf(deps, db, userId, [matchId]))[0]!;
  });
}

/**
 * Returns whether forecasts are open: from when the date is known, since no bets are taken, until the time at which a contest would lock.
 */
const isOpen = ({ verdict }: MatchVerdict): boolean =>
  verdict.kind === 'move' && (verdict.to === 'open' || verdict.to === 'preparing') && verdict.deadlineAt !== null;

/** Returns matches with the forecasts of the user and of others, in the given order; omits matches that do not exist. */
async function viewsOf(deps: Deps, db: Db, userId: string, matchIds: readonly number[]): Promise<LeagueForecast[]> {
  if (matchIds.length === 0) return [];
  const briefs = await findMatchBriefs(db, matchIds);
  const leagues = await forecasts.findLeaguesOf(db, matchIds);
  const verdicts = await matchVerdicts(db, deps, matchIds);
  const opinions = await allOpinionsOf(db, matchIds);
  const own = await forecasts.findOwn(db, userId, matchIds);
  return matchIds.flatMap((id) => {
    const match = briefs.get(id);
    if (!match) return [];
    const verdict = verdicts.get(id)!;
    const row = own.find(({ match_id }) => match_id === id) ?? null;
    const state = stateOf(row, verdict);
    const { model, market, crowd } = opinions.get(id)!;
    // A voided forecast does not count for a match that is to be played after all.
    const mine = row !== null && state === 'open' && isLost(row, verdict) ? null : row;
    return [{ match, league: leagueRef(leagues.get(id)!), state, ...ownView(mine), others: { model, market, crowd } }];
  });
}

function stateOf(row: forecasts.OwnRow | null, match: MatchVerdict): ForecastState {
  if (row !== null && row.outcome !== null) return 'scored';
  if (isOpen(match)) return 'open';
  return match.verdict.kind === 'void' || (row !== null && isLost(row, match)) ? 'void' : 'locked';
}

/** Returns whether a forecast was voided or is about other terms than those of the match. */
const isLost = (row: forecasts.OwnRow, { terms }: MatchVerdict): boolean => row.voided_at !== null || !isOnTerms(row, terms);

function ownView(row: forecasts.OwnRow | null): Pick<LeagueForecast, 'mine' | 'scored'> {
  if (row === null) return { mine: null, scored: null };
  const { home, draw, away, made_at, outcome, score: mine, model_score: model, market_score: market, crowd_score: crowd } = row;
  return {
    mine: { home, draw, away, made_at: made_at.toISOString() },
    scored: outcome === null ? null : { outcome, mine: mine!, model, market, crowd },
  };
}
