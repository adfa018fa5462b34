/** One bookmaker's standing in a market. */
export interface BookmakerStanding {
  /** Takes no bets just now. */
  isSuspended: boolean;
  /** Something that moves prices (a goal, a red card) came after its price, and it has not had the time to react. */
  isOutdated: boolean;
  /** Has priced this match since it began, or it has not begun: one that closes at kick-off is not missed afterwards. */
  isInPlay: boolean;
}

/** Of those who price a match, at least this share speaks for the market, and at least two where there are two. */
const SHARE_MIN = 1 / 3;
const SPEAKERS_MIN = 2;

/**
 * Which bookmakers speak for the market, and whether it is suspended. Those speak that take bets at a price newer than the last event that moves
 * prices. Where too few do, the market is suspended, and all speak with what they last said: so that a goal does not move the consensus
 * towards the side that conceded it, only because most bookmakers take their prices back and the slowest do not. The order is kept.
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
