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
  /** Counts again once it is confirmed after this: a goal or a red card came after it. Null: nothing did. */
  outdated_until: Date | null;
}

/** Whether something that moves prices came after this one, and its bookmaker has not had the time to react. */
export const isOutdated = ({ outdated_until, confirmed_at }: Pick<OddsRow, 'outdated_until' | 'confirmed_at'>): boolean =>
  outdated_until !== null && confirmed_at < outdated_until;

/** Whether a bookmaker has another price than at kick-off, or had none then. */
const hasMovedSinceKickoff = (row: OddsRow): boolean =>
  row.home !== row.closing_home || row.draw !== row.closing_draw || row.away !== row.closing_away;

/**
 * What bookmakers together say of a match: the mean of their prices, and the probabilities behind them without the margin. Who speaks is decided
 * by `marketSpeakers`; of a match that has begun those are missed only who priced it in play. Null when nobody has a price that makes sense.
 */
export function marketView(rows: readonly OddsRow[], { hasBegun = false } = {}): MarketView | null {
  const { speakers: speaking, isSuspended } = marketSpeakers(rows, (row) => ({
    isSuspended: row.suspended,
    isOutdated: isOutdated(row),
    isInPlay: !hasBegun || hasMovedSinceKickoff(row),
  }));
  // Some may price a draw that others leave out: the answer can only be about one kind of match.
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

/** What they said last before the match began: after it, prices in play no longer say anything. */
export const closingOdds = <T extends OddsRow>(rows: readonly T[]): T[] =>
  rows.flatMap((row) =>
    row.closing_home === null || row.closing_away === null
      ? []
      : [{ ...row, home: row.closing_home, draw: row.closing_draw, away: row.closing_away, suspended: true }],
  );

const pricesOf = ({ home, draw, away }: OddsRow): number[] => (draw === null ? [home, away] : [home, draw, away]);

const meanPrice = (prices: readonly number[]): number => Math.round(prices.reduce((sum, price) => sum + price, 0) / prices.length) / 100;

const rounded = (probability: number): number => Math.round(probability * 10_000) / 10_000;

/** The way each price went for the bookmaker who changed last. */
function movedBy(books: readonly OddsRow[]): MarketView['moved'] {
  const latestFirst = books.toSorted((a, b) => b.changed_at.getTime() - a.changed_at.getTime());
  const last = (column: 'moved_home' | 'moved_draw' | 'moved_away') => latestFirst.find((row) => row[column] !== 0)?.[column] ?? 0;
  return { home: last('moved_home'), draw: last('moved_draw'), away: last('moved_away') };
}
