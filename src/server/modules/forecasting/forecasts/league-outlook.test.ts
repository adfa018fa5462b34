import { beforeAll, describe, expect, it } from 'vitest';
import { getSeasonOutlook } from '#contract/outlook.ts';
import { DAY_MS } from '#domain/time.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createLeague, createMatch, createTeam } from '#test/support/factories.ts';
import { simulateOutlook } from './season-outlook.ts';
import { storeOutlook } from './season-outlook-queries.ts';
import { outlookTopic, type StoredForecast } from './stored-forecast.ts';

const test = useTestApp({ FEED: 'none' });
const SEASON = '2026/27';
const ZONES = [
  { from: 1, to: 1, kind: 'champions_league' as const },
  { from: 3, to: 3, kind: 'relegation' as const },
];
const inDays = (days: number) => new Date(Date.parse(TEST_NOW) + days * DAY_MS);

let league: number;
let teams: number[];

/** Three teams of which the first has won all its matches; the second and the third have one left. */
beforeAll(async () => {
  const { db } = test.current.deps;
  league = await createLeague(db, { rules: { zones: ZONES, deductions: { [SEASON]: { Boleyn: 2 } } } });
  teams = [await createTeam(db, 'Avalon'), await createTeam(db, 'Boleyn'), await createTeam(db, 'Calder')];
  await db
    .insertInto('league_teams')
    .values(teams.map((team_id) => ({ league_id: league, season: SEASON, team_id })))
    .execute();
  const won = (away: number, day: number) =>
    createMatch(db, { leagueId: league, homeTeamId: teams[0]!, awayTeamId: away, kickoffAt: inDays(day), status: 'ft', score: [2, 0] });
  await won(teams[1]!, -9);
  await won(teams[2]!, -8);
  await createMatch(db, { leagueId: league, homeTeamId: teams[1]!, awayTeamId: teams[2]!, kickoffAt: inDays(3) });
});

const forecastOf = (): StoredForecast => ({
  home_team_id: 0,
  away_team_id: 0,
  format: null,
  outcomes: { home: 0.5, draw: 0.3, away: 0.2 },
  past_matches: { fewest: 9, most: 9 },
  expected: null,
  football: { rates: { home: 1.4, away: 0.9 }, top: [], rest: { home: 0, away: 0 } } as unknown as StoredForecast['football'],
});

const ask = async (id: number, season?: string) => callApp(test.current.app, getSeasonOutlook, { id, ...(season && { season }) });
async function simulate(seed = 'a'): Promise<void> {
  const { db, now, replies } = test.current.deps;
  const outlook = await simulateOutlook(db, { leagueId: league, season: SEASON, seed }, forecastOf);
  await storeOutlook(db, { league_id: league, season: SEASON, made_from: seed }, outlook!, now());
  replies.touch(outlookTopic(league));
}

describe('the outlook of a league', () => {
  it('says why there is none', async () => {
    const { db } = test.current.deps;
    const reasonOf = async (id: number, season?: string) => (await ask(id, season)).reply.reason;
    expect(await reasonOf(league)).toBe('not_ready');
    expect(await reasonOf(await createLeague(db, { form: 'cup' }))).toBe('no_table');
    expect(await reasonOf(await createLeague(db, { sport: 'basketball' }))).toBe('no_model');
    const over = await createLeague(db);
    await createMatch(db, { leagueId: over, kickoffAt: inDays(-3), status: 'ft', score: [1, 0] });
    expect(await reasonOf(over)).toBe('season_over');
    await db.insertInto('league_teams').values({ league_id: league, season: '2025/26', team_id: teams[0]! }).execute();
    expect(await reasonOf(league, '2025/26')).toBe('past_season');
  });

  it('knows no other league or season', async () => {
    for (const bad of [await ask(2_000_000_000), await ask(league, '1899')])
      expect([bad.status, bad.problem.code]).toEqual([404, 'not_found']);
  });

  it('has chances by place, expected points, and what is certain', async () => {
    await simulate();
    const { reply } = await ask(league);
    const { outlook } = reply;
    expect(reply).toMatchObject({ season: SEASON, reason: null, league: { id: league } });
    expect(outlook).toMatchObject({ simulated_at: TEST_NOW, seasons: 10_000, model: 'football-2', zones: ZONES });
    const [first, ...others] = outlook!.teams;
    expect(first).toMatchObject({ points: 6, left: 0, expected_points: 6, places: [10_000, 0, 0], bounds: { best: 1, worst: 1 } });
    expect(others.map(({ team, points, left }) => [team.name, points, left])).toEqual([
      ['Calder', 0, 1],
      ['Boleyn', -2, 1],
    ]);
    // Half of the time three points more, three of ten times one, after a deduction of two.
    expect(others[1]!.expected_points).toBeCloseTo(-2 + 3 * 0.5 + 0.3, 1);
    // One of them wins or, level, the one without a deduction is second.
    expect(others[1]!.places[1]! / 10_000).toBeCloseTo(0.5, 1);
    for (const { places, bounds } of others) {
      expect(places.reduce((sum, count) => sum + count)).toBe(10_000);
      expect(bounds).toEqual({ best: 2, worst: 3 });
    }
  });

  it('is the latest one, and nothing is certain once a fixture is missing', async () => {
    const { deps, clock } = test.current;
    await createMatch(deps.db, { leagueId: league, homeTeamId: teams[1]!, awayTeamId: teams[2]!, kickoffAt: inDays(5) });
    clock.set(inDays(1));
    await simulate('b');
    const { outlook } = (await ask(league)).reply;
    expect(outlook!.simulated_at).toBe(inDays(1).toISOString());
    expect(outlook!.teams.map(({ bounds }) => bounds)).toEqual([null, null, null]);
    expect(outlook!.teams.map(({ left }) => left).toSorted()).toEqual([0, 2, 2]);
  });

  it('plays fixtures that the rules want and no feed has told of yet', async () => {
    const { db } = test.current.deps;
    await db
      .updateTable('leagues')
      .set({ rules: JSON.stringify({ zones: ZONES, meetings: 4 }) })
      .where('id', '=', league)
      .execute();
    await simulate('c');
    const { outlook } = (await ask(league)).reply;
    // Each plays eight matches; the first has played two, and the others one.
    expect(Object.fromEntries(outlook!.teams.map(({ team, left }) => [team.name, left]))).toEqual({ Avalon: 6, Boleyn: 7, Calder: 7 });
    expect(outlook!.teams[0]!.bounds).toEqual({ best: 1, worst: 3 });
  });
});
