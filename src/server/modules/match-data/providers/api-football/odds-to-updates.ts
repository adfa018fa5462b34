import type { OddsUpdate } from '#server/modules/match-data/import/feed.ts';
import {
  findValue,
  hundredths,
  type Price,
  pricesOf,
  type TakenOdds,
  type Values,
} from '#server/modules/match-data/providers/api-sports/prices.ts';
import type { LiveOddsRow, OddsRow } from './formats.ts';

/** In `/odds`; in `/odds/live` numbers mean something else, and only the name tells. */
const MATCH_WINNER_ID = 1;
const LIVE_MATCH_WINNER = /^(fulltime result|match winner|1x2)$/i;
/** Prices in play come without a bookmaker's name. */
export const LIVE_BOOKMAKER = 'In-play';

/** Prices before the match. One that cannot be is refused, and the other bookmakers' are kept. */
export function oddsUpdate(row: OddsRow, askedAt: Date): TakenOdds {
  const matchId = String(row.fixture.id);
  const { prices: bookmakers, refusals } = pricesOf(matchId, row.bookmakers, MATCH_WINNER_ID, priceOf);
  if (bookmakers.length === 0) return { update: null, refusals };
  return { update: { kind: 'odds', matchId, seenAt: notAfter(row.update, askedAt), bookmakers }, refusals };
}

/**
 * Prices in play. The bookmakers' prices from before the match (`held`) no longer hold and are told as suspended, so that they
 * are not taken for withdrawn; a suspended price in play comes as "0" and stays what it was.
 */
export function liveOddsUpdate({ fixture, status, update, odds }: LiveOddsRow, held: Price[], askedAt: Date): OddsUpdate | null {
  const before = held.filter(({ bookmaker }) => bookmaker !== LIVE_BOOKMAKER).map((price) => ({ ...price, suspended: true }));
  const last = held.find(({ bookmaker }) => bookmaker === LIVE_BOOKMAKER);
  const values = odds.find(({ name }) => LIVE_MATCH_WINNER.test(name))?.values ?? [];
  const isStopped = status.stopped || status.blocked || status.finished;
  const price = priceOf(LIVE_BOOKMAKER, values);
  const live = price ? { ...price, suspended: price.suspended || isStopped } : last && { ...last, suspended: true };
  if (live === undefined) return null;
  return { kind: 'odds', matchId: String(fixture.id), seenAt: notAfter(update, askedAt), bookmakers: [...before, live] };
}

/** When the provider says that it took the prices, unless its clock is ahead of ours. */
const notAfter = (update: Date, askedAt: Date): Date => (update < askedAt ? update : askedAt);

function priceOf(bookmaker: string, values: Values): Price | null {
  const picks = [findValue(values, 'home', '1'), findValue(values, 'draw', 'x'), findValue(values, 'away', '2')];
  const [home, draw, away] = picks.map((pick) => hundredths(pick?.odd ?? ''));
  if (home == null || draw == null || away == null) return null;
  return { bookmaker, market: '1x2', home, draw, away, suspended: picks.some((pick) => pick?.suspended === true) };
}
