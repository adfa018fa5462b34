import type { Outcomes } from '#domain/forecast/outcomes.ts';
import { consensus } from '#domain/matches/odds.ts';

/** Prices of a bookmaker in hundredths; the draw is null in sports without one. */
export type Prices = readonly [home: number, draw: number | null, away: number];

/**
 * Returns the bookmakers' joint probabilities without their margins; null without plausible prices. Only some bookmakers may price a draw.
 */
export function marketOf(books: readonly Prices[]): Outcomes | null {
  const hasDraw = books.some(([, draw]) => draw !== null);
  const priced = books.filter(([, draw]) => (draw !== null) === hasDraw);
  const probabilities = consensus(priced.map(([home, draw, away]) => (draw === null ? [home, away] : [home, draw, away])));
  if (probabilities === null) return null;
  return { home: probabilities[0]!, draw: hasDraw ? probabilities[1]! : 0, away: probabilities.at(-1)! };
}

/** Returns the crowd's probabilities, which are the shares of a pool; null without stakes. */
export function crowdOf({ home, draw, away }: Outcomes): Outcomes | null {
  const pool = home + draw + away;
  return pool === 0 ? null : { home: home / pool, draw: draw / pool, away: away / pool };
}
