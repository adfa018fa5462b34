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
