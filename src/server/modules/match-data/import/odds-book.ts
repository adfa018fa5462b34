import { isStarted } from '#domain/matches/match-status.ts';
import { type MovementRow, type OddsRow, outdatedAt } from './detail-queries.ts';
import type { OddsUpdate } from './feed.ts';
import type { MatchRow } from './match-row.ts';

/** The changes a batch of odds makes to the stored prices. */
export interface OddsWrites {
  written: OddsRow[];
  deleted: OddsRow[];
  movements: MovementRow[];
  changed: Set<number>;
}

type Price = OddsUpdate['bookmakers'][number];
type Book = Map<string, OddsRow>;
/** When prices are confirmed, and in how many seconds their feed promises to confirm them again; null: never. */
export interface OddsConfirmation {
  at: Date;
  cadenceSeconds: number | null;
}

/** A confirmation, with the real milliseconds of a minute of the match. */
export interface OddsReading extends OddsConfirmation {
  minuteMs: number;
}

const keyOf = (price: Pick<Price, 'bookmaker' | 'market'>) => `${price.market} ${price.bookmaker}`;

/**
 * Applies odds in the order in which they came. Prices older than the stored one are only added to the history. The history ends
 * with the kick-off, because prices in play change every few seconds and are not looked at later.
 */
export function applyOdds(
  held: OddsRow[],
  updates: { matchId: number; update: OddsUpdate }[],
  matches: Map<number, MatchRow>,
  reading: OddsReading,
): OddsWrites {
  const before = new Set(held);
  const books = new Map<number, Book>();
  for (const row of held) bookOf(books, row.match_id).set(keyOf(row), row);
  const movements: MovementRow[] = [];
  for (const { matchId, update } of updates) {
    const book = bookOf(books, matchId);
    const match = matches.get(matchId);
    const isHistory = match !== undefined && isBeforeKickoff(match, update.seenAt);
    for (const price of update.bookmakers) {
      const row = book.get(keyOf(price));
      const isMoved = row === undefined || row.home !== price.home || row.draw !== price.draw || row.away !== price.away;
      if (isMoved && isHistory) movements.push(movementOf(matchId, price, update.seenAt));
      if (row !== undefined && row.changed_at > update.seenAt) continue;
      const isChanged = isMoved || row.suspended !== price.suspended;
      const changedAt = isChanged ? update.seenAt : row.changed_at;
      const isReaction = isChanged && !price.suspended;
      book.set(keyOf(price), rowOf(matchId, price, row, { changedAt, isHistory, isReaction }, reading));
    }
    // Every bookmaker of the update has a row by now.
    if (book.size > update.bookmakers.length) for (const row of withdrawn(book, update)) book.delete(keyOf(row));
  }
  const rows = [...books.values()].flatMap((book) => [...book.values()]);
  const written = rows.filter((row) => !before.has(row));
  const deleted = held.filter((row) => !books.get(row.match_id)?.has(keyOf(row)));
  const heldByKey = new Map(held.map((row) => [`${row.match_id} ${keyOf(row)}`, row]));
  const news = written.filter((row) => isDifferent(heldByKey.get(`${row.match_id} ${keyOf(row)}`), row));
  return { written, deleted, movements, changed: new Set([...news, ...deleted].map((row) => row.match_id)) };
}

/** Returns whether a price was seen before kick-off. A feed may send the whole history of a match under way: each price counts by when it was seen. */
const isBeforeKickoff = ({ status, started_at }: MatchRow, seenAt: Date): boolean =>
  !isStarted(status) || (started_at !== null && seenAt.getTime() <= started_at.getTime());

const isDifferent = (a: Price | OddsRow | undefined, b: Price | OddsRow): boolean =>
  a === undefined || a.home !== b.home || a.draw !== b.draw || a.away !== b.away || a.suspended !== b.suspended;

function bookOf(books: Map<number, Book>, matchId: number): Book {
  const book = books.get(matchId) ?? new Map();
  books.set(matchId, book);
  return book;
}

function withdrawn(book: Book, update: OddsUpdate): OddsRow[] {
  const named = new Set(update.bookmakers.map(keyOf));
  return [...book.values()].filter((row) => !named.has(keyOf(row)) && row.changed_at <= update.seenAt);
}

function rowOf(
  matchId: number,
  price: Price,
  held: OddsRow | undefined,
  { changedAt, isHistory, isReaction }: { changedAt: Date; isHistory: boolean; isReaction: boolean },
  { at, cadenceSeconds, minuteMs }: OddsReading,
): OddsRow {
  const { bookmaker, market, home, draw, away, suspended } = price;
  // Until the match begins, every price may be the closing price.
  const closing = isHistory
    ? price
    : { home: held?.closing_home ?? null, draw: held?.closing_draw ?? null, away: held?.closing_away ?? null };
  return {
    match_id: matchId,
    bookmaker,
    market,
    home,
    draw,
    away,
    opening_home: held?.opening_home ?? home,
    opening_draw: held === undefined ? draw : held.opening_draw,
    opening_away: held?.opening_away ?? away,
    closing_home: closing.home,
    closing_draw: closing.draw,
    closing_away: closing.away,
    suspended,
    changed_at: changedAt,
    confirmed_at: at,
    cadence_seconds: cadenceSeconds,
    outdated_until: stillOutdated(held?.outdated_until ?? null, isReaction ? changedAt : null, minuteMs),
  };
}

/** Keeps the outdated mark until the bookmaker changes the price, or accepts bets again, after the incident. */
const stillOutdated = (until: Date | null, reactedAt: Date | null, minuteMs: number): Date | null =>
  until === null || reactedAt === null || reactedAt < outdatedAt(until, minuteMs) ? until : null;

const movementOf = (match_id: number, { bookmaker, market, home, draw, away }: Price, at: Date): MovementRow => ({
  match_id,
  bookmaker,
  market,
  at,
  home,
  draw,
  away,
});
