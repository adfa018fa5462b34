// GET /api/auth/me, which every page asks first, over HTTP: against a bare Fastify route that answers the same JSON to anybody.
import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { fastify } from 'fastify';
import pg from 'pg';
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';
import { signAccessToken } from '#server/http/access-token.ts';
import { startAppProcess } from '#test/app-process.ts';

const CONNECTIONS = 32;
const THREADS = 4;
/** Who takes turns: a server knows many, not one. */
const USERS = 200;
const ROUND_SECONDS = Number(process.env.ROUND_SECONDS ?? 3);
const ROUNDS = Number(process.env.ROUNDS ?? 7);
const RATIO_MIN = 0.5;
const PATH = '/api/auth/me';

const dataDir = await mkdtemp(join(tmpdir(), 'matchpoint-bench-'));
await chmod(dataDir, 0o755);
const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
const serverKey = randomBytes(32);
const app = await startAppProcess({
  DATABASE_URL: postgres.url,
  DATA_DIR: join(dataDir, 'app'),
  FEED: 'none',
  SERVER_KEY: serverKey.toString('hex'),
  RATE_LIMIT_PER_MINUTE: '1000000000',
}).catch((error) => postgres.stop().then(() => Promise.reject(error)));
const bare = fastify({ logger: false });
let isFastEnough = false;
try {
  const tokens = await fill(postgres.url);
  const reply: unknown = await (await fetch(app.url + PATH, { headers: { Authorization: `Bearer ${tokens[0]}` } })).json();
  bare.get(PATH, async () => reply);
  const bareUrl = await bare.listen({ port: 0, host: '127.0.0.1' });
  const figures = { app: [] as number[], bare: [] as number[] };
  const steps = [
    async () => figures.app.push(await requestsPerSecond(app.url, tokens)),
    async () => figures.bare.push(await requestsPerSecond(bareUrl, tokens)),
  ];
  for (const step of steps) await step();
  figures.app = [];
  figures.bare = [];
  // Each goes first in turn: a neighbour on the machine disturbs single rounds.
  for (let round = 0; round < ROUNDS; round++) for (const step of round % 2 === 0 ? steps : steps.toReversed()) await step();
  const [ours, theirs] = [median(figures.app), median(figures.bare)];
  isFastEnough = ours / theirs >= RATIO_MIN;
  console.log(`me: ${ours.toFixed(0)} requests/s, bare Fastify ${theirs.toFixed(0)}`);
  console.log(`me-vs-bare-fastify ${(ours / theirs).toFixed(2)}`);
} finally {
  await bare.close();
  await app.stop();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
process.exit(isFastEnough ? 0 : 1);

/** Users with a session each, and their tokens. */
async function fill(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ id: string; email: string }>(`
    insert into users (id, email, email_identity, public_handle, display_name, invite_code, terms_version, created_at)
      select gen_random_uuid(), n || '@bench.example', n || '@bench.example', 'bench' || n, 'Bench ' || n, 'BENCH' || n, '1', now()
      from generate_series(1, ${USERS}) n returning id, email`);
  const users = rows.map((user) => ({ ...user, sessionId: randomUUID() }));
  await client.query(
    `insert into sessions (id, user_id, remember, created_at, last_seen_at, expires_at)
      select s, u, true, now(), now(), now() + interval '1 day' from unnest($1::uuid[], $2::uuid[]) t (s, u)`,
    [users.map(({ sessionId }) => sessionId), users.map(({ id }) => id)],
  );
  await client.end();
  return Promise.all(users.map((user) => signAccessToken([serverKey], user, new Date())));
}

/** From threads of their own, so that the load and the server do not share one; each has users of its own, as browsers have. */
async function requestsPerSecond(url: string, tokens: string[]): Promise<number> {
  const results = await Promise.all(
    Array.from({ length: THREADS }, (_, thread) => {
      const requests = tokens
        .filter((_, index) => index % THREADS === thread)
        .map((token) => ({ path: PATH, headers: { authorization: `Bearer ${token}` } }));
      return autocannon({ url, requests, connections: CONNECTIONS / THREADS, duration: ROUND_SECONDS, workers: 1 });
    }),
  );
  for (const result of results) {
    if (result.errors > 0 || result['2xx'] !== result.requests.total)
      throw new Error(`not all answers were as expected: ${JSON.stringify(result)}`);
  }
  return results.reduce((sum, { requests }) => sum + requests.average, 0);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
