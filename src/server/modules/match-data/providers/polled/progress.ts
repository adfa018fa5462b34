import { sql } from 'kysely';
import { z } from 'zod';
import type { Deps } from '#server/deps.ts';
import type { ProviderName } from '#server/modules/match-data/import/feed-settings.ts';
import { type Refusal, writeQuarantine } from '#server/modules/match-data/import/queries.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { Log } from '#server/platform/observability/log.ts';
import { allowedPerDay, dayLeft, NOTHING_USED, Used } from './allowance.ts';
import { KnownMatch } from './known-match.ts';
import { HistoryProgress, historyOf, type LeagueHistory } from './past-seasons.ts';
import type { PolledSettings } from './polled-feed.ts';
import type { Price } from './readings.ts';

/** The progress common to feeds of all sports, stored across restarts: times of requests, the used allowance, and near matches. */
export const CommonProgress = z.object({
  used: Used,
  /** When each request was last answered and imported, by its key. */
  answeredMs: z.record(z.string(), z.number()),
  /** Failed requests: how often in a row, and when they may be made again. */
  failed: z.record(z.string(), z.object({ times: z.number().int(), retryMs: z.number() })),
  /** The known teams, with the league they came from. */
  teams: z.record(z.string(), z.string()),
  fixtures: z.record(z.string(), KnownMatch),
  /** Why the last request failed; null if it succeeded. `isSetting`: only the operator can help. */
  problem: z.object({ message: z.string(), isSetting: z.boolean(), atMs: z.number() }).nullable(),
  ...HistoryProgress.shape,
});
export type CommonProgress = z.output<typeof CommonProgress>;

export const newCommonProgress = (): CommonProgress => ({
  used: NOTHING_USED,
  answeredMs: {},
  failed: {},
  teams: {},
  fixtures: {},
  problem: null,
  pastSeasons: {},
  refusedSeasons: {},
});

/** Returns when a request with an interval of `everyMs` is due: at once if it was never answered. */
export function nextMs({ answeredMs }: Pick<CommonProgress, 'answeredMs'>, key: string, everyMs: number): number {
  const last = answeredMs[key];
  return last === undefined ? 0 : last + everyMs;
}

/** Returns the age in milliseconds of each kind of data that was ever imported; a key is "kind" or "kind:id". */
function agesMs({ answeredMs }: Pick<CommonProgress, 'answeredMs'>, nowMs: number): Record<string, number> {
  const latest: Record<string, number> = {};
  for (const [key, ms] of Object.entries(answeredMs)) {
    const [kind = key] = key.split(':');
    latest[kind] = Math.max(latest[kind] ?? 0, ms);
  }
  return Object.fromEntries(Object.entries(latest).map(([kind, ms]) => [kind, Math.max(0, nowMs - ms)]));
}

/** A feed's access to the database; everything else goes through the importer. `P` is its progress. */
export interface FeedStore<P> {
  load: () => Promise<P>;
  /** Stores the progress after an answer was imported. What the feed knows is written only if it has changed since the last time. */
  save: (progress: P) => Promise<void>;
  /** Stores only which requests were made: before their answers are imported, so that a crash forgets no use of the allowance. */
  saveRequests: (progress: P) => Promise<void>;
  /** Quarantines what could not be read. */
  refuse: (refusals: Refusal[]) => Promise<void>;
  /** Returns those of these matches whose kick-off has passed. */
  overdue: (ids: readonly string[]) => Promise<{ id: string; kickoffMs: number }[]>;
  /** Returns the stored prices of these matches. */
  heldPrices: (ids: string[]) => Promise<Map<string, Price[]>>;
}

export interface StoreDeps {
  db: Db;
  now: () => Date;
  log: Pick<Log, 'warn'>;
}

/** The fields about requests, which protect the allowance; all others are what the feed knows. */
const REQUEST_FIELDS = ['used', 'answeredMs', 'failed', 'problem'] as const satisfies readonly (keyof CommonProgress)[];

const isOfRequests = ([field]: [string, unknown]): boolean => REQUEST_FIELDS.some((name) => name === field);

/** Returns the fields of a progress for which `isWanted` holds, as JSON. */
const fieldsOf = (progress: CommonProgress, isWanted: (field: [string, unknown]) => boolean): string =>
  JSON.stringify(Object.fromEntries(Object.entries(progress).filter(isWanted)));

/** Creates the store of the feed with this name; `read` parses the stored progress, whatever it contains. */
function createStore<P extends CommonProgress>(feed: string, read: (kept: unknown) => P, { db, now, log }: StoreDeps): FeedStore<P> {
  /** What was last written of what the feed knows; null before that. */
  let written: string | null = null;
  const write = async (requests: string, known: string | null) => {
    await sql`
      insert into feed_progress as f (feed, requests, progress, saved_at)
      values (${feed}, ${requests}::jsonb, ${known ?? '{}'}::jsonb, ${now()})
      on conflict (feed) do update set requests = excluded.requests, saved_at = excluded.saved_at,
        progress = ${known === null ? sql`f.progress` : sql`excluded.progress`}`.execute(db);
    written = known ?? written;
  };
  return {
    async load() {
      // Another process may have followed the feed meanwhile.
      written = null;
      return read(await findProgress(db, feed));
    },
    async save(progress) {
      const known = fieldsOf(progress, (field) => !isOfRequests(field));
      await write(fieldsOf(progress, isOfRequests), known === written ? null : known);
    },
    saveRequests: (progress) => write(fieldsOf(progress, isOfRequests), null),
    async refuse(refusals) {
      const fresh = await writeQuarantine(db, feed, refusals, now());
      for (const refusal of fresh) log.warn({ feed, ...refusal }, 'could not read data from a feed');
    },
    async overdue(ids) {
      const { rows } = await sql<{ id: string; kickoff_at: Date }>`
        select f.feed_id as id, m.kickoff_at from feed_ids f join matches m on m.id = f.id
        where f.feed = ${feed} and f.kind = 'match' and f.feed_id = any(${ids}::text[]) and m.kickoff_at < ${now()}`.execute(db);
      return rows.map(({ id, kickoff_at }) => ({ id, kickoffMs: kickoff_at.getTime() }));
    },
    async heldPrices(ids) {
      if (ids.length === 0) return new Map();
      const { rows } = await sql<Price & { id: string }>`
        select f.feed_id as id, o.bookmaker, o.market, o.home, o.draw, o.away, o.suspended from feed_ids f join odds o on o.match_id = f.id
        where f.feed = ${feed} and f.kind = 'match' and f.feed_id = any(${ids}::text[]) order by o.bookmaker`.execute(db);
      const held = new Map(ids.map((id): [string, Price[]] => [id, []]));
      for (const { id, ...price } of rows) held.get(id)!.push(price);
      return held;
    },
  };
}

/** The stored progress of one feed. `P` is its progress. */
interface ProgressOf<P extends CommonProgress> {
  /**
   * Reads the stored progress of an earlier run. Anything unreadable starts from the beginning, which costs some requests and loses no data.
   */
  readProgress: (kept: unknown) => P;
  createStore: (deps: StoreDeps) => FeedStore<P>;
  /** Loads the feed's progress; empty progress if it never ran. */
  loadProgress: (db: Db) => Promise<P>;
}

/** Describes the progress of the feed with this name: `begin` returns that of its first run. */
export function defineProgress<P extends CommonProgress>(feed: ProviderName, schema: z.ZodType<P>, begin: () => P): ProgressOf<P> {
  const readProgress = (kept: unknown): P => {
    // Before the first answer was imported, only the requests are stored.
    const result = schema.safeParse({ ...begin(), ...Object(kept) });
    return result.success ? result.data : begin();
  };
  return {
    readProgress,
    createStore: (deps) => createStore(feed, readProgress, deps),
    loadProgress: async (db) => readProgress(await findProgress(db, feed)),
  };
}

/** Returns the stored progress of a feed; undefined if it never ran. */
export async function findProgress(db: Db, feed: string): Promise<unknown> {
  const { rows } = await sql<{
    progress: unknown;
  }>`select progress || requests as progress from feed_progress where feed = ${feed}`.execute(db);
  return rows[0]?.progress;
}

interface ProviderState {
  feed: ProviderName;
  /** Seconds since each kind of data was last imported: leagues, teams, fixtures, live, details, odds ... */
  agesSeconds: Record<string, number>;
  /** Requests left until midnight UTC. */
  leftToday: number;
  allowedPerDay: number;
  /** Why the last request failed; null if it succeeded. `isSetting`: only the operator can help. */
  problem: { message: string; isSetting: boolean } | null;
  /** The wanted past seasons of each league. */
  history: LeagueHistory[];
}

/** Returns the state of each followed provider, from the progress that its feed stores in the database. */
export function providerStates({ db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>): Promise<ProviderState[]> {
  const followed = [...config.trust.sources, ...config.trust.confirmers];
  return Promise.all(
    followed.map(async (feed) => {
      const progress = await defineProgress(feed, CommonProgress, newCommonProgress).loadProgress(db);
      return stateOf(feed, progress, config.providers[feed], now().getTime());
    }),
  );
}

function stateOf(feed: ProviderName, progress: CommonProgress, settings: PolledSettings, nowMs: number): ProviderState {
  const ages = Object.entries(agesMs(progress, nowMs)).map(([kind, ms]) => [kind, Math.floor(ms / 1000)]);
  return {
    feed,
    agesSeconds: Object.fromEntries(ages),
    leftToday: dayLeft(progress.used, settings, nowMs),
    allowedPerDay: allowedPerDay(settings),
    problem: progress.problem,
    history: historyOf(progress, settings.followed, settings.historySeasons ?? 0),
  };
}
