import { sql, type Transaction } from 'kysely';
import pg from 'pg';
import { type Db, transact } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Log } from '#server/platform/observability/log.ts';
import { type Batch, type DataAuthor, type MatchChange, refusalOf } from './batch.ts';
import { importLeagues, importTeams } from './catalogue.ts';
import { importDetails } from './details.ts';
import { type FeedUpdate, MANUAL_FEED, type SquadUpdate } from './feed.ts';
import { confirmFeed, confirmNear, noteContact } from './match-queries.ts';
import { importMatches } from './matches.ts';
import { importMerges } from './merges.ts';
import { noteName, writePlayers } from './player-rows.ts';
import { logRefusals, type Refusal, type RefusalTold, writeQuarantine } from './quarantine.ts';
import { findIds, lockImport } from './queries.ts';
import { validateSquad } from './validate.ts';

export interface ImportDeps {
  db: Db;
  now: () => Date;
  log: Pick<Log, 'warn'>;
  /** Minutes of match time per real minute: 1, except in the demo world. */
  speed?: number;
  /** Called within the transaction after all writes; throws if this process may no longer write (leader/). */
  confirm?: (db: Db) => Promise<void>;
  /** How often the feed promises to confirm its prices, in seconds; never if absent, as with a file. */
  oddsCadenceSeconds?: number;
}

export interface ImportResult {
  /** Number of accepted updates, whether or not they changed anything. */
  applied: number;
  refused: Refusal[];
  changes: MatchChange[];
  /** Whether the feed confirmed that everything sent before is still valid. */
  isConfirmed: boolean;
}

/** Minimum age of a match's last confirmation before it is written again, so that not every update causes a write. */
const CONFIRM_MS = 20_000;
/** Matches that kick off within this time are confirmed together with those under way. */
const NEAR_MS = 30 * 60_000;

/**
 * Applies a feed's updates. Repeating them changes nothing. Impossible updates are refused, logged once, and quarantined. The whole
 * batch is one transaction; if the database rejects data, the batch is retried in halves until only the bad update is left out.
 */
export async function importUpdates(deps: ImportDeps, feed: string, updates: FeedUpdate[]): Promise<ImportResult> {
  try {
    return await importBatch(deps, feed, updates);
  } catch (error) {
    if (!isBadData(error)) throw error;
    if (updates.length > 1) return await importHalves(deps, feed, updates);
    return await rejectAlone(deps, feed, updates[0]!, error as pg.DatabaseError);
  }
}

const importBatch = async (deps: ImportDeps, feed: string, updates: FeedUpdate[]): Promise<ImportResult> => {
  const { result, fresh } = await transact(deps.db, async (db) => {
    const imported = await importWithin(deps, db, feed, updates);
    await deps.confirm?.(db);
    return imported;
  });
  logRefusals(deps.log, feed, fresh, 'refused what a feed told');
  return result;
};

/**
 * Applies updates in the caller's transaction, which an error of the database ends. `believed` is a fault to ignore. `teller` is the
 * admin who entered or accepted the updates, if any. Returns the result and the newly refused updates.
 */
export async function importWithin(
  deps: ImportDeps,
  db: Transaction<DB>,
  feed: string,
  updates: FeedUpdate[],
  { believed = null as string | null, teller = null as DataAuthor | null } = {},
): Promise<{ result: ImportResult; fresh: RefusalTold[] }> {
  if (feed === MANUAL_FEED && teller === null) throw new Error('an import from the manual feed needs the admin who entered it');
  const now = deps.now();
  const speed = deps.speed ?? 1;
  const oddsCadenceSeconds = wholeSeconds(deps.oddsCadenceSeconds);
  const confirmBefore = new Date(now.getTime() - Math.max(1000, CONFIRM_MS / speed));
  const isConfirmed = updates.some((update) => update.kind === 'confirmation');
  const batch: Batch = {
    db,
    feed,
    now,
    minuteMs: 60_000 / speed,
    oddsCadenceSeconds,
    refusals: [],
    changes: new Map(),
    names: new Map(),
    believed,
    teller,
  };
  await lockImport(db);
  await importLeagues(batch, updates);
  // Before the teams: a new id of a known team would become another one.
  const cancelled = await importMerges(batch, updates);
  await importTeams(batch, updates);
  await importSquads(batch, updates);
  const matches = await importMatches(batch, [...updates, ...cancelled], confirmBefore);
  await importDetails(batch, updates, matches);
  await writePlayers(db, batch.names, now);
  if (isConfirmed) {
    await confirmNear(db, feed, { at: now, cadenceSeconds: oddsCadenceSeconds }, new Date(now.getTime() + NEAR_MS), confirmBefore);
    await confirmFeed(db, feed, now);
  }
  if (isConfirmed || updates.some((update) => update.kind === 'contact')) await noteContact(db, feed, now, confirmBefore);
  const fresh = await writeQuarantine(db, feed, batch.refusals, now);
  const refused = batch.refusals.filter((refusal) => !refusal.isNote);
  return { result: { applied: updates.length - refused.length, refused, changes: [...batch.changes.values()], isConfirmed }, fresh };
}

const wholeSeconds = (seconds = Number.POSITIVE_INFINITY): number | null => (Number.isFinite(seconds) ? Math.ceil(seconds) : null);

async function importHalves(deps: ImportDeps, feed: string, updates: FeedUpdate[]): Promise<ImportResult> {
  const middle = Math.ceil(updates.length / 2);
  const first = await importUpdates(deps, feed, updates.slice(0, middle));
  const second = await importUpdates(deps, feed, updates.slice(middle));
  return {
    applied: first.applied + second.applied,
    refused: [...first.refused, ...second.refused],
    changes: [...first.changes, ...second.changes],
    isConfirmed: first.isConfirmed || second.isConfirmed,
  };
}

async function rejectAlone(deps: ImportDeps, feed: string, update: FeedUpdate, error: pg.DatabaseError): Promise<ImportResult> {
  const refusal = { ...refusalOf(update, `database_${error.constraint ?? error.code}`), payload: printable(update) };
  const fresh = await writeQuarantine(deps.db, feed, [refusal], deps.now());
  if (fresh.length > 0) deps.log.warn({ feed, ...fresh[0], err: error }, 'the database rejected an update of a feed');
  return { applied: 0, refused: [refusal], changes: [], isConfirmed: false };
}

const DATA_EXCEPTION = '22';
const INTEGRITY_VIOLATION = '23';

/** Returns whether the database rejected the data, rather than having a problem itself. */
const isBadData = (error: unknown) =>
  error instanceof pg.DatabaseError &&
  (error.code?.startsWith(DATA_EXCEPTION) === true || error.code?.startsWith(INTEGRITY_VIOLATION) === true);

/** Returns an update in a form that jsonb can store: jsonb cannot hold every JavaScript string, so such text is escaped. */
function printable(update: FeedUpdate): unknown {
  const text = JSON.stringify(update);
  return /\\u0000|\\ud[89a-f]/i.test(text) ? { unprintable: text.replaceAll('\\u', '\\\\u') } : update;
}

/** Imports the squads of known teams. This changes no match: a squad is only used to guess a line-up that is not known. */
async function importSquads(batch: Batch, updates: FeedUpdate[]): Promise<void> {
  const squads = updates.filter((update): update is SquadUpdate => update.kind === 'squad');
  const teams = await findIds(batch.db, batch.feed, 'team', [...new Set(squads.map(({ teamId }) => teamId))]);
  const rows = new Map<number, SquadRow>();
  for (const update of squads) {
    const teamId = teams.get(update.teamId) ?? null;
    const verdict = validateSquad(update, teamId);
    if (verdict !== null || teamId === null) batch.refusals.push(refusalOf(update, verdict ?? 'unknown_team'));
    else rows.set(teamId, { team_id: teamId, coach: update.coach, players: update.players });
  }
  const changed = await writeSquads(batch.db, [...rows.values()]);
  for (const teamId of changed) for (const { name } of rows.get(teamId)!.players) noteName(batch.names, teamId, name);
}

interface SquadRow extends Pick<SquadUpdate, 'coach' | 'players'> {
  team_id: number;
}

/** Writes squads. Returns the ids of the teams whose squads changed. */
async function writeSquads(db: Db, squads: SquadRow[]): Promise<number[]> {
  if (squads.length === 0) return [];
  const { rows } = await sql<{ team_id: number }>`
    insert into squads as s (team_id, coach, players)
    select * from jsonb_to_recordset(${JSON.stringify(squads)}::jsonb) as r (team_id integer, coach text, players jsonb)
    on conflict (team_id) do update set (coach, players) = (excluded.coach, excluded.players) where s is distinct from excluded
    returning team_id`.execute(db);
  return rows.map(({ team_id }) => team_id);
}
