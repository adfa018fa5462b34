import { gunzipSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { EXPORT_KINDS, type ExportFile, type ExportKind, v1Exports } from '#contract/v1/exports.ts';
import { DAY_MS } from '#domain/time.ts';
import { csvCells } from '#server/platform/csv-cells.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createMatch, createTeam } from '#test/support/factories.ts';
import { createOpenWorld, type OpenWorld } from '#test/support/open-world.ts';
import { EXPORT_COLUMNS } from './export-columns.ts';

const test = useTestApp();
let world: OpenWorld;
beforeAll(async () => {
  world = await createOpenWorld(test.current);
});

const YESTERDAY = '2026-11-19';
const TODAY = '2026-11-20';

const get = async (date: string, file: ExportFile, headers: Record<string, string> = {}) =>
  test.current.app.request(`/api/v1/exports/${date}/${file}`, { headers });
const linesOf = async (date: string, kind: ExportKind): Promise<Record<string, unknown>[]> => {
  const response = await get(date, `${kind}.ndjson`);
  expect(response.status).toBe(200);
  return (await response.text())
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
};
const list = async (input: Parameters<typeof callApp<typeof v1Exports>>[2] = {}) => {
  test.current.clock.advance(6_000);
  return (await callApp(test.current.app, v1Exports, input)).reply;
};

it('lists the days that have matches, with the lines of each file', async () => {
  expect(await list()).toEqual({
    data: [
      { date: YESTERDAY, over: true, lines: { matches: 2, events: 3, odds: 2, forecasts: 2, scores: 2, contests: 1 } },
      { date: TODAY, over: false, lines: { matches: 2, events: 1, odds: 0, forecasts: 1, scores: 0, contests: 0 } },
    ],
    next_cursor: null,
  });
});

it('counts in the list what is in the files', async () => {
  for (const { date, lines } of (await list()).data)
    for (const kind of EXPORT_KINDS) expect([date, kind, (await linesOf(date, kind)).length]).toEqual([date, kind, lines[kind]]);
});

it('lists days page by page and by dates, and none after today', async () => {
  const first = await list({ limit: 1 });
  const second = await list({ limit: 1, cursor: first.next_cursor! });
  expect([first, second].map(({ data }) => data.map(({ date }) => date))).toEqual([[YESTERDAY], [TODAY]]);
  expect(second.next_cursor).toBeNull();
  const datesOf = async (input: object) => (await list(input)).data.map(({ date }) => date);
  expect(await datesOf({ from: TODAY })).toEqual([TODAY]);
  expect(await datesOf({ to: YESTERDAY })).toEqual([YESTERDAY]);
  expect(await datesOf({ from: TODAY, cursor: first.next_cursor! })).toEqual([TODAY]);
  expect(await datesOf({ from: '2026-12-01', to: '2026-12-31' })).toEqual([]);
});

it('has forecasts as they were frozen, and none that can still change', async () => {
  const [won] = await linesOf(YESTERDAY, 'forecasts');
  expect(won).toEqual({
    ...{ match_id: world.matches.won, home_id: world.teams.avalon, away_id: world.teams.byron, model_version: 'football-1' },
    ...{ made_at: '2026-11-18T14:59:00.000Z', frozen_at: '2026-11-19T15:00:00.000Z' },
    ...{ model_home: 0.5, model_draw: 0.27, model_away: 0.23, market_home: 0.51, market_draw: 0.26, market_away: 0.23 },
    ...{ crowd_home: 0.75, crowd_draw: 0.15, crowd_away: 0.1, expected_home: 1.6, expected_away: 1.05 },
  });
  expect((await linesOf(TODAY, 'forecasts')).map(({ match_id }) => match_id)).toEqual([world.matches.live]);
});

it('has the result that forecasts are scored on: football after 90 minutes', async () => {
  const { db } = test.current.deps;
  const day = new Date('2026-11-10T15:00:00.000Z');
  const extra = await createMatch(db, { leagueId: world.leagueId, kickoffAt: day, status: 'aet', score: [2, 1] });
  await db
    .updateTable('matches')
    .set({ fulltime: [1, 1], extratime: [1, 0] })
    .where('id', '=', extra)
    .execute();
  await createMatch(db, { leagueId: world.leagueId, kickoffAt: day, status: 'abd', score: [1, 0] });
  const shown = (await linesOf('2026-11-10', 'matches')).map(({ status, home_score, result_home, result_away }) => [
    ...[status, home_score, result_home, result_away],
  ]);
  expect(shown).toEqual([
    ['aet', 2, 1, 1],
    ['abd', 1, null, null],
  ]);
});

it('has contests that are over as totals, and nothing about users', async () => {
  const [contest] = await linesOf(YESTERDAY, 'contests');
  expect(contest).toMatchObject({ contest_id: world.contestId, state: 'settled', staked_home: 300, participants: 2, corrections: 0 });
  const users = await test.current.deps.db.selectFrom('users').select(['id', 'email', 'public_handle', 'display_name']).execute();
  const secrets = users.flatMap((user) => Object.values(user)).filter((text) => text !== null);
  expect(secrets.length).toBeGreaterThan(3);
  for (const kind of EXPORT_KINDS) {
    const text = await (await get(YESTERDAY, `${kind}.csv`)).text();
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  }
});

it.each(EXPORT_KINDS)('has the documented columns of %s in order, in both formats, with the same values', async (kind) => {
  const columns = Object.keys(EXPORT_COLUMNS[kind]);
  const rows = await linesOf(YESTERDAY, kind);
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) expect(Object.keys(row)).toEqual(columns);
  const [header, ...lines] = csvCells(await (await get(YESTERDAY, `${kind}.csv`)).text()) as { cells: string[] }[];
  expect(header!.cells).toEqual(columns);
  expect(lines.map(({ cells }) => cells)).toEqual(rows.map((row) => columns.map((name) => String(row[name] ?? ''))));
});

it('has no formula that a spreadsheet would run', async () => {
  const { db } = test.current.deps;
  const name = '=HYPERLINK("http://evil.example","x")';
  const homeTeamId = await createTeam(db, name);
  await createMatch(db, { leagueId: world.leagueId, homeTeamId, kickoffAt: new Date('2026-11-11T15:00:00.000Z') });
  const lines = csvCells(await (await get('2026-11-11', 'matches.csv')).text()) as { cells: string[] }[];
  expect(lines[1]!.cells[lines[0]!.cells.indexOf('home')]).toBe(`'${name}`);
  expect((await linesOf('2026-11-11', 'matches'))[0]!.home).toBe(name);
});

it('is compressed for clients that accept gzip, with the same content and tag', async () => {
  const plain = await get(YESTERDAY, 'events.ndjson');
  const packed = await get(YESTERDAY, 'events.ndjson', { 'Accept-Encoding': 'br, gzip' });
  expect([plain, packed].map(({ headers }) => headers.get('content-encoding'))).toEqual([null, 'gzip']);
  expect(packed.headers.get('etag')).toBe(plain.headers.get('etag'));
  expect(gunzipSync(Buffer.from(await packed.arrayBuffer())).toString()).toBe(await plain.text());
  expect(packed.headers.get('vary')).toContain('Accept-Encoding');
  const refusing = await get(YESTERDAY, 'events.ndjson', { 'Accept-Encoding': 'gzip;q=0' });
  expect(refusing.headers.get('content-encoding')).toBeNull();
  await refusing.text();
});

it('says what it is, and may be read by pages of other sites', async () => {
  const headersOf = async (file: ExportFile) => {
    const response = await get(YESTERDAY, file);
    await response.text();
    return ['content-type', 'content-disposition', 'access-control-allow-origin', 'cache-control'].map((name) =>
      response.headers.get(name),
    );
  };
  expect(await headersOf('odds.ndjson')).toEqual([
    ...['application/x-ndjson; charset=utf-8', `attachment; filename="${YESTERDAY}-odds.ndjson"`, '*', 'public, no-cache'],
  ]);
  expect((await headersOf('odds.csv')).slice(0, 2)).toEqual(['text/csv; charset=utf-8', `attachment; filename="${YESTERDAY}-odds.csv"`]);
});

it('is not sent again until a line changes', async () => {
  const { db } = test.current.deps;
  const tagOf = async () => {
    const response = await get(YESTERDAY, 'matches.ndjson');
    await response.text();
    return response.headers.get('etag')!;
  };
  const before = await tagOf();
  const again = await get(YESTERDAY, 'matches.ndjson', { 'If-None-Match': before });
  expect([again.status, await again.text(), again.headers.get('access-control-allow-origin')]).toEqual([304, '', '*']);
  expect(again.headers.get('ratelimit')).toContain('"anonymous"');
  await db.updateTable('matches').set({ referee: 'Rae Reed' }).where('id', '=', world.matches.won).execute();
  expect((await get(YESTERDAY, 'matches.ndjson', { 'If-None-Match': before })).status).toBe(200);
  // A file of another kind or format is another content.
  expect((await get(YESTERDAY, 'matches.csv', { 'If-None-Match': await tagOf() })).status).toBe(200);
});

it('streams a day of more matches than are read at once, each line once', async () => {
  const { db } = test.current.deps;
  const at = new Date('2026-11-12T12:00:00.000Z');
  const [home_team_id, away_team_id] = [world.teams.avalon, world.teams.byron];
  const common = {
    league_id: world.leagueId,
    season: '2026/27',
    round: 'R',
    draw_possible: true,
    home_team_id,
    away_team_id,
    kickoff_at: at,
  };
  await db
    .insertInto('matches')
    .values(Array.from({ length: 401 }, () => common))
    .execute();
  const ids = (await linesOf('2026-11-12', 'matches')).map(({ match_id }) => match_id as number);
  expect([ids.length, new Set(ids).size]).toEqual([401, 401]);
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
});

it('is empty for a day without matches, and not there for days to come and other names', async () => {
  const empty = await get('2026-01-01', 'matches.csv');
  expect([empty.status, (await empty.text()).split('\r\n').length]).toEqual([200, 2]);
  expect(await (await get('1999-12-31', 'matches.ndjson')).text()).toBe('');
  const tomorrow = new Date(Date.parse(TEST_NOW) + DAY_MS).toISOString().slice(0, 10);
  for (const path of [
    ...[`${tomorrow}/matches.csv`, '9999-12-31/matches.csv', '0000-01-01/matches.csv', '2026-02-30/matches.csv', 'today/matches.csv'],
    ...[`${TODAY}/users.csv`, `${TODAY}/bets.ndjson`, `${TODAY}/matches.xml`, `${TODAY}/..%2Fmatches.csv`],
  ])
    expect([path, (await test.current.app.request(`/api/v1/exports/${path}`)).status]).toEqual([path, 404]);
  for (const query of ['from=0001-01-01', 'to=soon', 'limit=51', 'cursor=WyIwMDAwLTAxLTAxIl0', 'cursor=WzFd'])
    expect([query, (await test.current.app.request(`/api/v1/exports?${query}`)).status]).toEqual([query, 400]);
});

it('is given 600 times in ten minutes to an address', async () => {
  const { db } = test.current.deps;
  await (await get(YESTERDAY, 'odds.csv')).text();
  await db.updateTable('rate_limits').set({ points: 600 }).where('key', 'like', '%export%').execute();
  const refused = await get(YESTERDAY, 'odds.csv');
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  await db.deleteFrom('rate_limits').execute();
});
