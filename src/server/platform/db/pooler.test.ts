import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts';
import { hasPooler, type Pooler, startPooler, through } from '#test/support/pooler.ts';
import { startTcpProxy, type TcpProxy } from '#test/support/tcp-proxy.ts';
import { connect, isDatabaseAway } from './connect.ts';
import { createDb, createPool, type Db, transact } from './pool.ts';

const isThere = hasPooler();

describe.skipIf(!isThere)(
  `a pooler that lends connections for one transaction${isThere ? '' : ' (skipped: there is no PgBouncer)'}`,
  () => {
    let database: TestDatabase;
    let proxy: TcpProxy;
    let pooler: Pooler;
    let url: string;
    let db: Db;
    beforeAll(async () => {
      database = await createTestDatabase();
      await sql`create table counter (id int primary key, n bigint not null)`.execute(database.db);
      await sql`insert into counter values (1, 0)`.execute(database.db);
      const server = new URL(database.url);
      const serverPort = Number(server.port);
      proxy = await startTcpProxy(() => [serverPort]);
      server.port = String(proxy.port);
      // Fewer connections to the server than clients, so that each client is lent all of them in turn.
      pooler = await startPooler(server.href, { default_pool_size: '2', query_wait_timeout: '1' });
      url = through(pooler, database.url);
      db = createDb(await connect(url, { isPooled: true, max: 6 }));
    });
    afterAll(async () => {
      await db?.destroy();
      await pooler?.stop();
      await proxy?.stop();
      await database?.drop();
    });

    const many = <T>(run: (n: number) => Promise<T>) => Promise.all(Array.from({ length: 30 }, (_, n) => run(n)));

    it('makes the settings that connections ask for elsewhere', async () => {
      const { rows } = await sql`select current_setting('TimeZone') as zone, current_setting('jit') as jit,
      current_setting('idle_in_transaction_session_timeout') as idle`.execute(db);
      expect(rows).toEqual([{ zone: 'UTC', jit: 'off', idle: '10s' }]);
    });

    it('runs statements that are prepared elsewhere, whichever connection they are lent', async () => {
      const pids = await many(async (n) => {
        const { rows } = await sql<{ n: number; pid: number }>`/* twice_n */ select 2 * ${n}::int as n, pg_backend_pid() as pid,
        pg_sleep(0.002)::text`.execute(db);
        expect(rows[0]!.n).toBe(2 * n);
        return rows[0]!.pid;
      });
      expect(new Set(pids).size).toBe(2);
    });

    it('keeps a transaction on one connection, although its begin is not awaited', async () => {
      await many(() =>
        transact(db, async (trx, last) => {
          const pids = await Promise.all([1, 2].map(() => sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)));
          expect(pids[0]!.rows).toEqual(pids[1]!.rows);
          last(sql`update counter set n = n + 1 where id = 1`.execute(trx));
        }),
      );
      expect((await sql`select n from counter`.execute(db)).rows).toEqual([{ n: 30 }]);
    });

    it('holds advisory locks and local settings until the end of their transaction, and no longer', async () => {
      let inside = 0;
      await many(() =>
        transact(db, async (trx) => {
          await sql`select pg_advisory_xact_lock(26, 1)`.execute(trx);
          expect(++inside).toBe(1);
          await sql`set local enable_seqscan = off`.execute(trx);
          inside--;
        }),
      );
      const { rows } = await sql`select current_setting('enable_seqscan') as scans,
      (select count(*) from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks`.execute(db);
      expect(rows).toEqual([{ scans: 'on', locks: 0 }]);
    });

    it('is recognised when the app is told nothing of it', async () => {
      await expect(connect(url)).rejects.toThrow('leads to a pooler that keeps no sessions: set DATABASE_URL to the pooler');
    });

    it('must make the settings', async () => {
      const { hostname, port } = new URL(database.url);
      const other = await startPooler(database.url, { '*': `host=${hostname} port=${port}` });
      await expect(connect(through(other, database.url), { isPooled: true })).rejects.toThrow(
        'opens connections with idle_in_transaction_session_timeout = 0 and not 10000: correct its connect_query',
      );
      await other.stop();
    });

    it('is refused where a session is needed, although it ignores what connections ask for', async () => {
      const other = await startPooler(database.url, { pool_mode: 'session\nignore_startup_parameters = options' });
      await expect(connect(through(other, database.url), { settings: { search_path: 'shield,public' } })).rejects.toThrow(
        'opens connections with search_path = "$user", public and not shield,public',
      );
      await other.stop();
    });

    it('tells at once of a wrong password and of a database that does not exist', async () => {
      const changed = new URL(url);
      changed.password = 'not-this-one';
      await expect(connect(changed.href, { isPooled: true })).rejects.toThrow('refuses the user name or password in DATABASE_URL');
      changed.password = new URL(url).password;
      changed.pathname = '/nowhere';
      await expect(connect(changed.href, { isPooled: true })).rejects.toThrow('has no database "nowhere"');
    });

    it('makes requests fail as without it while the server is away, and finds the server again', async () => {
      await proxy.stop();
      const lost = () =>
        sql`select 1`.execute(db).then(
          () => 'answered',
          (error: unknown) => (isDatabaseAway(error) ? 'away' : String(error)),
        );
      expect([await lost(), await lost()]).toEqual(['away', 'away']);
      const waiting = connect(url, { isPooled: true });
      await proxy.start();
      const pool = await waiting;
      expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
      await pool.end();
      await expect.poll(lost).toBe('answered');
    });

    it('keeps its name for statements where there is no pooler', async () => {
      const pool = createPool(database.url, { max: 1 });
      const direct = createDb(pool);
      await sql`/* named_here */ select 1`.execute(direct);
      const { rows } = await sql`select name from pg_prepared_statements`.execute(direct);
      expect(rows).toEqual([{ name: 'named_here' }]);
      await direct.destroy();
    });
  },
);
