// Whether the time of an answer tells who has an account: sign-in, a forgotten password and its reset over HTTP, for addresses with and
// without one, in pairs of random order. The rank-sum test must find no difference.
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import pg from 'pg';
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';
import { hashPassword } from '#server/features/auth/passwords.ts';
import { startAppProcess } from '#test/app-process.ts';
import { encodeCaptcha } from '#test/captcha.ts';
import { rankSumP } from '#test/rank-sum.ts';

const PAIRS = Number(process.env.PAIRS ?? 500);
/** Not counted: the first ones compile code and open connections. */
const WARM_UP_PAIRS = 40;
const P_MIN = 0.01;
const PASSWORD = 'Wrong7Horse';

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
  CODES_PER_HOUR: '1000000',
  CAPTCHA_WORK: '1',
}).catch((error) => postgres.stop().then(() => Promise.reject(error)));
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let isSilent = false;
try {
  await fill(postgres.url);
  const found = [
    await compare('login', 401, async (email) => ({ email, password: PASSWORD, captcha: await solve('login') })),
    await compare('password/forgot', 200, async (email) => ({ email, captcha: await solve('forgot') })),
    await compare('password/reset', 422, async (email) => ({ email, code: '000000', password: PASSWORD, password_confirm: PASSWORD })),
  ];
  isSilent = found.every((p) => p > P_MIN);
  console.log(`sign-in-timing-p ${Math.min(...found).toFixed(3)}`);
} finally {
  agent.destroy();
  await app.stop();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
process.exit(isSilent ? 0 : 1);

/** As long as each other, and asked for once each: what is counted by address is counted alike. */
function addressOf(pair: number, isKnown: boolean): string {
  return `${isKnown ? 'known' : 'empty'}${String(pair).padStart(4, '0')}@bench.example`;
}

/** Who has an account: one of each pair. */
async function fill(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const emails = Array.from({ length: WARM_UP_PAIRS + PAIRS }, (_, pair) => addressOf(pair, true));
  await client.query(
    `insert into users (id, email, email_identity, public_handle, display_name, invite_code, terms_version, password_hash, created_at)
      select gen_random_uuid(), email, email, 'bench' || n, 'Bench ' || n, 'BENCH' || n, '1', $2, now()
      from unnest($1::text[]) with ordinality as t (email, n)`,
    [emails, await hashPassword('Correct7Horse')],
  );
  await client.query('analyze');
  await client.end();
}

/** How probable the difference between the times of known and unknown addresses is, if there is none. */
async function compare(path: string, status: number, bodyOf: (email: string) => Promise<object>): Promise<number> {
  const took = { known: [] as number[], unknown: [] as number[] };
  for (let pair = 0; pair < WARM_UP_PAIRS + PAIRS; pair++) {
    const isKnownFirst = Math.random() < 0.5;
    for (const isKnown of [isKnownFirst, !isKnownFirst]) {
      const body = await bodyOf(addressOf(pair, isKnown));
      const ms = await post(`/api/auth/${path}`, body, status);
      if (pair >= WARM_UP_PAIRS) took[isKnown ? 'known' : 'unknown'].push(ms);
    }
  }
  const p = rankSumP(took.known, took.unknown);
  const middle = (values: number[]) => `${values.toSorted((a, b) => a - b)[values.length >> 1]!.toFixed(2)} ms`;
  console.log(`${path}: known ${middle(took.known)}, unknown ${middle(took.unknown)}, p ${p.toFixed(3)}`);
  return p;
}

async function solve(action: string): Promise<string> {
  const challenge = (await (await fetch(`${app.url}/api/auth/captcha?action=${action}`)).json()) as Challenge;
  return encodeCaptcha({ challenge, solution: await solveChallenge({ challenge, deriveKey }) });
}

/** Milliseconds until the answer has come. */
function post(path: string, body: object, status: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const text = JSON.stringify(body);
    const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) };
    const startedAt = performance.now();
    const sent = request(app.url + path, { method: 'POST', agent, headers }, (response) => {
      let answer = '';
      response.on('data', (chunk) => {
        answer += chunk;
      });
      response.on('end', () => {
        const ms = performance.now() - startedAt;
        if (response.statusCode === status) resolve(ms);
        else reject(new Error(`${path}: ${response.statusCode} ${answer}`));
      });
    });
    sent.on('error', reject);
    sent.end(text);
  });
}
