import type { MarketView } from '#contract/matches.ts';
import { consensus } from '#domain/matches/odds.ts';
import { marketSpeakers } from '#domain/settlement/market-speakers.ts';

/** One bookmaker's prices for a match, in whole hundredths. */
export interface OddsRow {
  match_id: number;
  home: number;
  draw: number | null;
  away: number;
  moved_home: number;
  moved_draw: number;
  moved_away: number;
  closing_home: number | null;
  closing_draw: number | null;
  closing_away: number | null;
  suspended: boolean;
  changed_at: Date;
  confirmed_at: Date;
  /** Set after an incident such as a goal or a red card: the price counts again once it is confirmed after this time. Null: no incident. */
  outdated_until: Date | null;
}

/** Returns whether an incident came after this price, and its bookmaker has not had time to react. */
export const isOutdated = ({ outdated_until, confirmed_at }: Pick<OddsRow, 'outdated_until' | 'confirmed_at'>): boolean =>
  outdated_until !== null && confirmed_at < outdated_until;

/** Returns whether a bookmaker's price differs from its closing price; also true if it has no closing price. */
const hasMovedSinceKickoff = (row: OddsRow): boolean =>
  row.home !== row.closing_home || row.draw !== row.closing_draw || row.away !== row.closing_away;

/**
 * Returns the bookmakers' consensus on a match: the mean of their prices, and the probabilities behind them without the margin. The
 * bookmakers included are chosen by `marketSpeakers`; once the match has begun, only those that priced it in play are missed when
 * absent. Null if no bookmaker has a valid price.
 */
export function marketView(rows: readonly OddsRow[], { hasBegun = false } = {}): MarketView | null {
  const { speakers: speaking, isSuspended } = marketSpeakers(rows, (row) => ({
    isSuspended: row.suspended,
    isOutdated: isOutdated(row),
    isInPlay: !hasBegun || hasMovedSinceKickoff(row),
  }));
  // Some bookmakers may price a draw that others leave out; the result must be about one kind of match.
  const hasDraw = speaking.some((row) => row.draw !== null);
  const books = speaking.filter((row) => (row.draw !== null) === hasDraw);
  const probabilities = consensus(books.map(pricesOf));
  if (probabilities === null) return null;
  const [home = 0, away = 0] = [probabilities[0], probabilities.at(-1)];
  return {
    odds: {
      home: meanPrice(books.map((row) => row.home)),
      draw: hasDraw ? meanPrice(books.map((row) => row.draw ?? 0)) : null,
      away: meanPrice(books.map((row) => row.away)),
    },
    moved: movedBy(books),
    probability: { home: rounded(home), draw: hasDraw ? rounded(probabilities[1] ?? 0) : 0, away: rounded(away) },
    suspended: isSuspended,
    confirmed_at: new Date(Math.max(...books.map((row) => row.confirmed_at.getTime()))).toISOString(),
  };
}

/** Returns the closing prices: after a match, prices in play have no meaning. */
export const closingOdds = <T extends OddsRow>(rows: readonly T[]): T[] =>
  rows.flatMap((row) =>
    row.closing_home === null || row.closing_away === null
      ? []
      : [{ ...row, home: row.closing_home, draw: row.closing_draw, away: row.closing_away, suspended: true }],
  );

const pricesOf = ({ home, draw, away }: OddsRow): number[] => (draw === null ? [home, away] : [home, draw, away]);

const meanPrice = (prices: readonly number[]): number => Math.round(prices.reduce((sum, price) => sum + price, 0) / prices.length) / 100;

const rounded = (probability: number): number => Math.round(probability * 10_000) / 10_000;

/** Returns the direction of each price's change at the bookmaker that changed last. */
function movedBy(books: readonly OddsRow[]): MarketView['moved'] {
  const latestFirst = books.toSorted((a, b) => b.changed_at.getTime() - a.changed_at.getTime());
  const last = (column: 'moved_home' | 'moved_draw' | 'moved_away') => latestFirst.find((row) => row[column] !== 0)?.[column] ?? 0;
  return { home: last('moved_home'), draw: last('moved_draw'), away: last('moved_away') };
}

/** A bookmaker's price from a moment on, in whole hundredths. */
export interface Price {
  at: Date;
  home: number;
  draw: number | null;
  away: number;
}

/**
 * Returns at most `max` (2 or more) of the prices, in their order: the first, the last, and repeatedly the one furthest from the
 * line through those already chosen. This keeps the largest turns.
 */
export function thinned(prices: readonly Price[], max: number): Price[] {
  if (prices.length <= max) return [...prices];
  const taken = [0, prices.length - 1];
  const gaps = [widest(prices, 0, prices.length - 1)];
  while (taken.length < max) {
    const gap = gaps.reduce((a, b) => (b.distance > a.distance ? b : a));
    taken.push(gap.index);
    gaps.splice(gaps.indexOf(gap), 1, widest(prices, gap.from, gap.index), widest(prices, gap.index, gap.to));
  }
  return taken.toSorted((a, b) => a - b).map((index) => prices[index]!);
}

interface Gap {
  from: number;
  to: number;
  /** The price between them that is furthest from the line, and its distance in probability; -1 if there is none between. */
  index: number;
  distance: number;
}

function widest(prices: readonly Price[], from: number, to: number): Gap {
  const gap: Gap = { from, to, index: from, distance: -1 };
  for (let index = from + 1; index < to; index++) {
    const distance = distanceFromLine(prices[from]!, prices[index]!, prices[to]!);
    if (distance > gap.distance) Object.assign(gap, { index, distance });
  }
  return gap;
}

/** Distance in probability, not in price: from 20.00 to 21.00 is a smaller turn than from 1.50 to 1.60. */
function distanceFromLine(start: Price, price: Price, end: Price): number {
  const span = end.at.getTime() - start.at.getTime();
  const share = span === 0 ? 0 : (price.at.getTime() - start.at.getTime()) / span;
  const off = (outcome: 'home' | 'draw' | 'away') => {
    const [a, b, c] = [start, price, end].map((one) => 100 / (one[outcome] ?? Infinity));
    return Math.abs(b! - (a! + (c! - a!) * share));
  };
  return Math.max(off('home'), off('draw'), off('away'));
}
