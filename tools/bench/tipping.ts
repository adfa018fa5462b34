// A tipping group of 5,000 members and 380 matches, over HTTP: its table, a goal that 1,000 open pages see, and 100,000 tips before a deadline
// against plain inserts of the same rows into the same database. Smaller with MEMBERS.
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { TippingTable } from '#contract/tipping-tips.ts';
import { utcDay } from '#domain/time.ts';
import { PRESETS } from '#domain/tipping/rules.ts';
import { dayTopic } from '#server/modules/match-data/public.ts';
import { signAccessToken } from '#server/platform/http/access-token.ts';
import { createLog } from '#server/platform/observability/log.ts';
import { joinBus } from '#server/platform/realtime/bus/bus.ts';
import { openRedis } from '#server/platform/realtime/bus/redis.ts';
import { percentile, timed } from '#test/support/measuring.ts';
import { startRedis } from '#test/support/redis-server.ts';
import { type BenchApp, withApp } from '#tools/bench/support/app.ts';
import { createBenchClient } from '#tools/bench/support/client.ts';

const MEMBERS = Number(process.env.MEMBERS ?? 5_000);
const ROUNDS = 38;
const MATCHES_A_ROUND = 10;
/** Rounds that are over; in the next one all matches are in play, and the last ones are open. */
const PLAYED = 34;
const REQUESTS = 300;
const PAGES = 1_000;
/** How pages spread their requests after a goal (src/web/features/tipping/group-live.ts). */
const SPREAD_MS = 500;
const TIPS = 100_000;
const TIPS_AT_ONCE = MATCHES_A_ROUND;
const REQUESTS_OF_TIPS = TIPS / TIPS_AT_ONCE;
const CONNECTIONS = 64;
const TABLE_P99_MS_MAX = 50;
const GOAL_MS_MAX = 1_000;
const TIPS_MS_MAX = 60_000;

const authorized = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });

type Ask = (n: number, path: string) => Promise<string>;

const redis = await startRedis();
const all = await withApp({ REDIS_URL: redis.url }, async (app) => {
  const group = await fill(app);
  const client = createBenchClient(app.url, { connections: CONNECTIONS });
  const ask = (n: number, path: string) => client.ask(`/api/tipping/groups/${group.id}${path}`, authorized(group.tokens[n % MEMBERS]!));
  try {
    const cold = await timed(() => ask(0, '/table'));
    console.log(`first table after a start: ${cold.toFixed(0)} ms`);
    const times: number[] = [];
    for (let n = 0; n < REQUESTS; n++) times.push(await timed(() => ask(n, n % 3 === 0 ? '/table?page=20' : '/table')));
    console.log(`table: half within ${percentile(times, 50).toFixed(1)} ms, 99 of 100 within ${percentile(times, 99).toFixed(1)} ms`);
    const goal = await scoreGoal(app, redis.url, ask);
    console.log(`a goal on ${PAGES} pages: ${goal.toFixed(0)} ms to the last`);
    const rounds: number[] = [];
    for (let n = 0; n < REQUESTS / 10; n++) rounds.push(await timed(() => ask(n, '/round')), await timed(() => ask(n, '/history')));
    console.log(
      `round and history: half within ${percentile(rounds, 50).toFixed(1)} ms, 99 of 100 within ${percentile(rounds, 99).toFixed(1)} ms`,
    );
    const ours = await enterTips(app, group);
    const plain = await insertPlainly(app, group);
    console.log(`${TIPS} tips: ${(ours / 1_000).toFixed(1)} s, plain inserts ${(plain / 1_000).toFixed(1)} s`);
    return [
      { name: 'tipping-table-p99-vs-50-ms', ratio: percentile(times, 99) / TABLE_P99_MS_MAX },
      { name: 'tipping-goal-vs-1-s', ratio: goal / GOAL_MS_MAX },
      { name: 'tipping-tips-vs-60-s', ratio: ours / TIPS_MS_MAX },
      { name: 'tipping-tips-vs-plain-inserts', ratio: ours / plain, isShownOnly: true },
    ];
  } finally {
    client.close();
  }
}).finally(redis.remove);
for (const { name, ratio } of all) console.log(`${name} ${ratio.toFixed(2)}`);
process.exit(all.every(({ ratio, isShownOnly }) => ratio <= 1 || isShownOnly) ? 0 : 1);

interface Group {
  id: string;
  tokens: string[];
  memberIds: number[];
  openIds: number[];
}

/** Makes the group in the middle of its last rounds: everybody tipped everything that has closed. */
async function fill({ database, serverKey }: BenchApp): Promise<Group> {
  const { rows: users } = await database.query<{ id: string; email: string }>(`
    insert into users (id, email, email_identity, public_handle, invite_code, terms_version, created_at)
      select gen_random_uuid(), n || '@bench.example', n || '@bench.example', 'bench' || n, 'BENCH' || n, '1', now()
      from generate_series(1, ${MEMBERS}) n returning id, email`);
  const signed = users.map((user) => ({ ...user, sessionId: randomUUID() }));
  await database.query(
    `insert into sessions (id, user_id, remember, created_at, last_seen_at, expires_at)
      select s, u, true, now(), now(), now() + interval '1 day' from unnest($1::uuid[], $2::uuid[]) t (s, u)`,
    [signed.map(({ sessionId }) => sessionId), users.map(({ id }) => id)],
  );
  await database.query(`
    insert into leagues (sport, name, form, draw_possible, current_season) values ('football', 'Bench', 'league', true, '2026/27');
    insert into teams (sport, name) select 'football', 'Team ' || n from generate_series(1, ${2 * MATCHES_A_ROUND}) n;
    insert into matches (league_id, season, round, home_team_id, away_team_id, draw_possible, kickoff_at, status, home_score, away_score, fulltime)
      select 1, '2026/27', 'Round ' || r, 2 * n - 1, 2 * n, true, now() + (r - ${PLAYED + 1}) * interval '7 days' - interval '1 hour' + interval '1 second' * n,
        case when r <= ${PLAYED} then 'ft' when r = ${PLAYED + 1} then 'h2' else 'ns' end,
        case when r <= ${PLAYED + 1} then (r + n) % 4 end, case when r <= ${PLAYED + 1} then (r * n) % 3 end,
        case when r <= ${PLAYED} then array[(r + n) % 4, (r * n) % 3] end
      from generate_series(1, ${ROUNDS}) r, generate_series(1, ${MATCHES_A_ROUND}) n`);
  const id = randomUUID();
  await database.query(
    `insert into tipping_groups (id, code, name, visibility, round_kind, starts_at, created_at)
      values ($1, 'BENCHBEN', 'Bench', 'private', 'league_round', now() - interval '2 years', now() - interval '2 years')`,
    [id],
  );
  await database.query('insert into tipping_competitions (group_id, position, league_id) values ($1, 0, 1)', [id]);
  await database.query(`insert into tipping_rules (group_id, version, rules, changed_at) values ($1, 1, $2, now() - interval '2 years')`, [
    id,
    JSON.stringify(PRESETS.quota),
  ]);
  const members = await database.query<{ id: number }>(
    `insert into tipping_members (group_id, user_id, role, joined_at)
      select $1, u, case when n = 1 then 'owner' else 'member' end, now() - interval '2 years' from unnest($2::uuid[]) with ordinality t (u, n) returning id`,
    [id, users.map((user) => user.id)],
  );
  await database.query(
    `insert into tips (group_id, match_id, member_id, home, away, is_joker, entered_at)
      select $1, m.id, t.id, (m.id + t.id) % 4, (m.id * 7 + t.id) % 3, false, m.kickoff_at - interval '1 day'
      from matches m, tipping_members t where m.status <> 'ns'`,
    [id],
  );
  await database.query(
    `insert into tipping_closed (group_id, match_id, closed_at, rules_version, round_key)
      select $1, id, kickoff_at, 1, 'league:1:2026/27:' || round from matches where status <> 'ns'`,
    [id],
  );
  // As a database is after some time: the first read after so many inserts would write every page again.
  await database.query('vacuum analyze');
  const open = await database.query<{ id: number }>(`select id from matches where status = 'ns' order by id`);
  const tokens = await Promise.all(signed.map((user) => signAccessToken([serverKey], user, new Date())));
  return { id, tokens, memberIds: members.rows.map((row) => row.id), openIds: open.rows.map((row) => row.id) };
}

/**
 * Opens all pages, and returns the milliseconds from a goal, stored and told as another process does it, until the last of all pages shows it. Pages ask within
 * `SPREAD_MS` of hearing of it, each at a time of its own. Fails if one shows the table of before.
 */
async function scoreGoal({ database }: BenchApp, redisUrl: string, ask: Ask): Promise<number> {
  const log = createLog('error');
  const connection = openRedis([redisUrl], log);
  const beat = { body: () => Buffer.alloc(0), heard: () => {} };
  const bus = joinBus(connection, { randomBytes, log }, { hear: () => {}, onMissed: () => {}, onState: () => {}, beat });
  try {
    while (!bus.isUp()) await sleep(50);
    await sideBySide(PAGES, (n) => ask(n, '/table'));
    await database.query(`update matches set home_score = home_score + 1 where id = (select min(id) from matches where status = 'h2')`);
    const begin = performance.now();
    bus.tell('change', dayTopic(utcDay(Date.now())), Buffer.from(JSON.stringify({ t: 'refetch' })));
    const tables = await Promise.all(
      Array.from({ length: PAGES }, async (_, n) => {
        await sleep((SPREAD_MS * n) / PAGES);
        return pointsIn(await ask(n, '/table'));
      }),
    );
    const took = performance.now() - begin;
    const expected = pointsIn(await ask(0, '/table'));
    if (tables.some((points) => points !== expected)) throw new Error('a page shows the table before the goal');
    return took;
  } finally {
    bus.close();
  }
}

function pointsIn(reply: string): string {
  return (JSON.parse(reply) as TippingTable).items.map(({ points }) => points).join();
}

/** Which tips request n sends: each member's rounds one after the other. */
function tipsOf(n: number, openIds: readonly number[]) {
  const from = (Math.floor(n / MEMBERS) * TIPS_AT_ONCE) % openIds.length;
  return openIds.slice(from, from + TIPS_AT_ONCE).map((match_id, index) => ({ match_id, home: (n + index) % 4, away: index % 3 }));
}

/** Calls `act` for 0 to `count` - 1, `CONNECTIONS` at a time. */
async function sideBySide(count: number, act: (n: number, lane: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const lanes = Array.from({ length: CONNECTIONS }, async (_, lane) => {
    while (next < count) await act(next++, lane);
  });
  await Promise.all(lanes);
}

/** Returns the milliseconds until all tips are saved by the app. Fails if one was not. */
async function enterTips({ url }: BenchApp, { id, tokens, openIds }: Group): Promise<number> {
  const send = async (n: number) => {
    const tips = tipsOf(n, openIds).map(({ match_id, home, away }) => ({ match_id, tip: { home, away } }));
    const response = await fetch(`${url}/api/tipping/groups/${id}/tips`, {
      method: 'PUT',
      headers: { ...authorized(tokens[n % MEMBERS]!).headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ tips }),
    });
    const { items } = (await response.json()) as { items?: { outcome: string }[] };
    if (!items?.every(({ outcome }) => outcome === 'saved')) throw new Error(`request ${n}: ${response.status} ${JSON.stringify(items)}`);
  };
  return timed(() => sideBySide(REQUESTS_OF_TIPS, send));
}

/** Returns the milliseconds in which the same rows are inserted by as many connections as the app has, each request in a commit of its own. */
async function insertPlainly({ database, databaseUrl }: BenchApp, { id, memberIds, openIds }: Group): Promise<number> {
  await database.query(`delete from tips where match_id = any($1::int[])`, [openIds]);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  const insert = (n: number) => {
    const tips = tipsOf(n, openIds);
    return pool.query(
      `insert into tips (group_id, match_id, member_id, home, away, is_joker, entered_at)
        select $1, m, $2, h, a, false, now() from unnest($3::int[], $4::int[], $5::int[]) t (m, h, a)`,
      [id, memberIds[n % MEMBERS]!, tips.map(({ match_id }) => match_id), tips.map(({ home }) => home), tips.map(({ away }) => away)],
    );
  };
  return timed(() => sideBySide(REQUESTS_OF_TIPS, insert)).finally(() => pool.end());
}
