import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getScoreProbability } from '#contract/forecasts.ts';
import { getStandings } from '#contract/leagues.ts';
import { getHeadToHead } from '#contract/matches.ts';
import { getConsoleOverview } from '#contract/overview.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time.ts';
import { type Forecaster, startForecaster } from '#server/modules/forecasting/forecasts/forecaster.ts';
import { createRenewal } from '#server/modules/forecasting/forecasts/renewal.ts';
import { PROVIDERS, runFeed } from '#server/modules/match-data/public.ts';
import { createLog } from '#server/platform/observability/log.ts';
import { createAdmin } from '#test/support/admins.ts';
import { type ApiSportsServer, startApiSportsServer } from '#test/support/api-sports-server.ts';
import { callApp, createTestApp, TEST_NOW, type TestApp } from '#test/support/app.ts';

/** Two leagues: one of twenty teams with a past, and one whose past the plan refuses in part. */
const LARGE = { id: 39, name: 'Premier League', country: { name: 'England', code: 'GB-ENG' }, teams: 20 };
const SMALL = { id: 61, name: 'Ligue 1', country: { name: 'France', code: 'FR' }, teams: 4 };
const REFUSAL = 'Free plans do not have access to this season, try from 2022 to 2024.';
const SEASONS = [2021, 2022, 2023, 2024, 2025, 2026];

type League = typeof LARGE;
/** Teams 1 to 17 never leave the large league; the last three of a past season are others each year. */
const teamsOf = ({ id, teams }: League, year: number): number[] =>
  Array.from({ length: teams }, (_, i) => (i < 17 || year === 2026 ? 100 * id + i : 100 * id + 50 + 3 * (year - 2000) + i));

const none = { home: null, away: null };
/** The team with the lower id wins by 2-0 at home, and by 1-0 elsewhere. */
function row(league: League, year: number, index: number, [home, away]: [number, number]) {
  const isOver = year < 2026;
  const goals = isOver ? (home < away ? { home: 2, away: 0 } : { home: 0, away: 1 }) : none;
  const date = isOver ? Date.UTC(year, 7, 10, 15) + index * 0.7 * DAY_MS : Date.parse(TEST_NOW) + (2 + index) * DAY_MS;
  return {
    fixture: {
      id: year * 100_000 + league.id * 1_000 + index,
      date: new Date(date).toISOString(),
      status: { short: isOver ? 'FT' : 'NS' },
    },
    league: { id: league.id, season: year, round: `Regular Season - ${1 + Math.floor(index / 10)}` },
    teams: { home: { id: home, name: `Club ${home}` }, away: { id: away, name: `Club ${away}` } },
    goals,
    score: { halftime: none, fulltime: goals, extratime: none, penalty: none },
  };
}

function fixtures(league: League, year: number) {
  const teams = teamsOf(league, year);
  const pairs = teams.flatMap((home) => teams.filter((away) => away !== home).map((away): [number, number] => [home, away]));
  const rows = (year < 2026 ? pairs : pairs.slice(0, 3)).map((pair, index) => row(league, year, index, pair));
  // A match of the past that never ended.
  if (year === 2024) rows[0]!.fixture.status.short = 'PST';
  return rows;
}

let app: TestApp;
let server: ApiSportsServer;
let forecaster: Forecaster;
const logged: Record<string, unknown>[] = [];
const log = createLog('info', { write: (line: string) => void logged.push(JSON.parse(line)) });
const lines = (msg: string) => logged.filter((line) => line.msg === msg);

/** Follows the provider for a while; the clock moves while the feed sleeps, and the forecaster learns every half a minute. */
async function follow(forMs: number): Promise<void> {
  const { deps, clock } = app;
  const until = clock.now().getTime() + forMs;
  const renew = createRenewal({ ...deps, log }, forecaster);
  const abort = new AbortController();
  const sleep = async (ms: number) => {
    for (let leftMs = ms; leftMs > 0; leftMs -= 30_000) {
      clock.advance(Math.min(leftMs, 30_000));
      await renew();
    }
    if (clock.now().getTime() >= until) abort.abort();
  };
  const { db, now, config } = deps;
  const feed = PROVIDERS['api-football'].createFeed(config.providers['api-football'], { db, now, log, sleep });
  await runFeed({ db, now, log, sleep }, feed, abort.signal, (changes) => deps.wiring.onMatchesImported(deps, changes)).done;
}

beforeAll(async () => {
  server = await startApiSportsServer();
  server.replies.set('/leagues', () => ({
    rows: [LARGE, SMALL].map(({ id, name, country }) => ({
      ...{ league: { id, name, type: 'League' }, country },
      seasons: SEASONS.map((year) => ({ year, start: `${year}-08-10`, end: `${year + 1}-05-20`, current: year === 2026 })),
    })),
  }));
  server.replies.set('/fixtures', ({ league, season }) => {
    const asked = [LARGE, SMALL].find(({ id }) => String(id) === league);
    if (asked === undefined) return { rows: [] };
    return asked === SMALL && season === '2025' ? { errors: { plan: REFUSAL } } : { rows: fixtures(asked, Number(season)) };
  });
  app = await createTestApp({
    ...{ FEED: 'api-football', API_FOOTBALL_KEY: 'k', API_FOOTBALL_URL: server.url, API_FOOTBALL_LEAGUES: '39,61' },
    ...{ HISTORY_SEASONS: '3' },
  });
  forecaster = startForecaster({ databaseUrl: app.database.url, log: createLog('silent') });
  await follow(10 * MINUTE_MS);
});
afterAll(async () => {
  await forecaster.stop();
  await Promise.all([app.database.drop(), server.close()]);
});

const leagueId = async (name: string) =>
  (await app.deps.db.selectFrom('leagues').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id;
const upcoming = () =>
  app.deps.db.selectFrom('matches').select(['id', 'season']).where('status', '=', 'ns').orderBy('kickoff_at').orderBy('id').execute();

describe('past seasons', () => {
  it('are imported within minutes, newest first, and do not become the current season', async () => {
    const counted = await app.deps.db
      .selectFrom('matches as m')
      .innerJoin('leagues as l', 'l.id', 'm.league_id')
      .select(({ fn }) => ['l.name', 'm.season', fn.countAll<number>().as('count')])
      .groupBy(['l.name', 'm.season'])
      .orderBy('l.name')
      .orderBy('m.season')
      .execute();
    expect(counted.map(({ name, season, count }) => [name, season, Number(count)])).toEqual([
      // The plan refuses 2025/26, and a postponed match of 2024/25 is left out.
      ...[
        ['Ligue 1', '2023/24', 12],
        ['Ligue 1', '2024/25', 11],
        ['Ligue 1', '2026/27', 3],
      ],
      ...[
        ['Premier League', '2023/24', 380],
        ['Premier League', '2024/25', 379],
        ['Premier League', '2025/26', 380],
      ],
      ['Premier League', '2026/27', 3],
    ]);
    const current = await app.deps.db.selectFrom('leagues').select('current_season').execute();
    expect(current.map((one) => one.current_season)).toEqual(['2026/27', '2026/27']);
    expect(await app.deps.db.selectFrom('quarantine').select('reason').execute()).toEqual([]);
    expect(lines('imported a past season').map(({ league, season, matches }) => [league, season, matches])).toEqual([
      ['Premier League', '2025/26', 380],
      ...[
        ['Premier League', '2024/25', 379],
        ['Ligue 1', '2024/25', 11],
      ],
      ...[
        ['Premier League', '2023/24', 380],
        ['Ligue 1', '2023/24', 12],
      ],
    ]);
  });

  it('make no contest, no news and no notification', async () => {
    const { db } = app.deps;
    const contests = await db
      .selectFrom('contests as c')
      .innerJoin('matches as m', 'm.id', 'c.match_id')
      .select('m.season')
      .distinct()
      .execute();
    expect(contests).toEqual([{ season: '2026/27' }]);
    for (const table of ['news', 'notifications', 'chat_messages'] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
  });

  it('give a table of a past season, form and head to head', async () => {
    const id = await leagueId('Premier League');
    const { reply } = await callApp(app.app, getStandings, { id, season: '2023/24' });
    const { rows } = reply.tables[0]!;
    expect(rows).toHaveLength(20);
    expect(rows[0]).toMatchObject({ position: 1, team: { name: 'Club 3900' }, played: 38, won: 38, goals_for: 57, points: 114 });
    expect(rows[0]!.form).toEqual(['W', 'W', 'W', 'W', 'W']);
    expect(rows[19]).toMatchObject({ team: { name: `Club ${3950 + 69 + 19}` }, played: 38, lost: 38, goals_against: 57, points: 0 });
    const [next] = await upcoming();
    const { totals, items } = (await callApp(app.app, getHeadToHead, { id: next!.id })).reply;
    // The first two teams met twice in each of three seasons, but for the postponed match.
    expect(totals).toEqual({ played: 5, home_wins: 5, draws: 0, away_wins: 0, home_goals: 7, away_goals: 0 });
    expect(items).toHaveLength(5);
  });

  it('are learned in one go, and give forecasts', async () => {
    const learned = lines('forecaster learned all results').map(({ matches }) => matches);
    expect(learned).toEqual([0, 380 + 379 + 11 + 380 + 12]);
    const [next] = await upcoming();
    const { model, lines: opinions } = (await callApp(app.app, getScoreProbability, { id: next!.id })).reply;
    expect(model).toMatchObject({ past_matches_fewest: 113 });
    expect(opinions.model!.home).toBeGreaterThan(opinions.model!.away);
  });

  it('are shown in the console with what the provider refuses, which is not requested again for a month', async () => {
    const viewer = await createAdmin(app, 'viewer');
    const history = async () => (await callApp(app.app, getConsoleOverview, {}, { token: viewer.token })).reply.feeds[0]!.history;
    const fetched = (season: string) => ({ season, state: 'fetched', problem: null });
    const expected = [
      { league: 'Premier League', seasons: ['2025/26', '2024/25', '2023/24'].map(fetched) },
      {
        league: 'Ligue 1',
        seasons: [{ season: '2025/26', state: 'refused', problem: `plan: ${REFUSAL}` }, ...['2024/25', '2023/24'].map(fetched)],
      },
    ];
    expect(await history()).toEqual(expected);
    const asked = () => server.asked.filter(({ path, query }) => path === '/fixtures' && Number(query.season) < 2026).length;
    expect(asked()).toBe(6);
    app.clock.advance(29 * DAY_MS);
    await follow(MINUTE_MS);
    expect(asked()).toBe(6);
    app.clock.advance(2 * DAY_MS);
    await follow(MINUTE_MS);
    expect(asked()).toBe(7);
  });
});
