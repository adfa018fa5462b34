import type { OddsUpdate } from '#server/feeds/feed.ts';
import type { Refusal } from '#server/feeds/queries.ts';
import type { LiveOddsRow, OddsRow } from './formats.ts';
import { refusalOf } from './rows.ts';

export type Price = OddsUpdate['bookmakers'][number];
export interface TakenOdds {
  update: OddsUpdate | null;
  refusals: Refusal[];
}

/** In `/odds`; in `/odds/live` numbers mean something else, and only the name tells. */
const MATCH_WINNER_ID = 1;
const LIVE_MATCH_WINNER = /^(fulltime result|match winner|1x2)$/i;
/** Prices in play come without a bookmaker's name. */
export const LIVE_BOOKMAKER = 'In-play';
const PRICE_MIN = 101;
const PRICE_MAX = 1_000_000;

type Values = { value: string; odd: string; suspended?: boolean | null | undefined }[];

/** Prices before the match. One that cannot be is refused, and the other bookmakers' are kept. */
export function oddsUpdate(row: OddsRow, askedAt: Date): TakenOdds {
  const matchId = String(row.fixture.id);
  const refusals: Refusal[] = [];
  const prices = new Map<string, Price>();
  for (const { name, bets } of row.bookmakers) {
    const bet = bets.find(({ id }) => id === MATCH_WINNER_ID);
    if (bet === undefined || prices.has(name)) continue;
    const price = priceOf(name, bet.values);
    if (price === null) refusals.push(refusalOf('odds', matchId, `no prices: ${name}`, bet));
    else prices.set(name, price);
  }
  const bookmakers = [...prices.values()];
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
  const find = (...names: string[]) => values.find(({ value }) => names.includes(value.trim().toLowerCase()));
  const picks = [find('home', '1'), find('draw', 'x'), find('away', '2')];
  const [home, draw, away] = picks.map((pick) => hundredths(pick?.odd ?? ''));
  if (home == null || draw == null || away == null) return null;
  return { bookmaker, market: '1x2', home, draw, away, suspended: picks.some((pick) => pick?.suspended === true) };
}

/** "3.60" is 360, and "1.615" 161: a price is never made better than it is. Null for what is no price. */
export function hundredths(odd: string): number | null {
  const [, whole, decimals = ''] = /^(\d{1,5})(?:\.(\d{1,6}))?$/.exec(odd.trim()) ?? [];
  if (whole === undefined) return null;
  const price = Number(whole) * 100 + Number(decimals.padEnd(2, '0').slice(0, 2));
  return price >= PRICE_MIN && price <= PRICE_MAX ? price : null;
}
