import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { createDb, createPool } from '#server/platform/db/pool.ts';
import { whileLeading } from '#server/platform/leader-election/leader.ts';
import { createLog } from '#server/platform/observability/log.ts';

/**
 * A process that repeatedly writes a row while it leads, each in its own transaction. Its arguments are the database's URL and the timing
 * of leases.
 */
const [url = '', times = ''] = process.argv.slice(2);
const db = createDb(createPool(url, { max: 1 }));
const deps = { pool: createPool(url, { max: 1, answerMs: 300 }), holder: randomUUID(), log: createLog('silent'), times: JSON.parse(times) };

whileLeading(deps, 'worker', async (term) => {
  const name = randomUUID();
  while (term.isHeld()) {
    await db
      .transaction()
      .execute(async (trx) => {
        // The process spends most of its time here: between believing that it leads, and writing.
        await sleep(20);
        await sql`insert into written (pid, term) values (${process.pid}, ${name})`.execute(trx);
        await term.confirm(trx);
      })
      .catch(() => {});
  }
});
