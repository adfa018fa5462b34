// A bet over HTTP on the embedded database, against pgbench's tpcb-like on the same server in the same run.
import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';
import { createDb, createPool } from '#server/db/pool.ts';
import { signAccessToken } from '#server/http/access-token.ts';
import { type AppProcess, startAppProcess } from '#test/app-process.ts';

const CLIENTS = 8;
const SCALE = 10;
const ROUND_SECONDS = 10;
const ROUNDS = 3;
const USERS = 500;
/** A day's matches. */
const CONTESTS = 100;
const RATIO_MAX = 4;

const dataDir = await mkdtemp(join(tmpdir(), 'matchpoint-bench-'));
await chmod(dataDir, 0o755);
const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
const serverKey = randomBytes(32);
const app = await startAppProcess({
  DATABASE_URL: postgres.url,
  DATA_DIR: join(dataDir, 'app'),
  FEED: 'none',
  SERVER_KEY: serverKey.toString('hex'),
  RATE_LIMIT_PER_MINUTE: '1000000',
  BETS_PER_MINUTE: '1000000',
  STAKE_CONTEST_MAX: '1000000000',
}).catch((error) => postgres.stop().then(() => Promise.reject(error)));
let isFastEnough = false;
try {
  const { tokens, matchIds } = await fill(postgres.url);
  const pgbench = await preparePgbench(postgres.url);
  const everywhere = () => betRound(app, tokens, matchIds);
  await everywhere();

  const figures = { pgbench: [] as number[], bets: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    // Each goes first in turn: what the one leaves behind (WAL to be checkpointed, dead rows) slows the other.
    const steps = [async () => figures.pgbench.push(...(await pgbench())), async () => figures.bets.push(...(await everywhere()))];
    for (const step of round % 2 === 0 ? steps : steps.reverse()) await step();
  }
  const hot = await betRound(app, tokens, matchIds.slice(0, 1));

  report('pgbench tpcb-like', figures.pgbench, ROUNDS);
  report(`bets in ${CONTESTS} contests`, figures.bets, ROUNDS);
  report('bets in one contest', hot, 1);
  const ratio = percentile(figures.bets, 99) / percentile(figures.pgbench, 99);
  isFastEnough = ratio <= RATIO_MAX;
  console.log(`hot-bet-p99-vs-pgbench ${(percentile(hot, 99) / percentile(figures.pgbench, 99)).toFixed(2)}`);
  console.log(`bet-p99-vs-pgbench ${ratio.toFixed(2)}`);
} finally {
  await app.stop();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
process.exit(isFastEnough ? 0 : 1);

/** Users rich enough to bet all the time, and matches of tomorrow with open contests, as SQL would have them after a while. */
async function fill(url: string): Promise<{ tokens: string[]; matchIds: number[] }> {
  const db = createDb(createPool(url, { max: 1 }));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`
    insert into leagues (sport, name, form, draw_possible, current_season) values ('football', 'Bench', 'league', true, '2026/27');
    insert into teams (sport, name) select 'football', 'Team ' || n from generate_series(1, ${2 * CONTESTS}) n;
    insert into matches (league_id, season, round, home_team_id, away_team_id, kickoff_at)
      select 1, '2026/27', 'Round 1', 2 * n - 1, 2 * n, now() + interval '1 day' from generate_series(1, ${CONTESTS}) n;
    insert into contests (id, match_id, market, state, draw_possible, home_team_id, away_team_id, deadline_at, first_deadline_at, state_since, created_at)
      select gen_random_uuid(), id, 'wdl', 'open', true, home_team_id, away_team_id, kickoff_at, kickoff_at, now(), now() from matches
      on conflict do nothing;
    insert into accounts (kind, owner) select 'contest', id from contests on conflict do nothing;
    insert into users (id, email, email_identity, public_handle, invite_code, terms_version, created_at)
      select gen_random_uuid(), n || '@bench', n || '@bench', 'bench' || n, 'BENCH' || n, '1', now() from generate_series(1, ${USERS}) n;
    insert into accounts (kind, owner) select kind, id from users, unnest(array['balance', 'held']) kind;
    insert into user_stats (user_id, updated_at) select id, now() from users;
    select post_transfers(array_agg('bench:' || id), array_agg('manual_adjust'::text), array_agg('issuance'::text), array_agg(nil),
      array_agg('balance'::text), array_agg(id), array_agg(1000000000), array_agg(null::uuid), array_agg(null::uuid), array_agg(null::text), now())
      from users, (select '00000000-0000-0000-0000-000000000000'::uuid as nil) n;
    analyze`);
  const users = await client.query<{ id: string; email: string }>('select id, email from users');
  const matches = await client.query<{ id: number }>('select id from matches order by id');
  await client.end();
  await db.destroy();
  const tokens = users.rows.map(({ id, email }) => signAccessToken([serverKey], { id, email, sessionId: randomUUID() }, new Date()));
  return { tokens: await Promise.all(tokens), matchIds: matches.rows.map(({ id }) => id) };
}

/** Bets for a round from as many clients as there are; returns each one's milliseconds. */
async function betRound({ url }: AppProcess, tokens: string[], matchIds: number[]): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const until = performance.now() + ROUND_SECONDS * 1_000;
  const took: number[] = [];
  const client = async () => {
    while (performance.now() < until) {
      const user = Math.floor(Math.random() * tokens.length);
      const match = Math.floor(Math.random() * matchIds.length);
      const pick = (['home', 'draw', 'away'] as const)[(user + match) % 3];
      const startedAt = performance.now();
      await bet(agent, url, tokens[user]!, { market: 'wdl', match_id: matchIds[match], pick, stake: 10 });
      took.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  agent.destroy();
  return took;
}

function bet(agent: Agent, url: string, token: string, body: object): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}`, 'Idempotency-Key': randomUUID() };
    const sent = request(`${url}/api/bets`, { method: 'POST', agent, headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => (response.statusCode === 201 ? resolve() : reject(new Error(`${response.statusCode}: ${text}`))));
    });
    sent.on('error', reject);
    sent.end(JSON.stringify(body));
  });
}

/** Fills pgbench's own database; returns what runs a round of it and reads each transaction's milliseconds from its log. */
async function preparePgbench(url: string): Promise<() => Promise<number[]>> {
  const program = await findPgbench();
  const { hostname, port, username, password } = new URL(url);
  const env = { ...process.env, PGHOST: hostname, PGPORT: port, PGUSER: username, PGPASSWORD: password };
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('create database pgbench');
  await client.end();
  const run = promisify(execFile);
  await run(program, ['-i', '-q', '-s', String(SCALE), 'pgbench'], { env });
  return async () => {
    const folder = await mkdtemp(join(dataDir, 'pgbench-'));
    await run(program, ['-b', 'tpcb-like', '-c', String(CLIENTS), '-j', '1', '-T', String(ROUND_SECONDS), '--log', 'pgbench'], {
      env,
      cwd: folder,
    });
    const logs = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')));
    // client transaction latency(µs) script seconds microseconds
    return logs.flatMap((text) =>
      text
        .trim()
        .split('\n')
        .map((line) => Number(line.split(' ')[2]) / 1_000),
    );
  };
}

async function findPgbench(): Promise<string> {
  const root = '/usr/lib/postgresql';
  const versions = await readdir(root).catch(() => []);
  const newest = versions
    .map(Number)
    .filter(Number.isFinite)
    .sort((a, b) => b - a)[0];
  if (newest === undefined) throw new Error("pgbench is needed: install Debian's package postgresql");
  return join(root, String(newest), 'bin', 'pgbench');
}

function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN;
}

function report(name: string, took: readonly number[], rounds: number): void {
  const perSecond = took.length / (rounds * ROUND_SECONDS);
  const ms = (percent: number) => `${percentile(took, percent).toFixed(1)} ms`;
  console.log(`${name.padEnd(24)} ${perSecond.toFixed(0).padStart(6)}/s   p50 ${ms(50)}   p95 ${ms(95)}   p99 ${ms(99)}`);
}
