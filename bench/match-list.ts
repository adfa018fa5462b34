// A day of 100 matches over HTTP, against a bare node:http server that sends the same bytes in the same run.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import pg from 'pg';
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';
import { startAppProcess } from '#test/app-process.ts';

const MATCHES = 100;
const CONNECTIONS = 32;
const ROUND_SECONDS = 2;
const ROUNDS = 7;
const RATIO_MIN = 0.6;
const PATH = '/api/matches?date=2026-11-20&tz=UTC';

const dataDir = await mkdtemp(join(tmpdir(), 'matchpoint-bench-'));
await chmod(dataDir, 0o755);
const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
const app = await startAppProcess({
  DATABASE_URL: postgres.url,
  DATA_DIR: join(dataDir, 'app'),
  FEED: 'none',
  SERVER_KEY: randomBytes(32).toString('hex'),
  RATE_LIMIT_PER_MINUTE: '1000000000',
});
const bare: Server[] = [];
let isFastEnough = false;
try {
  await fill(postgres.url);
  const whole = await compare('200', { 'accept-encoding': 'gzip, deflate, br' });
  const etag = (await rawAnswer({}))[1].etag ?? '';
  const known = await compare('304', { 'accept-encoding': 'gzip, deflate, br', 'if-none-match': etag });
  const ratio = Math.min(whole, known);
  isFastEnough = ratio >= RATIO_MIN;
  console.log(`match-list-vs-bare-http ${ratio.toFixed(2)}`);
} finally {
  for (const server of bare) server.close();
  await app.stop();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
process.exit(isFastEnough ? 0 : 1);

/** A day as a feed leaves it: matches in every state, some with red cards, prices of six bookmakers. */
async function fill(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`
    insert into leagues (sport, name, names, country_code, form, draw_possible, current_season)
      select 'football', 'League ' || n, '{"zh-CN": "联赛", "vi": "Giải"}', 'gb-eng', 'league', true, '2026/27' from generate_series(1, 10) n;
    insert into teams (sport, name, names, short_name, colours)
      select 'football', 'Athletic Team ' || n, '{"zh-CN": "竞技队", "vi": "Đội"}', 'ATH', '{#9c1f3a,#7fb6e8}' from generate_series(1, ${2 * MATCHES}) n;
    insert into matches (league_id, season, round, home_team_id, away_team_id, kickoff_at, venue, status, minute, home_score, away_score, halftime, seen_at)
      select 1 + n % 10, '2026/27', 'Round 12', 2 * n - 1, 2 * n, timestamptz '2026-11-20 08:00Z' + n * interval '8 minutes', 'Ground',
        (array['ft', 'h2', 'ns'])[1 + n % 3], n % 90 + 1, n % 4, n % 3, '{0,0}', now() from generate_series(1, ${MATCHES}) n;
    insert into match_events (match_id, feed_event_id, position, type, side, period, minute)
      select id, n, n, (array['goal', 'yellow', 'red'])[1 + n % 3], 'home', 'H1', n from matches, generate_series(1, 6) n;
    insert into odds (match_id, bookmaker, market, home, draw, away, opening_home, opening_draw, opening_away,
        closing_home, closing_draw, closing_away, changed_at, confirmed_at)
      select id, 'Bookmaker ' || n, '1x2', 200 + id % 90 + n, 320, 410, 210, 330, 400, 205, 325, 405, now(), now() from matches, generate_series(1, 6) n;
    analyze`);
  await client.end();
}

/** Rounds of the one and the other in turn; the ratio of their medians, as a neighbour on the machine disturbs single rounds. */
async function compare(name: string, headers: Record<string, string>): Promise<number> {
  const bareUrl = await serveSame(headers);
  const figures = { app: [] as number[], bare: [] as number[] };
  const steps = [
    async () => figures.app.push(await requestsPerSecond(app.url + PATH, headers)),
    async () => figures.bare.push(await requestsPerSecond(bareUrl, headers)),
  ];
  for (const step of steps) await step();
  figures.app = [];
  figures.bare = [];
  for (let round = 0; round < ROUNDS; round++) for (const step of round % 2 === 0 ? steps : steps.toReversed()) await step();
  const [ours, theirs] = [median(figures.app), median(figures.bare)];
  console.log(`${name}: ${ours.toFixed(0)} requests/s, bare node:http ${theirs.toFixed(0)}, ratio ${(ours / theirs).toFixed(2)}`);
  return ours / theirs;
}

/** A server that does nothing but send what the app answered: the same status, headers and bytes. */
async function serveSame(headers: Record<string, string>): Promise<string> {
  const [status, sent, body] = await rawAnswer(headers);
  const server = createServer((_, response) => {
    response.writeHead(status, sent);
    response.end(body);
  });
  bare.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`;
}

/** Asked with node:http, which leaves the body as it came, compressed. */
async function rawAnswer(headers: Record<string, string>): Promise<[number, Record<string, string>, Buffer]> {
  const [response] = (await once(get(app.url + PATH, { headers }), 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const hopByHop = ['connection', 'keep-alive', 'date', 'transfer-encoding'];
  const sent = Object.entries(response.headers).filter(([name]) => !hopByHop.includes(name)) as [string, string][];
  return [response.statusCode ?? 0, Object.fromEntries(sent), Buffer.concat(chunks)];
}

/** From a thread of its own, so that the load and the server do not share one. */
async function requestsPerSecond(url: string, headers: Record<string, string>): Promise<number> {
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration: ROUND_SECONDS, workers: 1 });
  const expected = headers['if-none-match'] ? result['3xx'] : result['2xx'];
  if (result.errors > 0 || expected !== result.requests.total)
    throw new Error(`not all answers were as expected: ${JSON.stringify(result)}`);
  return result.requests.average;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
