import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getProjection } from '#contract/forecasts.ts';
import { OUTCOMES } from '#domain/forecast/evaluate.ts';
import { DAY_MS } from '#domain/time.ts';
import { createLog } from '#server/platform/observability/log.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createLeague, createMatch, createTeam, createUser } from '#test/support/factories.ts';
import { type Forecaster, startForecaster } from './forecaster.ts';
import { createOutlookRenewal, createRenewal, freezeForecasts } from './renewal.ts';

const test = useTestApp({ FEED: 'none' });
const inDays = (days: number) => new Date(Date.parse(TEST_NOW) + days * DAY_MS);
const SEASON = '2026/27';
const ZONES = [
  { from: 1, to: 2, kind: 'champions_league' as const },
  { from: 6, to: 6, kind: 'relegation' as const },
];

let forecaster: Forecaster;
let renewOutlooks: () => Promise<void>;
let renew: () => Promise<void>;
let league: number;
let teams: number[];
/** `next` is the match of the first against the second team, `later` that of the last against the first, three weeks later. */
let [next, later] = [0, 0];

const stronger = (home: number, away: number): [number, number] => (teams.indexOf(home) < teams.indexOf(away) ? [2, 0] : [1, 1]);

async function played(home: number, away: number, day: number): Promise<void> {
  const { db } = test.current.deps;
  const id = await createMatch(db, {
    leagueId: league,
    homeTeamId: home,
    awayTeamId: away,
    kickoffAt: inDays(day),
    status: 'ft',
    score: stronger(home, away),
  });
  await db
    .updateTable('matches')
    .set({ fulltime: stronger(home, away), fulltime_since: inDays(day) })
    .where('id', '=', id)
    .execute();
}

/** Creates six teams that met each other once and have nearly all return matches ahead. */
beforeAll(async () => {
  const { deps, database } = test.current;
  league = await createLeague(deps.db, { rules: { zones: ZONES } });
  teams = [];
  // One after the other: the order of ids decides who plays at home first.
  for (let n = 0; n < 6; n++) teams.push(await createTeam(deps.db));
  await deps.db
    .insertInto('league_teams')
    .values(teams.map((team_id) => ({ league_id: league, season: SEASON, team_id })))
    .execute();
  let day = -40;
  for (const home of teams) for (const away of teams) if (home < away) await played(home, away, day++);
  const coming = (home: number, away: number, kickoffAt: Date | null) =>
    createMatch(deps.db, { leagueId: league, homeTeamId: home, awayTeamId: away, kickoffAt, status: kickoffAt === null ? 'tbd' : 'ns' });
  for (const home of teams) {
    for (const away of teams) {
      if (home <= away) continue;
      const isNext = home === teams[1] && away === teams[0];
      const id = await coming(home, away, isNext ? inDays(2) : home === teams[4] ? null : inDays(21));
      if (isNext) next = id;
      if (home === teams[5] && away === teams[0]) later = id;
    }
  }
  forecaster = startForecaster({ databaseUrl: database.url, log: createLog('silent') });
  renew = createRenewal(deps, forecaster);
  await renew();
  renewOutlooks = createOutlookRenewal(deps, forecaster);
  await renewOutlooks();
});
afterAll(() => forecaster.stop());

async function ask(id: number) {
  // Tokens expire after 15 minutes, and the clock advances by days here.
  const user = await createUser(test.current);
  const { status, reply } = await callApp(test.current.app, getProjection, { id }, { token: user.token });
  expect(status).toBe(200);
  return reply;
}
const projected = async (id: number) => (await ask(id)).projection!;

describe('the projection', () => {
  it('requires a signed-in user and an existing match', async () => {
    const { token } = await createUser(test.current);
    expect((await callApp(test.current.app, getProjection, { id: next })).problem.code).toBe('token_missing');
    expect((await callApp(test.current.app, getProjection, { id: 999_999 }, { token })).problem.code).toBe('not_found');
  });

  it('has drivers that add up to the expected goals', async () => {
    const { expected, drivers } = await projected(next);
    for (const side of ['home', 'away'] as const) {
      const sum = Object.values(drivers![side]).reduce((total, term) => total + term, 0);
      expect(sum).toBeCloseTo(Math.log(expected[side]), 9);
    }
    expect(drivers!.home.home).toBeGreaterThan(0);
    expect(drivers!.away.home).toBe(-drivers!.home.home);
  });

  it('has fewer goals in the first half than in the second', async () => {
    const { halves } = await projected(next);
    const goalless = (half: typeof halves extends null | infer H ? keyof NonNullable<H> : never) =>
      halves![half].find(({ home, away }) => home === 0 && away === 0)!.probability;
    expect(goalless('first')).toBeGreaterThan(goalless('second'));
    for (const half of [halves!.first, halves!.second]) {
      expect(half).toHaveLength(3);
      expect(half.map(({ probability }) => probability)).toEqual(half.map(({ probability }) => probability).toSorted((a, b) => b - a));
    }
  });

  it('shows the effect of each result on the table, and the three effects average to the present table', async () => {
    const { table } = await projected(next);
    for (const side of ['home', 'away'] as const) {
      const effects = table![side];
      const weighted = (of: (effect: typeof effects.now) => number) =>
        OUTCOMES.reduce((sum, outcome) => sum + effects[outcome]!.seasons * of(effects[outcome]!), 0) / effects.now.seasons;
      expect(effects.now.seasons).toBe(10_000);
      expect(weighted(({ position }) => position)).toBeCloseTo(effects.now.position, 9);
      expect(weighted(({ champion }) => champion)).toBeCloseTo(effects.now.champion, 9);
      for (const { kind } of ZONES) expect(weighted(({ zones }) => zones[kind]!)).toBeCloseTo(effects.now.zones[kind]!, 9);
    }
    expect(table!.home.home!.position).toBeLessThan(table!.home.away!.position);
    expect(table!.away.away!.champion).toBeGreaterThan(table!.away.home!.champion);
    expect(table!.home.now.position).toBeLessThan(4);
  });

  it('is available later, without an error, if the forecaster ends during a simulation', async () => {
    const { deps, database } = test.current;
    await deps.db.deleteFrom('seasons_simulated').execute();
    const own = startForecaster({ databaseUrl: database.url, log: createLog('silent') });
    const asked = createOutlookRenewal(deps, own)();
    await own.stop();
    await asked;
    expect(await deps.db.selectFrom('seasons_simulated').select('league_id').execute()).toEqual([]);
    await renewOutlooks();
    expect((await projected(next)).table).not.toBeNull();
  });

  it('contains the reason if there is none', async () => {
    expect(await ask(later)).toEqual({ reason: 'too_far', projection: null });
  });

  it('does not change once the match has begun', async () => {
    const { deps, clock } = test.current;
    const before = await projected(next);
    clock.set(inDays(2));
    await deps.db
      .updateTable('matches')
      .set({ status: 'h1', minute: 1, started_at: inDays(2), home_score: 0, away_score: 0 })
      .where('id', '=', next)
      .execute();
    await freezeForecasts(deps);
    // The models learn, and forecast differently from now on.
    await played(teams[4]!, teams[1]!, 1);
    await renew();
    expect(await projected(next)).toEqual(before);
  });
});

describe('a season is simulated', () => {
  const outlooks = () =>
    test.current.deps.db
      .selectFrom('seasons_simulated')
      .selectAll()
      .where('league_id', '=', league)
      .orderBy('simulated_at', 'desc')
      .execute();
  const simulatedAt = async () => (await outlooks())[0]?.simulated_at;

  it('by the same seed the same way', async () => {
    await renewOutlooks();
    const [first] = await outlooks();
    await test.current.deps.db.deleteFrom('seasons_simulated').execute();
    await renewOutlooks();
    expect((await outlooks())[0]!.content).toEqual(first!.content);
  });

  it('again only if something in it has changed', async () => {
    const { deps, clock } = test.current;
    await renewOutlooks();
    const first = await simulatedAt();
    expect(first).toEqual(inDays(2));
    clock.set(inDays(3));
    await renewOutlooks();
    expect(await simulatedAt()).toEqual(first);
    await deps.db
      .updateTable('matches')
      .set({ status: 'ft', home_score: 5, away_score: 0, fulltime: [5, 0] })
      .where('id', '=', next)
      .execute();
    await renewOutlooks();
    expect(await simulatedAt()).toEqual(inDays(3));
    // The effect of a known result on the table is not shown.
    expect((await projected(next)).table).toBeNull();
    // The outlook before stays for shielded readers, without the effects of matches.
    const [last, before, ...more] = (await outlooks()).map(({ content }) => content as { seasons: number; matches?: object });
    expect(more).toEqual([]);
    expect([last!.matches, before!.matches]).toEqual([expect.any(Object), undefined]);
    expect(before!.seasons).toBe(10_000);
  });

  it('only for known teams, and never for groups or a cup', async () => {
    const { db } = test.current.deps;
    const strangers = await createLeague(db);
    const [a, b] = [await createTeam(db), await createTeam(db)];
    await db
      .insertInto('league_teams')
      .values([a, b].map((team_id) => ({ league_id: strangers, season: SEASON, team_id })))
      .execute();
    await createMatch(db, { leagueId: strangers, homeTeamId: a, awayTeamId: b, kickoffAt: inDays(5) });
    const grouped = await createLeague(db);
    await createMatch(db, { leagueId: grouped, homeTeamId: teams[0]!, awayTeamId: teams[1]!, kickoffAt: inDays(5), group: 'A' });
    const cup = await createLeague(db, { form: 'cup' });
    await createMatch(db, { leagueId: cup, homeTeamId: teams[0]!, awayTeamId: teams[1]!, kickoffAt: inDays(5) });
    await renewOutlooks();
    const rows = await db.selectFrom('seasons_simulated').distinct().select('league_id').execute();
    expect(rows.map(({ league_id }) => league_id)).toEqual([league]);
  });
});
