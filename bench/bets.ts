// A bet over HTTP on the embedded database, against pgbench's tpcb-like on the same server in the same run.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { signAccessToken } from '#server/http/access-token.ts';
import { type BenchApp, withApp } from '#test/bench-app.ts';
import { createBenchClient } from '#test/bench-client.ts';
import { inTurn, percentile, timed } from '#test/measuring.ts';

const CLIENTS = 8;
const SCALE = 10;
const ROUND_SECONDS = Number(process.env.ROUND_SECONDS ?? 10);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const USERS = 500;
/** A day's matches. */
const CONTESTS = 100;
const RATIO_MAX = 4;

const ENVIRONMENT = { BETS_PER_MINUTE: '1000000', STAKE_CONTEST_MAX: '1000000000' };

interface Bettors {
  url: string;
  tokens: string[];
  matchIds: number[];
}

process.exit((await withApp(ENVIRONMENT, isFastEnough)) ? 0 : 1);

async function isFastEnough(app: BenchApp): Promise<boolean> {
  const bettors = await fill(app);
  const pgbench = await preparePgbench(app);
  const everywhere = () => betRound(bettors);
  await everywhere();
  const [theirs, ours] = (await inTurn(ROUNDS, pgbench, everywhere)).map((rounds) => rounds.flat()) as [number[], number[]];
  const hot = await betRound({ ...bettors, matchIds: bettors.matchIds.slice(0, 1) });

  report('pgbench tpcb-like', theirs, ROUNDS);
  report(`bets in ${CONTESTS} contests`, ours, ROUNDS);
  report('bets in one contest', hot, 1);
  const ratioOf = (took: number[]) => percentile(took, 99) / percentile(theirs, 99);
  console.log(`hot-bet-p99-vs-pgbench ${ratioOf(hot).toFixed(2)}`);
  console.log(`bet-p99-vs-pgbench ${ratioOf(ours).toFixed(2)}`);
  return ratioOf(ours) <= RATIO_MAX;
}

/** Users rich enough to bet all the time, and matches of tomorrow with open contests, as SQL would have them after a while. */
async function fill({ url, database, serverKey }: BenchApp): Promise<Bettors> {
  await database.query(`
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
  const users = await database.query<{ id: string; email: string }>('select id, email from users');
  const matches = await database.query<{ id: number }>('select id from matches order by id');
  const tokens = users.rows.map(({ id, email }) => signAccessToken([serverKey], { id, email, sessionId: randomUUID() }, new Date()));
  return { url, tokens: await Promise.all(tokens), matchIds: matches.rows.map(({ id }) => id) };
}

/** Bets for a round from as many clients as there are; returns each one's milliseconds. */
async function betRound({ url, tokens, matchIds }: Bettors): Promise<number[]> {
  const { ask, close } = createBenchClient(url, { connections: CLIENTS });
  const until = performance.now() + ROUND_SECONDS * 1_000;
  const took: number[] = [];
  const client = async () => {
    while (performance.now() < until) {
      const user = Math.floor(Math.random() * tokens.length);
      const match = Math.floor(Math.random() * matchIds.length);
      const pick = (['home', 'draw', 'away'] as const)[(user + match) % 3];
      const headers = { Authorization: `Bearer ${tokens[user]}`, 'Idempotency-Key': randomUUID() };
      const body = { market: 'wdl', match_id: matchIds[match], pick, stake: 10 };
      took.push(await timed(() => ask('/api/bets', { method: 'POST', headers, body, status: 201 })));
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  close();
  return took;
}

/** Fills pgbench's own database; returns what runs a round of it and reads each transaction's milliseconds from its log. */
async function preparePgbench({ database, databaseUrl, dataDir }: BenchApp): Promise<() => Promise<number[]>> {
  const program = await findPgbench();
  const { hostname, port, username, password } = new URL(databaseUrl);
  const env = { ...process.env, PGHOST: hostname, PGPORT: port, PGUSER: username, PGPASSWORD: password };
  await database.query('create database pgbench');
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

function report(name: string, took: readonly number[], rounds: number): void {
  const perSecond = took.length / (rounds * ROUND_SECONDS);
  const ms = (percent: number) => `${percentile(took, percent).toFixed(1)} ms`;
  console.log(`${name.padEnd(24)} ${perSecond.toFixed(0).padStart(6)}/s   p50 ${ms(50)}   p95 ${ms(95)}   p99 ${ms(99)}`);
}
