/** One bookmaker's standing in a market. */
export interface BookmakerStanding {
  /** Whether it accepts no bets at the moment. */
  isSuspended: boolean;
  /** Whether an event that moves prices (a goal, a red card) came after its price, and it has not had time to react. */
  isOutdated: boolean;
  /** Whether it has priced this match in play, or the match has not begun. A bookmaker that closes at kick-off is not missed afterwards. */
  isInPlay: boolean;
}

/** At least this share of the bookmakers that price a match must count, and at least two if there are two. */
const SHARE_MIN = 1 / 3;
const SPEAKERS_MIN = 2;

/**
 * Returns the bookmakers whose prices count, in their order, and whether the market is suspended. A bookmaker counts if it accepts bets at
 * a price newer than the last event that moves prices. If too few do, the market is suspended, and all count with their last price.
 * Otherwise a goal would move the consensus towards the side that conceded it, only because most bookmakers withdraw their prices and the
 * slowest do not.
 */
export function marketSpeakers<T>(
  books: readonly T[],
  standingOf: (book: T) => BookmakerStanding,
): { speakers: readonly T[]; isSuspended: boolean } {
  const standings = books.map(standingOf);
  const isFresh = ({ isSuspended, isOutdated }: BookmakerStanding) => !isSuspended && !isOutdated;
  const inPlay = standings.filter((standing) => standing.isInPlay || !standing.isSuspended).length;
  const needed = Math.max(1, Math.min(inPlay, SPEAKERS_MIN), Math.ceil(inPlay * SHARE_MIN));
  const fresh = books.filter((_, i) => isFresh(standings[i]!));
  if (fresh.length >= needed) return { speakers: fresh, isSuspended: false };
  return { speakers: books, isSuspended: true };
}
