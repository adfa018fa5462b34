// A day of 100 matches over HTTP, for the site and for the open API, against a bare node:http server that sends the same bytes in the same run.
import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import autocannon from 'autocannon';
import type pg from 'pg';
import { inTurn, median } from '#test/support/measuring.ts';
import { withApp } from '#tools/bench/support/app.ts';

const MATCHES = 100;
const CONNECTIONS = 32;
const ROUND_SECONDS = Number(process.env.ROUND_SECONDS ?? 2);
const ROUNDS = Number(process.env.ROUNDS ?? 7);
/** The list of the site, and that of the open API without a key. */
const LISTS = [
  { name: 'match-list-vs-bare-http', path: '/api/matches?date=2026-11-20&tz=UTC', ratioMin: 0.6 },
  { name: 'open-match-list-vs-bare-http', path: '/api/v1/matches?date=2026-11-20&limit=100', ratioMin: 0.8 },
];

const bare: Server[] = [];
const isMet = await withApp({ API_PER_MINUTE: '1000000000' }, async (app) => {
  await fill(app.database);
  const met: boolean[] = [];
  try {
    for (const { name, path, ratioMin } of LISTS) {
      const url = app.url + path;
      const whole = await compare('200', url, { 'accept-encoding': 'gzip, deflate, br' });
      const etag = (await rawAnswer(url, {}))[1].etag ?? '';
      const known = await compare('304', url, { 'accept-encoding': 'gzip, deflate, br', 'if-none-match': etag });
      const ratio = Math.min(whole, known);
      console.log(`${name} ${ratio.toFixed(2)}`);
      met.push(ratio >= ratioMin);
    }
  } finally {
    for (const server of bare) server.close();
  }
  return met.every(Boolean);
});
process.exit(isMet ? 0 : 1);

/** Inserts a day of matches in every state, some with red cards, with prices of six bookmakers. */
async function fill(database: pg.Client): Promise<void> {
  await database.query(`
    insert into leagues (sport, name, names, country_code, form, draw_possible, current_season)
      select 'football', 'League ' || n, '{"zh-CN": "联赛", "vi": "Giải"}', 'gb-eng', 'league', true, '2026/27' from generate_series(1, 10) n;
    insert into teams (sport, name, names, short_name, colours)
      select 'football', 'Athletic Team ' || n, '{"zh-CN": "竞技队", "vi": "Đội"}', 'ATH', '{#9c1f3a,#7fb6e8}' from generate_series(1, ${2 * MATCHES}) n;
    insert into matches (league_id, season, round, home_team_id, away_team_id, draw_possible, kickoff_at, venue, status, minute, home_score, away_score, halftime, seen_at)
      select 1 + n % 10, '2026/27', 'Round 12', 2 * n - 1, 2 * n, true, timestamptz '2026-11-20 08:00Z' + n * interval '8 minutes', 'Ground',
        (array['ft', 'h2', 'ns'])[1 + n % 3], n % 90 + 1, n % 4, n % 3, '{0,0}', now() from generate_series(1, ${MATCHES}) n;
    insert into match_events (match_id, feed_event_id, position, type, side, period, minute)
      select id, n, n, (array['goal', 'yellow', 'red'])[1 + n % 3], 'home', 'H1', n from matches, generate_series(1, 6) n;
    insert into odds (match_id, bookmaker, market, home, draw, away, opening_home, opening_draw, opening_away,
        closing_home, closing_draw, closing_away, changed_at, confirmed_at)
      select id, 'Bookmaker ' || n, '1x2', 200 + id % 90 + n, 320, 410, 210, 330, 400, 205, 325, 405, now(), now() from matches, generate_series(1, 6) n;
    analyze`);
}

/** Runs rounds of the app and of a bare server alternately; returns the ratio of their medians. */
async function compare(name: string, url: string, headers: Record<string, string>): Promise<number> {
  const bareUrl = await serveSame(url, headers);
  const rounds = (count: number) =>
    inTurn(
      count,
      () => requestsPerSecond(url, headers),
      () => requestsPerSecond(bareUrl, headers),
    );
  await rounds(1);
  const [ours, theirs] = (await rounds(ROUNDS)).map(median) as [number, number];
  console.log(`${name}: ${ours.toFixed(0)} requests/s, bare node:http ${theirs.toFixed(0)}, ratio ${(ours / theirs).toFixed(2)}`);
  return ours / theirs;
}

/** Starts a server that only sends the app's answer: the same status, headers and bytes. */
async function serveSame(url: string, headers: Record<string, string>): Promise<string> {
  const [status, sent, body] = await rawAnswer(url, headers);
  const server = createServer((_, response) => {
    response.writeHead(status, sent);
    response.end(body);
  });
  bare.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** Requests with node:http, which leaves the body compressed. */
async function rawAnswer(url: string, headers: Record<string, string>): Promise<[number, Record<string, string>, Buffer]> {
  const [response] = (await once(get(url, { headers }), 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const hopByHop = ['connection', 'keep-alive', 'date', 'transfer-encoding'];
  const sent = Object.entries(response.headers).filter(([name]) => !hopByHop.includes(name)) as [string, string][];
  return [response.statusCode ?? 0, Object.fromEntries(sent), Buffer.concat(chunks)];
}

/** Measures from a separate thread, so that load and server do not share one. */
async function requestsPerSecond(url: string, headers: Record<string, string>): Promise<number> {
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration: ROUND_SECONDS, workers: 1 });
  const expected = headers['if-none-match'] ? result['3xx'] : result['2xx'];
  if (result.errors > 0 || expected !== result.requests.total)
    throw new Error(`not all responses were as expected: ${JSON.stringify(result)}`);
  return result.requests.average;
}
