import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Deps } from '#server/deps.ts';
import { createDb, createPool, type Db } from '#server/platform/db/pool.ts';
import { startAppProcess } from '#test/support/app-process.ts';
import { createOpenMatch, createUser, type TestUser } from '#test/support/factories.ts';
import { must } from './must.ts';

const USERS = 20;
const POINTS = 10_000;
const STAKE = 25;
const SETTLED_MS_MAX = 60_000;

/** What a ledger holds at a moment. */
export interface Figures {
  stakes: number;
  /** The points of these stakes. */
  staked: number;
  transfers: number;
  settled: number;
}

/** A site that users play on over HTTP. */
export interface PlayedSite {
  /** Places a stake of each user on each of these matches. */
  stake: (matchIds: readonly number[]) => Promise<void>;
  addMatch: () => Promise<number>;
  /** Ends a match, and waits until its stakes are paid out. */
  settle: (matchId: number) => Promise<void>;
  /** Settings that the same site is started with again, on another database. */
  settings: Record<string, string>;
  stop: () => Promise<void>;
}

/** Starts the built app on a database; its own files go into `folder`. */
export async function startPlayedSite(databaseUrl: string, folder: string): Promise<PlayedSite> {
  const serverKey = randomBytes(32);
  const settings = {
    ...{ FEED: 'none', SERVER_KEY: serverKey.toString('hex'), DATA_DIR: join(folder, 'app'), BETS_PER_MINUTE: '1000000' },
    ...{ RATE_LIMIT_PER_MINUTE: '1000000', CONNECTIONS_PER_ADDRESS: '1000000', REQUESTS_PER_ADDRESS: '1000000' },
  };
  const app = await startAppProcess({ ...settings, DATABASE_URL: databaseUrl });
  const db = createDb(createPool(databaseUrl, { max: 2 }));
  const deps = { db, serverKeys: [serverKey], now: () => new Date(), randomBytes } as unknown as Deps;
  const users = await Promise.all(Array.from({ length: USERS }, () => createUser({ deps }, POINTS)));
  return {
    settings,
    stake: async (matchIds) => {
      for (const matchId of matchIds) await Promise.all(users.map((user, n) => placeStake(app.url, user, matchId, n)));
    },
    addMatch: () => createOpenMatch(db),
    settle: (matchId) => settle(db, matchId),
    stop: async () => {
      await db.destroy();
      await app.stop();
    },
  };
}

async function placeStake(url: string, { token }: TestUser, matchId: number, n: number): Promise<void> {
  const { status } = await fetch(`${url}/api/bets`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}`, 'Idempotency-Key': randomUUID() },
    body: JSON.stringify({ market: 'wdl', match_id: matchId, pick: (['home', 'draw', 'away'] as const)[n % 3], stake: STAKE }),
  });
  must(status === 201, `a stake was answered with ${status}`);
}

async function settle(db: Db, matchId: number): Promise<void> {
  await sql`
    update matches set status = 'ft', home_score = 2, away_score = 1, fulltime = array[2, 1]::smallint[],
      fulltime_since = now() - interval '2 minutes', status_since = now() - interval '2 minutes', confirmed_at = now()
    where id = ${matchId}`.execute(db);
  for (const deadline = Date.now() + SETTLED_MS_MAX; ; await sleep(100)) {
    const { rows } = await sql`select from contests where match_id = ${matchId} and state = 'settled'`.execute(db);
    if (rows.length > 0) return;
    must(Date.now() < deadline, 'the match was not settled in time');
  }
}

/** Returns what the ledger of this database holds now, and the time by the clock of the database. */
export async function readFigures(databaseUrl: string): Promise<{ figures: Figures; at: string }> {
  const db = createDb(createPool(databaseUrl, { max: 1 }));
  try {
    const { rows } = await sql<Figures & { at: string }>`
      select (select count(*) from bet_legs) as stakes, (select coalesce(sum(stake), 0)::bigint from bet_legs) as staked,
        (select count(*) from transfers) as transfers, (select count(*) from contests where state = 'settled') as settled,
        to_char(clock_timestamp(), 'YYYY-MM-DD HH24:MI:SS.US+00') as at`.execute(db);
    const { at, ...figures } = rows[0]!;
    return { figures, at };
  } finally {
    await db.destroy();
  }
}

/** Returns the stakes that were placed after a moment. */
export async function readLost(databaseUrl: string, after: string): Promise<Pick<Figures, 'stakes' | 'staked'>> {
  const db = createDb(createPool(databaseUrl, { max: 1 }));
  const { rows } = await sql<Pick<Figures, 'stakes' | 'staked'>>`
    select count(*) as stakes, coalesce(sum(stake), 0)::bigint as staked from bet_legs where placed_at > ${after}::timestamptz`
    .execute(db)
    .finally(() => db.destroy());
  return rows[0]!;
}
