// Exports a million withdrawals as a file over HTTP with its memory use, and measures a page of them. Smaller with ROWS.

import { percentile, timed } from '#test/support/measuring.ts';
import { type BenchApp, withApp } from '#tools/bench/support/app.ts';
import { createBenchClient } from '#tools/bench/support/client.ts';
import { benchAdminToken, grownByFile } from '#tools/bench/support/file.ts';

const ROWS = Number(process.env.ROWS ?? 1_000_000);
const USERS = Math.max(1, Math.ceil(ROWS / 20));
const REQUESTS = Number(process.env.REQUESTS ?? 200);
const MEMORY_MB_MAX = 150;
const P99_MS_MAX = 150;
/** Withdrawals that wait for review, each the last one of a user. */
const WAITING_USERS = Math.ceil(USERS / 50);

process.exit((await withApp({}, isFrugal)) ? 0 : 1);

async function isFrugal(app: BenchApp): Promise<boolean> {
  await fill(app);
  const memory = (await grownByFile(app, '/api/admin/withdrawals/export.csv', ROWS + 1)) / MEMORY_MB_MAX;
  console.log(`withdrawals-file-memory-vs-${MEMORY_MB_MAX}-mb ${memory.toFixed(2)}`);
  const page = (await pageP99(app)) / P99_MS_MAX;
  console.log(`withdrawals-page-p99-vs-${P99_MS_MAX}-ms ${page.toFixed(2)}`);
  return memory <= 1 && page <= 1;
}

async function fill({ database }: BenchApp): Promise<void> {
  await database.query(
    `insert into users (id, email, email_identity, public_handle, invite_code, terms_version, created_at)
     select gen_random_uuid(), n || '@bench.example', n || '@bench.example', 'bench' || n, 'bench' || n, '1', now() from generate_series(1, $1::int) n`,
    [USERS],
  );
  await database.query(
    `insert into withdrawals (id, user_id, points, amount, wallet_address, wallet_since, contact_channel, contact, status, note, reason_code, decided_at, created_at)
     select gen_random_uuid(), u.id, 1000 + n % 50 * 1000, 1 + n % 50, 'T' || md5(n::text) || '9', now() - interval '1 year', 'email', u.email,
       case when waits then 'pending' when n % 9 = 0 then 'rejected' else 'approved' end,
       case when n % 9 = 0 then '=Please write to us, "today"' end, case when not waits and n % 9 = 0 then 'evidence' end,
       case when not waits then at + interval '5 hours' end, at
     from generate_series(1, $1::int) n
     join (select id, email, row_number() over () - 1 as place from users) u on u.place = n % $2::int,
     lateral (select now() - ($1::int - n) * interval '30 seconds' as at, n > $1::int - $3::int as waits) t`,
    [ROWS, USERS, WAITING_USERS],
  );
  await database.query('vacuum analyze withdrawals, users');
}

/** Returns the p99 in milliseconds of pages in every state, from the first to the last available. */
async function pageP99(app: BenchApp): Promise<number> {
  const { ask, close } = createBenchClient(app.url);
  const headers = { Authorization: `Bearer ${await benchAdminToken(app)}` };
  const paths = ['pending', 'approved', 'rejected', 'all'].flatMap((status) =>
    [1, 2, 100, 500].map((page) => `/api/admin/withdrawals?status=${status}&page=${page}`),
  );
  const searches = ['bench12', 'bench7', '42@bench', 'nobody'].map((q) => `/api/admin/withdrawals?status=all&q=${q}`);
  const filters = [
    ...['points', 'submitted_at'].flatMap((sort) => ['asc', 'desc'].map((order) => `status=all&sort=${sort}&order=${order}&page=100`)),
    ...['status=all&points_min=50000', 'status=pending&sort=points', 'status=being_sent', 'status=sent', 'status=pending&hours_min=24'],
    ...['ring', 'on_hold', 'disabled', 'wallet_replaced'].map((flag) => `status=all&flag=${flag}`),
    ...['second_approval', 'assigned'].map((work) => `status=pending&work=${work}`),
  ].map((query) => `/api/admin/withdrawals?${query}`);
  const asked = [...paths, ...searches, ...filters];
  for (const path of asked) await ask(path, { headers });
  const took: { path: string; ms: number }[] = [];
  for (let n = 0; n < REQUESTS; n++) {
    const path = asked[n % asked.length]!;
    took.push({ path, ms: await timed(() => ask(path, { headers })) });
  }
  close();
  for (const { path, ms } of took.toSorted((a, b) => b.ms - a.ms).slice(0, 5)) console.log(`${ms.toFixed(1).padStart(8)} ms  ${path}`);
  return percentile(
    took.map(({ ms }) => ms),
    99,
  );
}
