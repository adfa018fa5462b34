import type { QuoteView } from '#contract/contests.ts';
import type { Offer } from '#contract/matches.ts';
import { type Pick, picksOf } from '#domain/matches/sport.ts';
import { type StakeLimits, stakeRoom } from '#domain/settlement/contest.ts';
import { type Book, offerOf, type Quote, type QuoteRules, quoteFor, suspended } from '#domain/settlement/fixed-odds.ts';
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts';
import type { Config, Limits } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { isOn } from '#server/platform/feature-flags/feature-flags.ts';
import type { ContestRow } from './contest-view.ts';
import { type BookJson, findOpenAtFixedOdds, findQuoteFacts, HOUSE_LOSS_MS, isHouseClosed, type QuoteRow } from './house-prices.ts';

/** Returns the house's current quotes by match; unknown matches and those without a date have none. `db` may be a transaction. */
export async function quotesOf(db: Db, deps: Deps, matchIds: readonly number[]): Promise<Map<number, Quote>> {
  if (matchIds.length === 0) return new Map();
  if (!isOn(deps, 'staking')) return new Map(matchIds.map((id) => [id, suspended('staking_closed')]));
  const { limits } = deps.config;
  const now = deps.now();
  const rows = await findQuoteFacts(db, matchIds, new Date(now.getTime() - HOUSE_LOSS_MS), now);
  const rules = quoteRules(limits);
  return new Map(rows.map((row) => [row.match_id, quoteFor(factsOf(row, isHouseClosed(row.house_lost, limits)), now, rules)]));
}

/** Returns the prices of the house by match, of those whose fixed odds take stakes now. */
export async function offersOf(deps: Deps, matchIds: readonly number[]): Promise<Map<number, Offer>> {
  const open = await findOpenAtFixedOdds(deps.db, matchIds, deps.now());
  const quotes = await quotesOf(deps.db, deps, open);
  return new Map([...quotes].flatMap(([id, { prices }]) => (prices.length === 0 ? [] : [[id, offerView(prices)]])));
}

function offerView(prices: Quote['prices']): Offer {
  const of = (pick: Pick) => prices.find((price) => price.pick === pick)?.oddsHundredths;
  const draw = of('draw');
  return { home: of('home')! / 100, draw: draw === undefined ? null : draw / 100, away: of('away')! / 100 };
}

/** Returns the stake limits of the settings. */
export const stakeLimits = ({ limits }: Config): StakeLimits => ({
  stakeMin: limits.stake_min,
  stakeMax: limits.stake_max,
  contestStakeMax: limits.stake_contest_max,
  betPayoutMax: limits.bet_payout_max,
  matchLiabilityMax: limits.match_liability_max,
});

/** Returns a quote for display, with the room that the contest's liability leaves on each pick. */
export function quoteView(quote: Quote, contest: ContestRow, limits: StakeLimits): QuoteView {
  const liability = { home: contest.payout_home, draw: contest.payout_draw, away: contest.payout_away };
  return {
    state: quote.state,
    suspension: quote.suspension,
    basis: quote.basis,
    prices: quote.prices.map(({ pick, oddsHundredths }) => ({
      pick,
      odds: oddsHundredths / 100,
      room: stakeRoom(null, offerOf(quote, pick, liability[pick]), limits),
    })),
    stake_max: quote.stakeMax,
    confirmed_at: quote.confirmedAt?.toISOString() ?? null,
  };
}

const factsOf = ({ kickoff_at, draw_possible, scores_delayed, forecast, books }: QuoteRow, isHouseClosed: boolean) => {
  const picks = picksOf(draw_possible);
  return {
    picks,
    books: books.map((book) => bookOf(book, draw_possible)),
    // A forecast with a draw for a match without one assumes other rules, so it is not used.
    forecast: forecast === null || forecast.draw > 0 !== draw_possible ? null : picks.map((pick: Pick) => forecast[pick]),
    kickoffAt: kickoff_at,
    isDelayed: scores_delayed,
    isHouseClosed,
  };
};

const bookOf = ({ home, draw, away, suspended, confirmed_at, cadence_seconds }: BookJson, drawPossible: boolean): Book => ({
  prices: drawPossible && draw !== null ? [home, draw, away] : [home, away],
  suspended,
  confirmedAt: new Date(confirmed_at),
  cadenceMs: cadence_seconds === null ? null : cadence_seconds * SECOND_MS,
});

const quoteRules = (limits: Limits): QuoteRules => ({
  marginPercent: limits.fixed_margin_percent,
  slowMarginPercent: limits.fixed_slow_margin_percent,
  forecastMarginPercent: limits.fixed_forecast_margin_percent,
  weakStakeMax: limits.fixed_weak_stake_max,
  staleMs: limits.price_stale_seconds * SECOND_MS,
  suspendedMs: limits.price_suspended_seconds * SECOND_MS,
  slowClosedMs: limits.price_slow_closed_minutes * MINUTE_MS,
});
