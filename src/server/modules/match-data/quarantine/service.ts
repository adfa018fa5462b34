import { sql, type Transaction } from 'kysely';
import type { listQuarantine, QuarantineRow } from '#contract/contest-admin.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { Deps } from '#server/deps.ts';
import { type Actor, recordAudit, requireNoInterest, requireReason } from '#server/modules/admins/public.ts';
import type { FeedUpdate } from '#server/modules/match-data/import/feed.ts';
import { importWithin } from '#server/modules/match-data/import/importer.ts';
import { lockImport } from '#server/modules/match-data/import/queries.ts';
import { findMatchLines } from '#server/modules/match-data/matches/match-brief.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { COUNT_MAX, offsetOf, totalOf } from '#server/platform/http/paging.ts';
import { transact } from '#server/platform/transact.ts';

/** Returns the refused updates that are not decided yet. */
export async function list(
  { db }: Deps,
  { feed, kind, page, page_size }: ParsedInputOf<typeof listQuarantine>,
): Promise<ReplyOf<typeof listQuarantine>> {
  const offset = offsetOf({ page, page_size });
  const filter = { feed, kind };
  const [rows, counted, facets] = await Promise.all([
    findUndecided(db, filter, page_size, offset),
    countUndecided(db, filter, COUNT_MAX),
    findFacets(db),
  ]);
  const matches = await findMatchLines(
    db,
    rows.flatMap(({ match_id }) => match_id ?? []),
  );
  const items = rows.map(({ match_id, decision: _, decided_at: __, first_seen_at, last_seen_at, ...row }) => ({
    ...row,
    payload: row.payload as QuarantineRow['payload'],
    first_seen_at: first_seen_at.toISOString(),
    last_seen_at: last_seen_at.toISOString(),
    match: match_id === null ? null : (matches.get(match_id) ?? null),
    is_acceptable: isAcceptable(row),
  }));
  return { items, page, page_size, ...totalOf(counted), ...facets };
}

type Row = NonNullable<Awaited<ReturnType<typeof lockRow>>>;

/**
 * Accepts a refused update: imports it again as the feed sent it, with all validation except the fault it was refused for. Row, match
 * and audit log are written in one transaction; pages and contests are updated after it. Returns whether that changed anything, because
 * a later update of the feed may have been applied meanwhile. Throws `reason_required`, `not_found`, `already_decided`, and
 * `invalid_payload` for what cannot be accepted (see `ACCEPTABLE`), or has another fault, too.
 */
export async function accept(deps: Deps, actor: Actor, { id, reason }: { id: number; reason: string }): Promise<{ changed: boolean }> {
  requireReason(reason);
  const changes = await transact(deps, async (db) => {
    // Taken first, in the same order as importers, which also write to the quarantine.
    await lockImport(db);
    const row = await lockUndecided(db, id);
    const update = updateOf(row);
    if (update === null) throw new AppError('invalid_payload', { field: row.kind });
    const matchId = await findMatchOf(db, row);
    if (matchId !== undefined) await requireNoInterest(deps, db, actor, { matchId });
    const importDeps = { ...deps, speed: deps.config.matchSpeed };
    const { result } = await importWithin(importDeps, db, row.feed, [update], {
      believed: row.reason,
      teller: { adminId: actor.id, reason },
    });
    if (result.refused.length > 0) throw new AppError('invalid_payload', { field: result.refused[0]!.reason });
    await decide(deps, db, actor, row, 'accepted', reason);
    return result.changes;
  });
  await deps.wiring.onMatchesImported(deps, changes);
  return { changed: changes.length > 0 };
}

/** Drops a refused row. Throws `reason_required`, `not_found`, `already_decided`. */
export async function drop(deps: Deps, actor: Actor, { id, reason }: { id: number; reason: string }): Promise<{ dropped: true }> {
  requireReason(reason);
  await transact(deps, async (db) => decide(deps, db, actor, await lockUndecided(db, id), 'dropped', reason));
  return { dropped: true };
}

async function lockUndecided(db: Transaction<DB>, id: number): Promise<Row> {
  const row = await lockRow(db, id);
  if (!row) throw new AppError('not_found');
  if (row.decision !== null) throw new AppError('already_decided');
  return row;
}

async function decide(deps: Deps, db: Transaction<DB>, actor: Actor, row: Row, decision: 'accepted' | 'dropped', reason: string) {
  const now = deps.now();
  await decideRow(db, row.id, decision, now);
  const { feed, kind, feed_id, reason: fault, payload } = row;
  const action = decision === 'accepted' ? 'quarantine.accept' : 'quarantine.drop';
  const after = { decision, feed, kind, feed_id, fault, payload };
  await recordAudit(db, actor, { action, subject: { kind: 'quarantine', id: String(row.id) }, after, reason }, now);
}

/**
 * The faults that can be accepted: updates of the course of a match that are only unlikely, such as a kick-off in an unexpected year, a
 * score that drops further than a referee ever takes back, an early whistle, or a status out of order. Updates that cannot be stored or
 * played (unknown teams, a match against itself, an invalid number, a draw where there is none, a match under a second id) stay refused,
 * and so do prices, line-ups and statistics, which the feed's next update replaces anyway.
 */
const ACCEPTABLE: Record<string, RegExp> = {
  fixture: /^kickoff_(in_another_year|outside_season)$/,
  status: /^(final_too_early|score_(dropped|halftime_shrank)|status_[a-z0-9]+_after_[a-z0-9]+)$/,
};

interface RefusedRow {
  kind: string;
  reason: string;
  payload: unknown;
}

/** Returns whether a refused row can be accepted. */
const isAcceptable = ({ kind, reason }: Pick<RefusedRow, 'kind' | 'reason'>): boolean => ACCEPTABLE[kind]?.test(reason) === true;

/** Returns the refused update as the feed sent it; null if it cannot be accepted or is not an update. */
function updateOf(row: RefusedRow): FeedUpdate | null {
  const payload = row.payload as (Record<string, unknown> & { kind?: unknown }) | null;
  if (!isAcceptable(row) || payload?.kind !== row.kind) return null;
  const { kickoffAt, seenAt, startedAt } = payload;
  // JSON stores times as text.
  return {
    ...payload,
    ...(typeof kickoffAt === 'string' && { kickoffAt: new Date(kickoffAt) }),
    ...(typeof seenAt === 'string' && { seenAt: new Date(seenAt) }),
    ...(typeof startedAt === 'string' && { startedAt: new Date(startedAt) }),
  } as unknown as FeedUpdate;
}

interface QuarantineFilter {
  feed: string | undefined;
  kind: string | undefined;
}

const undecided = (db: Db, { feed, kind }: QuarantineFilter) =>
  db
    .selectFrom('quarantine as q')
    .where('q.decision', 'is', null)
    .$if(feed !== undefined, (query) => query.where('q.feed', '=', feed!))
    .$if(kind !== undefined, (query) => query.where('q.kind', '=', kind!));

/** Returns undecided refusals, the latest first, each with its match if known. */
const findUndecided = (db: Db, filter: QuarantineFilter, limit: number, offset: number) =>
  undecided(db, filter)
    .leftJoin('feed_ids as f', (join) =>
      join.onRef('f.feed', '=', 'q.feed').onRef('f.feed_id', '=', 'q.feed_id').on('f.kind', '=', 'match'),
    )
    .selectAll('q')
    .select('f.id as match_id')
    .orderBy('q.last_seen_at', 'desc')
    .orderBy('q.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

/** Returns the number of undecided refusals, counted up to `max`. */
async function countUndecided(db: Db, filter: QuarantineFilter, max: number): Promise<number> {
  const { count } = await db
    .selectFrom(undecided(db, filter).select('q.id').limit(max).as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns the feeds and kinds of all undecided refusals, by name. */
async function findFacets(db: Db): Promise<{ feeds: string[]; kinds: string[] }> {
  const { rows } = await sql<{ feeds: string[] | null; kinds: string[] | null }>`
    select array_agg(distinct feed order by feed) as feeds, array_agg(distinct kind order by kind) as kinds
    from quarantine where decision is null`.execute(db);
  return { feeds: rows[0]?.feeds ?? [], kinds: rows[0]?.kinds ?? [] };
}

/** Locks and returns a row, so that it is decided once; undefined if there is none. */
const lockRow = (db: Db, id: number) => db.selectFrom('quarantine').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

async function decideRow(db: Db, id: number, decision: 'accepted' | 'dropped', at: Date): Promise<void> {
  await db.updateTable('quarantine').set({ decision, decided_at: at }).where('id', '=', id).execute();
}

/** Returns the id of the match that a row is about, if known. */
async function findMatchOf(db: Db, { feed, feed_id }: { feed: string; feed_id: string }): Promise<number | undefined> {
  const row = await db
    .selectFrom('feed_ids')
    .select('id')
    .where('feed', '=', feed)
    .where('kind', '=', 'match')
    .where('feed_id', '=', feed_id)
    .executeTakeFirst();
  return row?.id;
}
