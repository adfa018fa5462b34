import { consensus, impliedProbabilities, withMargin } from '#domain/matches/odds.ts';
import type { Pick } from '#domain/matches/sport.ts';
import type { FixedOffer } from './contest.ts';

/** Firm; stale, that is, older than it should be but still accepted; or not for sale. */
export const QUOTE_STATES = ['firm', 'stale', 'suspended'] as const;
export type QuoteState = (typeof QUOTE_STATES)[number];

/**
 * Why nothing is for sale: nobody has a price, bookmakers withdrew theirs, it is too old, kick-off is too near for a slow feed, the house
 * lost enough, or staking is closed.
 */
export const SUSPENSIONS = ['no_price', 'taken_back', 'too_old', 'too_near', 'house_closed', 'staking_closed'] as const;
export type Suspension = (typeof SUSPENSIONS)[number];

/** The source of a fixed price. */
export const QUOTE_BASES = ['bookmakers', 'forecast'] as const;
export type QuoteBasis = (typeof QUOTE_BASES)[number];

/** docs/rules.md#house-prices; percentages are added to the probabilities' sum, times are milliseconds, stakes points. */
export interface QuoteRules {
  marginPercent: number;
  /** For prices from a feed that confirms them less often than every `staleMs`. */
  slowMarginPercent: number;
  forecastMarginPercent: number;
  /** With a weak price: from a slow feed, or from our forecast. */
  weakStakeMax: number;
  staleMs: number;
  suspendedMs: number;
  /** A slow price, and a forecast's for a match that is told late, is not for sale this long before kick-off. */
  slowClosedMs: number;
}

export const QUOTE_RULES: QuoteRules = {
  marginPercent: 6,
  slowMarginPercent: 9,
  forecastMarginPercent: 12,
  weakStakeMax: 500,
  staleMs: 60_000,
  suspendedMs: 5 * 60_000,
  slowClosedMs: 75 * 60_000,
};

/** One bookmaker's prices, in hundredths and in the order of the picks. */
export interface Book {
  prices: readonly number[];
  suspended: boolean;
  confirmedAt: Date;
  /** Interval at which the feed promises to confirm it; null for never again. */
  cadenceMs: number | null;
}

export interface QuoteFacts {
  /** All picks, in the order of all prices. */
  picks: readonly Pick[];
  books: readonly Book[];
  /** Our forecast's probabilities in the order of the picks; null without a forecast. */
  forecast: readonly number[] | null;
  kickoffAt: Date;
  /** Whether the match's course is told minutes late. */
  isDelayed: boolean;
  /** Whether the house accepts no more bets today. */
  isHouseClosed: boolean;
}

export interface Quote {
  state: QuoteState;
  /** Null while it is for sale. */
  suspension: Suspension | null;
  /** Null if there is no price at all. */
  basis: QuoteBasis | null;
  /** In hundredths, one per pick; empty while nothing is for sale. */
  prices: readonly { pick: Pick; oddsHundredths: number }[];
  /** Limit on one user's stakes in the contest with a weak price; null with a firm one. */
  stakeMax: number | null;
  /** When the price was last confirmed; null for a forecast's. */
  confirmedAt: Date | null;
}

/**
 * Returns the house's price for a match at `now` (docs/rules.md#house-prices): the consensus of the bookmakers whose prices are recent
 * enough, with our margin, or our own forecast with a larger margin if no bookmaker has a price. If bookmakers withdrew their prices they
 * may know something, so nothing is for sale and the forecast is not used. Invalid prices are ignored.
 */
export function quoteFor(facts: QuoteFacts, now: Date, rules: QuoteRules = QUOTE_RULES): Quote {
  if (facts.isHouseClosed) return suspended('house_closed');
  const books = facts.books.filter(({ prices, suspended }) => prices.length === facts.picks.length && (suspended || makesSense(prices)));
  if (books.length === 0) return forecastQuote(facts, now, rules);
  const open = books.filter((book) => !book.suspended);
  if (open.length === 0) return suspended('taken_back');
  const usable = open.filter((book) => ageOf(book, now) <= usableMs(book, rules));
  if (usable.length === 0) return suspended('too_old');
  // Bookmakers that confirm often are better informed, so slow ones are ignored beside them.
  const fast = usable.filter((book) => !isSlow(book, rules));
  if (fast.length > 0) return bookmakersQuote(facts, fast, now, rules.marginPercent, null, rules);
  if (isNear(facts, now, rules)) return suspended('too_near');
  return bookmakersQuote(facts, usable, now, rules.slowMarginPercent, rules.weakStakeMax, rules);
}

/** Returns the offer on a pick; null while there is none. `matchLiability` is the payout owed on the pick if it wins, in points. */
export function offerOf(quote: Quote, pick: Pick, matchLiability: number): FixedOffer | null {
  const price = quote.prices.find((offered) => offered.pick === pick);
  return price === undefined ? null : { oddsHundredths: price.oddsHundredths, stakeMax: quote.stakeMax, matchLiability };
}

function bookmakersQuote(
  { picks }: QuoteFacts,
  books: readonly Book[],
  now: Date,
  marginPercent: number,
  stakeMax: number | null,
  rules: QuoteRules,
): Quote {
  const probabilities = consensus(books.map(({ prices }) => prices));
  if (probabilities === null) return suspended('no_price');
  const isStale = books.every((book) => ageOf(book, now) > Math.max(rules.staleMs, book.cadenceMs ?? Number.POSITIVE_INFINITY));
  return {
    state: isStale ? 'stale' : 'firm',
    suspension: null,
    basis: 'bookmakers',
    prices: priced(picks, withMargin(probabilities, marginPercent)),
    stakeMax,
    confirmedAt: new Date(Math.max(...books.map(({ confirmedAt }) => confirmedAt.getTime()))),
  };
}

/** Of a match that is told late, even the kick-off may have been moved without our knowledge: others would know more than the forecast. */
function forecastQuote(facts: QuoteFacts, now: Date, rules: QuoteRules): Quote {
  const { picks, forecast } = facts;
  if (forecast === null) return suspended('no_price');
  if (facts.isDelayed && isNear(facts, now, rules)) return suspended('too_near');
  return {
    state: 'firm',
    suspension: null,
    basis: 'forecast',
    prices: priced(picks, withMargin(forecast, rules.forecastMarginPercent)),
    stakeMax: rules.weakStakeMax,
    confirmedAt: null,
  };
}

const isNear = ({ kickoffAt }: QuoteFacts, now: Date, { slowClosedMs }: QuoteRules): boolean =>
  kickoffAt.getTime() - now.getTime() < slowClosedMs;

/** A quote while nothing is for sale. */
export const suspended = (suspension: Suspension): Quote => ({
  state: 'suspended',
  suspension,
  basis: null,
  prices: [],
  stakeMax: null,
  confirmedAt: null,
});

const priced = (picks: readonly Pick[], odds: readonly number[]) => picks.map((pick, index) => ({ pick, oddsHundredths: odds[index]! }));

const makesSense = (prices: readonly number[]): boolean => impliedProbabilities(prices) !== null;

const ageOf = ({ confirmedAt }: Book, now: Date): number => now.getTime() - confirmedAt.getTime();

const isSlow = ({ cadenceMs }: Book, { staleMs }: QuoteRules): boolean => cadenceMs === null || cadenceMs > staleMs;

const usableMs = (book: Book, rules: QuoteRules): number =>
  isSlow(book, rules) ? (book.cadenceMs ?? Number.POSITIVE_INFINITY) + rules.suspendedMs : rules.suspendedMs;
