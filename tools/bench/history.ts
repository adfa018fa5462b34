// The points history of a user with a million ledger rows, over HTTP: every filter, pages from the first to the last available.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { signAccessToken } from '#server/platform/http/access-token.ts';
import { percentile, timed } from '#test/support/measuring.ts';
import { type BenchApp, withApp } from '#tools/bench/support/app.ts';
import { createBenchClient } from '#tools/bench/support/client.ts';

const ROWS = Number(process.env.ROWS ?? 1_000_000);
const REQUESTS = Number(process.env.REQUESTS ?? 2_000);
/** Concurrent requests, as from several users' pages. */
const CLIENTS = 2;
const P99_MS_MAX = 20;
const PAGE_SIZES = [20, 100];
/** Lists are paged up to this row. */
const ROWS_SHOWN_MAX = 10_000;
const YEARS = 2;
const ROWS_A_MOMENT = 250;

/** Inserts rows $2 to $3 (exclusive) of the user ($1), all at one time $4 years ago: stakes, payouts, and now and then another source. */
const POST_SOME = `
  select post_transfers(
    array_agg('bench:' || n order by n), array_agg(source order by n),
    array_agg(case when gives then 'balance' else other end order by n), array_agg(case when gives then $1::uuid else other_id end order by n),
    array_agg(case when gives then other else 'balance' end order by n), array_agg(case when gives then other_id else $1::uuid end order by n),
    array_agg(case when n = 0 then 1000 else 10 end::bigint order by n), array_agg(contest_id order by n), array_agg(null::uuid order by n),
    array_agg(null::text order by n), now() - $4::float8 * interval '1 year')
  from generate_series($2::int, $3::int - 1) n,
    lateral (select case when n % 5000 = 0 then 'manual_adjust' when n = 5003 then 'invite_reward' when n % 5000 = 7 then 'admin_adjust'
      when n % 500 = 1 then 'daily_login' when n % 2 = 0 then 'bet_stake' when n % 4 = 1 then 'contest_reward' else 'bet_payout' end as source) s,
    lateral (select source = 'bet_stake' as gives, source in ('bet_stake', 'contest_reward', 'bet_payout') as is_bet) g,
    lateral (select id from contests where match_id = 1 + (n / 2) % 100 and market = 'wdl' limit 1) c,
    lateral (select case when is_bet then 'contest' else 'issuance' end as other, case when is_bet then c.id end as contest_id,
      case when is_bet then c.id else '00000000-0000-0000-0000-000000000000'::uuid end as other_id) o`;

process.exit((await withApp({}, isFastEnough)) ? 0 : 1);

async function isFastEnough(app: BenchApp): Promise<boolean> {
  const token = await fill(app);
  const { ask, close } = createBenchClient(app.url, { connections: CLIENTS });
  const headers = { Authorization: `Bearer ${token}` };
  const get = (path: string) => timed(() => ask(path, { headers }));
  const asked = questions();
  for (const path of asked.slice(0, 50)) await get(path);
  const took: [path: string, ms: number][] = [];
  const client = async (first: number) => {
    for (let n = first; n < REQUESTS; n += CLIENTS) {
      const path = asked[n % asked.length]!;
      took.push([path, await get(path)]);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, n) => client(n)));
  const overview: number[] = [];
  for (let n = 0; n < 100; n++) overview.push(await get('/api/account/overview'));
  close();
  return report(took, overview);
}

function report(took: readonly [path: string, ms: number][], overview: readonly number[]): boolean {
  const times = took.map(([, ms]) => ms);
  const ms = (values: readonly number[], percent: number) => percentile(values, percent).toFixed(1);
  const slowest = took.toSorted(([, a], [, b]) => b - a).slice(0, 5);
  for (const [path, each] of slowest) console.log(`${each.toFixed(1).padStart(8)} ms  ${path}`);
  console.log(`overview: p50 ${ms(overview, 50)} ms, p99 ${ms(overview, 99)} ms`);
  console.log(`history of ${ROWS} rows: p50 ${ms(times, 50)} ms, p95 ${ms(times, 95)} ms, p99 ${ms(times, 99)} ms`);
  const ratio = percentile(times, 99) / P99_MS_MAX;
  console.log(`history-p99-vs-20-ms ${ratio.toFixed(2)}`);
  return ratio <= 1;
}

/** Returns every combination of filters with the first, a middle and the last available page, in an order that is the same each time. */
function questions(): string[] {
  const days = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const spans = [{}, { from: days(30) }, { to: days(300) }, { from: days(400), to: days(200) }, { from: days(100), to: days(100) }];
  const types = [{}, { type: 'credit' }, { type: 'debit' }];
  const sources = ['', 'bet_stake', 'contest_reward', 'bet_payout', 'daily_login', 'admin_adjust', 'invite_reward', 'redeem'];
  const pages = PAGE_SIZES.flatMap((page_size) =>
    [1, ROWS_SHOWN_MAX / page_size / 2, ROWS_SHOWN_MAX / page_size].map((page) => ({ page, page_size })),
  );
  const all = spans.flatMap((span) =>
    types.flatMap((type) =>
      sources.flatMap((source) =>
        pages.map(({ page, page_size }) => ({
          ...span,
          ...type,
          ...(source && { source }),
          page: String(page),
          page_size: String(page_size),
        })),
      ),
    ),
  );
  // Spreads the requests, so that those of one kind are not consecutive.
  const spread = all.map((query, n) => ({ query, place: (n * 7_919) % all.length })).sort((a, b) => a.place - b.place);
  return spread.map(({ query }) => `/api/account/points/history?${new URLSearchParams(query as Record<string, string>)}`);
}

/**
 * Creates a user with half a million stakes and wins in two years and a few rows of rare sources, and a thousand users with a few rows
 * each; returns the user's id.
 */
async function fill({ database, serverKey }: BenchApp): Promise<string> {
  const user = { id: randomUUID(), email: 'much@bench.example', sessionId: randomUUID() };
  await database.query(
    `insert into users (id, email, email_identity, public_handle, invite_code, terms_version, created_at)
       select case when n = 0 then $1::uuid else gen_random_uuid() end, n || '@bench.example', n || '@bench.example', 'bench' || n, 'BENCH' || n, '1', now()
       from generate_series(0, 1000) n`,
    [user.id],
  );
  await database.query(`
    insert into leagues (sport, name, form, draw_possible, current_season) values ('football', 'Bench', 'league', true, '2026/27');
    insert into teams (sport, name) select 'football', 'Team ' || n from generate_series(1, 200) n;
    insert into matches (league_id, season, round, home_team_id, away_team_id, draw_possible, kickoff_at)
      select 1, '2026/27', 'Round 1', 2 * n - 1, 2 * n, true, now() + interval '1 day' from generate_series(1, 100) n;
    insert into contests (id, match_id, market, state, draw_possible, home_team_id, away_team_id, deadline_at, first_deadline_at, state_since, created_at)
      select gen_random_uuid(), id, 'wdl', 'open', true, home_team_id, away_team_id, kickoff_at, kickoff_at, now(), now() from matches on conflict do nothing;
    insert into accounts (kind, owner) select 'contest', id from contests on conflict do nothing;
    insert into accounts (kind, owner) select kind, id from users, unnest(array['balance', 'held']) kind;
    insert into user_stats (user_id, updated_at) select id, now() from users`);
  for (let first = 0; first < ROWS; first += ROWS_A_MOMENT) {
    await database.query(POST_SOME, [user.id, first, Math.min(ROWS, first + ROWS_A_MOMENT), String(((ROWS - first) / ROWS) * YEARS)]);
  }
  await untilSealed(database);
  await database.query('vacuum analyze');
  return signAccessToken([serverKey], user, new Date());
}

/** Waits until the app has sealed the ledger, which it would have done over the years; the overview is measured on sealed data. */
async function untilSealed(database: BenchApp['database']): Promise<void> {
  for (;;) {
    const { rows } = await database.query<{ done: boolean }>(
      'select (select max(last_id) from ledger_blocks) = (select max(id) from transfers) as done',
    );
    if (rows[0]!.done) return;
    await sleep(200);
  }
}
