// Signing in over HTTP: its time against argon2id alone, hashing the same password at the same cost in the same run; and what the match list's
// readers notice of fifty who are waiting to be let in, against the same readers when nobody is.
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import pg from 'pg';
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';
import { hashPassword, isPasswordRight } from '#server/features/auth/passwords.ts';
import { startAppProcess } from '#test/app-process.ts';
import { encodeCaptcha } from '#test/captcha.ts';

const WAITING = 50;
const MATCHES = 100;
const ROUND_SECONDS = Number(process.env.ROUND_SECONDS ?? 5);
const ROUNDS = Number(process.env.ROUNDS ?? 5);
/** A reader every so many milliseconds. */
const READ_EVERY_MS = 5;
const SINGLE_LOGINS = 100;
const P99_RATIO_MAX = 5;
/** Besides the hash: a captcha taken, two limits counted and given back, a session opened, which waits for the disk. */
const LOGIN_RATIO_MAX = 2.5;
const PASSWORD = 'Correct7Horse';
const LIST = '/api/matches?date=2026-11-20&tz=UTC';

const dataDir = await mkdtemp(join(tmpdir(), 'matchpoint-bench-'));
await chmod(dataDir, 0o755);
const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
const app = await startAppProcess({
  DATABASE_URL: postgres.url,
  DATA_DIR: join(dataDir, 'app'),
  FEED: 'none',
  SERVER_KEY: randomBytes(32).toString('hex'),
  RATE_LIMIT_PER_MINUTE: '1000000000',
  LOGIN_PER_15_MINUTES: '1000000',
  LOGIN_PER_IP_15_MINUTES: '1000000',
  CAPTCHA_WORK: '1',
}).catch((error) => postgres.stop().then(() => Promise.reject(error)));
const agent = new Agent({ keepAlive: true });
let isFastEnough = false;
try {
  const passwordHash = await hashPassword(PASSWORD);
  await fill(postgres.url, passwordHash);
  const loginRatio = await compareSingle(passwordHash);
  const p99Ratio = await compareReaders();
  isFastEnough = loginRatio <= LOGIN_RATIO_MAX && p99Ratio <= P99_RATIO_MAX;
  console.log(`login-vs-argon2id ${loginRatio.toFixed(2)}`);
  console.log(`match-list-p99-with-${WAITING}-logins-vs-idle ${p99Ratio.toFixed(2)}`);
} finally {
  agent.destroy();
  await app.stop();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
process.exit(isFastEnough ? 0 : 1);

/** A day of matches, and somebody for each who waits. */
async function fill(url: string, passwordHash: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`
    insert into leagues (sport, name, form, draw_possible, current_season) values ('football', 'Bench', 'league', true, '2026/27');
    insert into teams (sport, name) select 'football', 'Athletic Team ' || n from generate_series(1, ${2 * MATCHES}) n;
    insert into matches (league_id, season, round, home_team_id, away_team_id, kickoff_at)
      select 1, '2026/27', 'Round 12', 2 * n - 1, 2 * n, timestamptz '2026-11-20 08:00Z' + n * interval '8 minutes' from generate_series(1, ${MATCHES}) n`);
  await client.query(
    `insert into users (id, email, email_identity, public_handle, display_name, invite_code, terms_version, password_hash, created_at)
      select gen_random_uuid(), n || '@bench.example', n || '@bench.example', 'bench' || n, 'Bench ' || n, 'BENCH' || n, '1', $1, now()
      from generate_series(1, ${WAITING}) n`,
    [passwordHash],
  );
  await client.query('analyze');
  await client.end();
}

/** One after another, in turn with argon2id alone: what else a sign-in does, as a ratio of medians. */
async function compareSingle(passwordHash: string): Promise<number> {
  const logins: number[] = [];
  const hashes: number[] = [];
  for (let round = -10; round < SINGLE_LOGINS; round++) {
    const captcha = await solve();
    const login = await timed(() => signIn(1, captcha));
    const hash = await timed(() => isPasswordRight(passwordHash, PASSWORD));
    if (round < 0) continue;
    logins.push(login);
    hashes.push(hash);
  }
  const [ours, theirs] = [percentile(logins, 50), percentile(hashes, 50)];
  console.log(`login: ${ours.toFixed(1)} ms, argon2id alone ${theirs.toFixed(1)} ms (medians)`);
  return ours / theirs;
}

/** Readers alone and readers beside those who wait, in turn; the ratio of the medians of the rounds' p99. */
async function compareReaders(): Promise<number> {
  const figures = { idle: [] as number[], busy: [] as number[] };
  const idle = async () => figures.idle.push(percentile(await readFor(ROUND_SECONDS * 1_000), 99));
  const busy = async () => {
    // Solved before: the page of whoever waits has done so, too, and on a machine of its own.
    const captchas = await solveMany(ROUND_SECONDS * 200 + 4 * WAITING);
    const ending = { now: false };
    let count = 0;
    const someone = async (user: number) => {
      for (let captcha = captchas.pop(); captcha !== undefined && !ending.now; captcha = captchas.pop()) {
        await signIn(user, captcha);
        count += 1;
      }
      if (!ending.now) throw new Error('there were not enough captchas for all who wait');
    };
    const all = Promise.all(Array.from({ length: WAITING }, (_, user) => someone(user + 1)));
    // That all come in the same moment is a case of its own: measured is what it is like while they wait.
    while (count < WAITING) await new Promise((resolve) => setTimeout(resolve, 10));
    const before = count;
    figures.busy.push(percentile(await readFor(ROUND_SECONDS * 1_000), 99));
    console.log(`${((count - before) / ROUND_SECONDS).toFixed(0)} logins/s`);
    ending.now = true;
    await all;
  };
  for (const step of [idle, busy]) await step();
  figures.idle = [];
  figures.busy = [];
  for (let round = 0; round < ROUNDS; round++) for (const step of round % 2 === 0 ? [idle, busy] : [busy, idle]) await step();
  const [alone, beside] = [percentile(figures.idle, 50), percentile(figures.busy, 50)];
  console.log(`match list, p99: ${beside.toFixed(1)} ms with ${WAITING} logins waiting, ${alone.toFixed(1)} ms with none`);
  return beside / alone;
}

/** A reader at a time, begun by the clock whether the one before has its answer or not: who waits is not left out. */
async function readFor(ms: number): Promise<number[]> {
  const reads: Promise<number>[] = [];
  const startedAt = performance.now();
  for (let due = 0; due < ms; due += READ_EVERY_MS) {
    const early = startedAt + due - performance.now();
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
    reads.push(timed(() => ask('GET', LIST, null, 200)));
  }
  return Promise.all(reads);
}

function signIn(user: number, captcha: string): Promise<string> {
  return ask('POST', '/api/auth/login', { email: `${user}@bench.example`, password: PASSWORD, captcha }, 200);
}

async function solveMany(count: number): Promise<string[]> {
  const solved: string[] = [];
  while (solved.length < count) solved.push(...(await Promise.all(Array.from({ length: 8 }, solve))));
  return solved;
}

async function solve(): Promise<string> {
  const challenge = JSON.parse(await ask('GET', '/api/auth/captcha?action=login', null, 200)) as Challenge;
  return encodeCaptcha({ challenge, solution: await solveChallenge({ challenge, deriveKey }) });
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await act();
  return performance.now() - startedAt;
}

/** The answer's text. */
function ask(method: string, path: string, body: object | null, status: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const text = body === null ? '' : JSON.stringify(body);
    const headers = body === null ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) };
    const sent = request(app.url + path, { method, agent, headers }, (response: IncomingMessage) => {
      let answer = '';
      response.on('data', (chunk) => {
        answer += chunk;
      });
      response.on('end', () =>
        response.statusCode === status ? resolve(answer) : reject(new Error(`${path}: ${response.statusCode} ${answer}`)),
      );
    });
    sent.on('error', reject);
    sent.end(text);
  });
}

function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0;
}
