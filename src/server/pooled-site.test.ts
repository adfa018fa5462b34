import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deps } from '#server/deps.ts';
import { proveLedger } from '#server/modules/ledger/ledger-proof.ts';
import { type AppProcess, startAppProcess } from '#test/support/app-process.ts';
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts';
import { createOpenMatch, createUser } from '#test/support/factories.ts';
import { hasPooler, type Pooler, startPooler, through } from '#test/support/pooler.ts';

const isThere = hasPooler();

describe.skipIf(!isThere)(`the site through a pooler${isThere ? '' : ' (skipped: there is no PgBouncer)'}`, () => {
  const serverKey = randomBytes(32);
  let database: TestDatabase;
  let pooler: Pooler;
  let dataDir: string;
  let settings: Record<string, string>;
  let site: AppProcess;
  let deps: Deps;
  beforeAll(async () => {
    database = await createTestDatabase();
    dataDir = await mkdtemp(join(tmpdir(), 'matchpoint-pooled-'));
    // As many connections to the server as one small site would hold alone.
    pooler = await startPooler(database.url, { default_pool_size: '3' });
    settings = {
      ...{ DATABASE_URL: through(pooler, database.url), DATABASE_SESSION_URL: database.url, DATA_DIR: dataDir, FEED: 'none' },
      ...{ SERVER_KEY: serverKey.toString('hex'), CONNECTIONS_PER_ADDRESS: '1000', REQUESTS_PER_ADDRESS: '1000' },
    };
    site = await startAppProcess(settings);
    deps = { db: database.db, serverKeys: [serverKey], now: () => new Date(), randomBytes } as unknown as Deps;
  });
  afterAll(async () => {
    await site?.kill();
    await pooler?.stop();
    await database?.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('takes and settles stakes, and its ledger adds up', async () => {
    const matchId = await createOpenMatch(database.db);
    const users = await Promise.all(Array.from({ length: 20 }, () => createUser({ deps }, 1_000)));
    const placed = await Promise.all(
      users.map(({ token }, n) =>
        fetch(`${site.url}/api/bets`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}`, 'Idempotency-Key': randomUUID() },
          body: JSON.stringify({ market: 'wdl', match_id: matchId, pick: n % 2 === 0 ? 'home' : 'away', stake: 100 }),
        }),
      ),
    );
    expect(placed.map(({ status }) => status)).toEqual(users.map(() => 201));
    await sql`
      update matches set status = 'ft', home_score = 2, away_score = 1, fulltime = array[2, 1]::smallint[],
        fulltime_since = now() - interval '2 minutes', status_since = now() - interval '2 minutes', confirmed_at = now()
      where id = ${matchId}`.execute(database.db);
    const states = async () =>
      (await sql<{ state: string }>`select state from contests where match_id = ${matchId} and market = 'wdl'`.execute(database.db)).rows;
    await expect.poll(states).toEqual([{ state: 'settled' }]);
    expect(await proveLedger(database.db)).toEqual({ proven: true, sum: 0, faults: [] });
    expect(site.errors).toEqual([]);
  });

  it('shows a spoiler shield, which needs a session, around it', async () => {
    const [shielded, plain] = await Promise.all(
      ['shield=300', 'theme=dark'].map((Cookie) => fetch(`${site.url}/api/matches?date=2026-11-20`, { headers: { Cookie } })),
    );
    expect([shielded!.status, plain!.status]).toEqual([200, 200]);
  });

  it('is backed up around the pooler', async () => {
    const words = ['dist/server/backup.js', '--to', join(dataDir, 'site.backup')];
    const { stdout } = await promisify(execFile)(process.execPath, words, { env: { PATH: process.env.PATH, ...settings } });
    expect(stdout).toContain('site.backup');
  });

  it('does not start if the two addresses lead to different databases', async () => {
    const other = await createTestDatabase();
    const start = startAppProcess({ ...settings, DATABASE_SESSION_URL: other.url, DATA_DIR: join(dataDir, 'other') });
    await expect(start).rejects.toThrow('DATABASE_URL and DATABASE_SESSION_URL lead to different databases');
    await other.drop();
  });
});
