import { PRICE_MAX, PRICE_MIN } from '#domain/matches/odds.ts';
import { PICKS, type Pick } from '#domain/matches/sport.ts';
import { MARKETS, type Market } from '#domain/settlement/contest.ts';
import { oneOf } from './address-values.ts';

/** What the slip of a match begins with. */
export interface SlipStart {
  pick: Pick | null;
  market: Market | null;
  /** The decimal fixed odds that the user tapped; null if they did not tap a price. */
  odds: number | null;
}

/** Returns the address of a match's page with the slip opened at fixed odds, at a pick and the price that the user saw. */
export const slipAddress = (matchId: number, pick: Pick, odds: number | null): string =>
  `/match/${matchId}?market=1x2&pick=${pick}${odds === null ? '' : `&odds=${odds.toFixed(2)}`}`;

/** Returns what an address begins the slip with; values that cannot be are treated as missing. */
export function slipStartIn(params: URLSearchParams): SlipStart {
  const pick = oneOf(PICKS, params.get('pick')) ?? null;
  const market = oneOf(MARKETS, params.get('market')) ?? null;
  const text = params.get('odds') ?? '';
  const hundredths = /^\d{1,2}\.\d\d$/.test(text) ? Math.round(Number(text) * 100) : 0;
  const isPrice = pick !== null && market === '1x2' && hundredths >= PRICE_MIN && hundredths <= PRICE_MAX;
  return { pick, market, odds: isPrice ? hundredths / 100 : null };
}
