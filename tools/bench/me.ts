// GET /api/auth/me, the first request of every page, over HTTP: against a bare Fastify route that returns the same JSON to any request.
import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import { fastify } from 'fastify';
import { signAccessToken } from '#server/platform/http/access-token.ts';
import { inTurn, median } from '#test/support/measuring.ts';
import { type BenchApp, withApp } from '#tools/bench/support/app.ts';

const CONNECTIONS = 32;
const THREADS = 4;
/** Users that alternate, because a server has many. */
const USERS = 200;
const ROUND_SECONDS = Number(process.env.ROUND_SECONDS ?? 3);
const ROUNDS = Number(process.env.ROUNDS ?? 7);
const RATIO_MIN = 0.5;
const PATH = '/api/auth/me';

const isFastEnough = await withApp({}, async (app) => {
  const bare = fastify({ logger: false });
  try {
    const tokens = await fill(app);
    const reply: unknown = await (await fetch(app.url + PATH, { headers: { Authorization: `Bearer ${tokens[0]}` } })).json();
    bare.get(PATH, async () => reply);
    const bareUrl = await bare.listen({ port: 0, host: '127.0.0.1' });
    return await compare(app.url, bareUrl, tokens);
  } finally {
    await bare.close();
  }
});
process.exit(isFastEnough ? 0 : 1);

async function compare(appUrl: string, bareUrl: string, tokens: string[]): Promise<boolean> {
  const rounds = (count: number) =>
    inTurn(
      count,
      () => requestsPerSecond(appUrl, tokens),
      () => requestsPerSecond(bareUrl, tokens),
    );
  await rounds(1);
  const [ours, theirs] = (await rounds(ROUNDS)).map(median) as [number, number];
  console.log(`me: ${ours.toFixed(0)} requests/s, bare Fastify ${theirs.toFixed(0)}`);
  console.log(`me-vs-bare-fastify ${(ours / theirs).toFixed(2)}`);
  return ours / theirs >= RATIO_MIN;
}

/** Creates users with a session each; returns their tokens. */
async function fill({ database, serverKey }: BenchApp): Promise<string[]> {
  const { rows } = await database.query<{ id: string; email: string }>(`
    insert into users (id, email, email_identity, public_handle, display_name, invite_code, terms_version, created_at)
      select gen_random_uuid(), n || '@bench.example', n || '@bench.example', 'bench' || n, 'Bench ' || n, 'BENCH' || n, '1', now()
      from generate_series(1, ${USERS}) n returning id, email`);
  const users = rows.map((user) => ({ ...user, sessionId: randomUUID() }));
  await database.query(
    `insert into sessions (id, user_id, remember, created_at, last_seen_at, expires_at)
      select s, u, true, now(), now(), now() + interval '1 day' from unnest($1::uuid[], $2::uuid[]) t (s, u)`,
    [users.map(({ sessionId }) => sessionId), users.map(({ id }) => id)],
  );
  return Promise.all(users.map((user) => signAccessToken([serverKey], user, new Date())));
}

/** Measures from separate threads, so that load and server do not share one; each thread has its own users, like browsers. */
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
      throw new Error(`not all responses were as expected: ${JSON.stringify(result)}`);
  }
  return results.reduce((sum, { requests }) => sum + requests.average, 0);
}
