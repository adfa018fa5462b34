import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { getForecast, getForecastStanding, getForecastTable, listForecasts, putForecast } from '#contract/forecast-league.ts';
import { logScore } from '#domain/forecast/forecast-league.ts';
import { PICKS } from '#domain/matches/sport.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { signAccessToken } from '#server/platform/http/access-token.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createLeague, createMatch, createUser, type TestUser } from '#test/support/factories.ts';
import { scoreUserForecasts } from './scoring.ts';

const test = useTestApp({ FEED: 'none' });
const at = (hours: number) => new Date(Date.parse(TEST_NOW) + hours * HOUR_MS);
const db = () => test.current.deps.db;

type Three = [number, number, number];
const set = (matchId: number, values: object) => db().updateTable('matches').set(values).where('id', '=', matchId).execute();
const say = async (user: TestUser, match_id: number, [home, draw, away]: Three) =>
  callApp(test.current.app, putForecast, { match_id, home, draw, away }, { token: await freshToken(user) });
const see = async (user: TestUser, match_id: number) =>
  (await callApp(test.current.app, getForecast, { match_id }, { token: await freshToken(user) })).reply;
/** The clock advances by days here, and tokens expire after minutes. */
const freshToken = ({ id, email }: TestUser) =>
  signAccessToken(test.current.deps.serverKeys, { id, email, sessionId: randomUUID() }, test.current.deps.now());

/** Creates a match in an hour with forecasts of users. */
async function told(says: [TestUser, Three][], values: object = {}): Promise<number> {
  test.current.clock.set(TEST_NOW);
  const id = await createMatch(db(), { kickoffAt: at(1), ...values });
  for (const [user, three] of says) expect((await say(user, id, three)).status).toBe(200);
  return id;
}

/** Ends a match three hours after the test's beginning, confirmed until a minute later, to which the clock is set. */
async function ends(id: number, [home, away]: [number, number], values: object = {}): Promise<void> {
  const whistle = at(3);
  await set(id, {
    ...{ status: 'ft', status_since: whistle, home_score: home, away_score: away, fulltime: [home, away], fulltime_since: whistle },
    ...{ confirmed_at: new Date(whistle.getTime() + MINUTE_MS), started_at: at(1), ...values },
  });
  test.current.clock.set(new Date(whistle.getTime() + MINUTE_MS));
}

async function freeze(id: number, model: Three | null, market: Three | null = null, crowd: Three | null = null): Promise<void> {
  const outcomes = ([h, d, a]: Three) => ({ home: h, draw: d, away: a });
  const { home_team_id, away_team_id } = await db().selectFrom('matches').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const content = JSON.stringify({
    home_team_id,
    away_team_id: model === null ? home_team_id : away_team_id,
    outcomes: outcomes(model ?? [1, 0, 0]),
  });
  const opinions = { market: market && JSON.stringify(outcomes(market)), crowd: crowd && JSON.stringify(outcomes(crowd)) };
  await db()
    .insertInto('forecasts')
    .values({ match_id: id, model: 'football-1', made_at: at(0), frozen_at: at(1), content, ...opinions })
    .execute();
}

const run = () => scoreUserForecasts(test.current.deps);
const newUser = () => createUser(test.current);

describe('scoring user forecasts', () => {
  it('uses a result that has not changed for a minute, beside the forecasts of others at kick-off', async () => {
    const [ana, bo] = [await newUser(), await newUser()];
    const id = await told([
      [ana, [60, 25, 15]],
      [bo, [100, 0, 0]],
    ]);
    await freeze(id, [0.5, 0.3, 0.2], [0.4, 0.35, 0.25]);
    await ends(id, [1, 1]);
    test.current.clock.advance(-1);
    expect(await run()).toBe(0);
    expect(await see(ana, id)).toMatchObject({ state: 'locked', scored: null });
    test.current.clock.advance(1);
    expect(await run()).toBe(2);
    const others = { outcome: 'draw', model: Math.log(0.3), market: Math.log(0.35), crowd: null };
    expect(await see(ana, id)).toMatchObject({ state: 'scored', scored: { ...others, mine: Math.log(0.25) } });
    expect(await see(bo, id)).toMatchObject({ state: 'scored', scored: { ...others, mine: Math.log(0.01) } });
    expect(await run()).toBe(0);
  });

  it('scores once when several processes run at the same time', async () => {
    const users = await Promise.all(Array.from({ length: 12 }, newUser));
    const id = await told(users.map((user, n): [TestUser, Three] => [user, [n, 50, 50 - n]]));
    await ends(id, [2, 0]);
    const done = await Promise.all([run(), run(), run()]);
    expect(done.reduce((sum, count) => sum + count, 0)).toBe(users.length);
    const rows = await db().selectFrom('user_forecasts').selectAll().where('match_id', '=', id).execute();
    for (const { home, draw, away, score } of rows)
      expect(score).toBe(logScore({ home: home / 100, draw: draw / 100, away: away / 100 }, 'home', PICKS));
  });

  it('uses the football score after 90 minutes, without waiting for penalties', async () => {
    const user = await newUser();
    const id = await told([[user, [20, 60, 20]]]);
    await ends(id, [3, 1], { status: 'p', fulltime: [1, 1] });
    await run();
    expect((await see(user, id)).scored).toMatchObject({ outcome: 'draw', mine: Math.log(0.6) });
  });

  it('omits scores of others who made no forecast, or one about other teams', async () => {
    const user = await newUser();
    const [silent, other] = [await told([[user, [50, 30, 20]]]), await told([[user, [50, 30, 20]]])];
    await freeze(other, null, [0.5, 0.3, 0.2], [0.2, 0.2, 0.6]);
    for (const id of [silent, other]) await ends(id, [1, 0]);
    await run();
    expect((await see(user, silent)).scored).toEqual({ outcome: 'home', mine: Math.log(0.5), model: null, market: null, crowd: null });
    expect((await see(user, other)).scored).toMatchObject({ model: null, market: Math.log(0.5), crowd: Math.log(0.2) });
  });

  it('waits until the forecasts of others are frozen', async () => {
    const user = await newUser();
    const id = await told([[user, [50, 30, 20]]]);
    const { home_team_id, away_team_id } = await db().selectFrom('matches').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const content = JSON.stringify({ home_team_id, away_team_id, outcomes: { home: 0.5, draw: 0.3, away: 0.2 } });
    await db()
      .insertInto('forecasts')
      .values({ match_id: id, model: 'football-1', made_at: at(0), content })
      .execute();
    await ends(id, [1, 0]);
    await run();
    expect((await see(user, id)).state).toBe('locked');
    await db()
      .updateTable('forecasts')
      .set({ frozen_at: at(1) })
      .where('match_id', '=', id)
      .execute();
    await run();
    expect((await see(user, id)).scored).toMatchObject({ model: Math.log(0.5) });
  });

  it.each([
    ['is cancelled', { status: 'canc' }],
    ['goes to one side without play', { status: 'wo' }],
    ['is awarded before a final whistle', { status: 'awd' }],
    ['was abandoned five hours ago', { status: 'abd', status_since: at(-2), home_score: 1, away_score: 0 }],
    ['never started', { status: 'ns', kickoff_at: at(-3), status_since: at(-3) }],
  ])('voids forecasts of a match that %s', async (_, values) => {
    const user = await newUser();
    const id = await told([[user, [50, 30, 20]]]);
    await set(id, { confirmed_at: at(3), ...values });
    test.current.clock.set(at(3));
    await run();
    expect(await see(user, id)).toMatchObject({ state: 'void', scored: null, mine: { home: 50 } });
    const { items } = (await callApp(test.current.app, listForecasts, { status: 'scored' }, { token: await freshToken(user) })).reply;
    expect(items.map((item) => [item.match.id, item.state])).toEqual([[id, 'void']]);
  });

  it('does nothing while the feed is silent', async () => {
    const user = await newUser();
    const id = await told([[user, [50, 30, 20]]]);
    await ends(id, [1, 0], { confirmed_at: at(2) });
    await run();
    expect((await see(user, id)).state).toBe('locked');
  });

  it('voids forecasts made after the true kick-off, and those about teams that do not play', async () => {
    const [early, late] = [await newUser(), await newUser()];
    const id = await told([[early, [50, 30, 20]]]);
    test.current.clock.set(at(0.5));
    await say(late, id, [98, 1, 1]);
    await ends(id, [1, 0], { started_at: at(0.25) });
    await run();
    expect((await see(early, id)).state).toBe('scored');
    expect((await see(late, id)).state).toBe('void');

    const [swapped, other] = [await told([[early, [50, 30, 20]]]), await createMatch(db(), { kickoffAt: at(9) })];
    const { away_team_id } = await db().selectFrom('matches').selectAll().where('id', '=', other).executeTakeFirstOrThrow();
    await set(swapped, { away_team_id });
    await ends(swapped, [1, 0]);
    await run();
    expect((await see(early, swapped)).state).toBe('void');
  });

  it('starts over when a match that was called off gets a new date', async () => {
    const user = await newUser();
    const id = await told([[user, [50, 30, 20]]]);
    await set(id, { status: 'canc' });
    await run();
    await set(id, { status: 'ns', kickoff_at: at(48) });
    expect(await see(user, id)).toMatchObject({ state: 'open', mine: null });
    expect((await say(user, id, [10, 20, 70])).reply).toMatchObject({ state: 'open', mine: { away: 70 } });
    await set(id, { kickoff_at: at(1) });
    await ends(id, [0, 1]);
    await run();
    expect((await see(user, id)).scored).toMatchObject({ mine: Math.log(0.7) });
  });

  it('scores two outcomes in a sport without draws, and voids a level result there', async () => {
    const user = await newUser();
    const leagueId = await createLeague(db(), { sport: 'basketball', drawPossible: false });
    const [won, level] = [await told([[user, [0, 0, 100]]], { leagueId }), await told([[user, [50, 0, 50]]], { leagueId })];
    await freeze(won, [0.3, 0, 0.7]);
    await ends(won, [80, 90]);
    await ends(level, [80, 80]);
    await run();
    expect((await see(user, won)).scored).toMatchObject({ mine: Math.log(0.99), model: Math.log(0.7) });
    expect((await see(user, level)).state).toBe('void');
  });
});

describe('a correction of a scored match', () => {
  const corrected = async (id: number, score: [number, number], hours: number) => {
    const since = at(3 + hours);
    await set(id, { home_score: score[0], away_score: score[1], fulltime: score, fulltime_since: since, confirmed_at: at(4 + hours) });
    test.current.clock.set(at(4 + hours));
    await run();
  };

  it('within 72 hours scores all forecasts again', async () => {
    const user = await newUser();
    const id = await told([[user, [50, 30, 20]]]);
    await freeze(id, [0.6, 0.3, 0.1]);
    await ends(id, [1, 0]);
    await run();
    await corrected(id, [1, 1], 70);
    expect((await see(user, id)).scored).toMatchObject({ outcome: 'draw', mine: Math.log(0.3), model: expect.closeTo(Math.log(0.3), 12) });
    expect(await run()).toBe(0);
  });

  it('after 72 hours changes nothing', async () => {
    const user = await newUser();
    const id = await told([[user, [50, 30, 20]]]);
    await ends(id, [1, 0]);
    await run();
    await corrected(id, [1, 1], 73);
    expect((await see(user, id)).scored).toMatchObject({ outcome: 'home', mine: Math.log(0.5) });
  });

  it('is ignored when officials award or cancel a match that was played', async () => {
    const user = await newUser();
    const id = await told([[user, [50, 30, 20]]]);
    await ends(id, [1, 0]);
    await run();
    for (const status of ['awd', 'canc']) {
      await set(id, { status, home_score: 0, away_score: 3 });
      expect(await run()).toBe(0);
      expect((await see(user, id)).scored).toMatchObject({ outcome: 'home' });
    }
  });

  it('of the kick-off voids forecasts that were made too late', async () => {
    const user = await newUser();
    const id = await told([[user, [50, 30, 20]]]);
    await ends(id, [1, 0]);
    await run();
    await set(id, { started_at: at(-0.1) });
    expect(await run()).toBe(1);
    expect(await see(user, id)).toMatchObject({ state: 'void', scored: null });
    expect(await run()).toBe(0);
  });
});

it('scoring continues after a match that fails', async () => {
  const user = await newUser();
  const [first, second] = [await told([[user, [50, 30, 20]]]), await told([[user, [50, 30, 20]]])];
  for (const id of [first, second]) await ends(id, [1, 0]);
  await freeze(first, [0.5, 0.3, 0.2]);
  const { pool } = test.current.deps;
  await pool.query(`create function fail() returns trigger language plpgsql as 'begin raise exception ''broken''; end'`);
  await pool.query(
    `create trigger broken before update on user_forecasts for each row when (old.match_id = ${first}) execute function fail()`,
  );
  expect(await run()).toBe(1);
  expect((await see(user, second)).state).toBe('scored');
  await pool.query('drop trigger broken on user_forecasts');
  expect(await run()).toBe(1);
});

describe('the tables of the forecast league', () => {
  const users = {} as Record<'ana' | 'bo' | 'few' | 'gone', TestUser>;
  const MATCHES = 10;
  beforeAll(async () => {
    await db().deleteFrom('user_forecasts').execute();
    for (const name of ['ana', 'bo', 'few', 'gone'] as const) users[name] = await newUser();
    for (let n = 0; n < MATCHES; n++) {
      const id = await told([
        [users.ana, [70, 20, 10]],
        [users.bo, [50, 30, 20]],
        [users.gone, [90, 5, 5]],
        ...(n === 0 ? ([[users.few, [98, 1, 1]]] as [TestUser, Three][]) : []),
      ]);
      if (n < 4) await freeze(id, [0.6, 0.3, 0.1], n < 2 ? [0.5, 0.25, 0.25] : null);
      await ends(id, n === 9 ? [0, 1] : [1, 0]);
    }
    await run();
    await db().updateTable('users').set({ status: 'disabled' }).where('id', '=', users.gone.id).execute();
  });

  const mean = (hit: number, miss: number) => (9 * Math.log(hit) + Math.log(miss)) / 10;
  const table = async (input: object = {}) => (await callApp(test.current.app, getForecastTable, input)).reply;
  const handleOf = async ({ id }: TestUser) =>
    (await db().selectFrom('users').select('public_handle').where('id', '=', id).executeTakeFirstOrThrow()).public_handle;
  const standing = async (user: TestUser, input: object = {}) =>
    (await callApp(test.current.app, getForecastStanding, input, { token: await freshToken(user) })).reply;

  it('rank active users with ten or more forecasts by mean score, showing only handles', async () => {
    const { items, total } = await table();
    expect(total).toBe(2);
    expect(items).toEqual([
      {
        handle: await handleOf(users.ana),
        rank: 1,
        forecasts: 10,
        mean: expect.closeTo(mean(0.7, 0.1), 6),
        over_model: expect.closeTo(Math.log(0.7 / 0.6), 6),
      },
      {
        handle: await handleOf(users.bo),
        rank: 2,
        forecasts: 10,
        mean: expect.closeTo(mean(0.5, 0.2), 6),
        over_model: expect.closeTo(Math.log(0.5 / 0.6), 6),
      },
    ]);
    expect((await table({ page: 2, page_size: 1 })).items.map(({ rank }) => rank)).toEqual([2]);
  });

  it('show a user’s standing beside others on the same matches', async () => {
    const ana = await standing(users.ana);
    expect(ana).toMatchObject({ forecasts: 10, rank: 1, ranked: 2, mean: expect.closeTo(mean(0.7, 0.1), 9) });
    expect(ana.beside).toEqual([
      { name: 'model', matches: 4, mine: expect.closeTo(Math.log(0.7), 9), other: expect.closeTo(Math.log(0.6), 9) },
      { name: 'market', matches: 2, mine: expect.closeTo(Math.log(0.7), 9), other: expect.closeTo(Math.log(0.5), 9) },
    ]);
    expect(ana.calibration).toEqual([
      { forecast: 0.1, frequency: 0.1, count: 10 },
      { forecast: 0.2, frequency: 0, count: 10 },
      { forecast: 0.7, frequency: 0.9, count: 10 },
    ]);
    expect(await standing(users.few)).toMatchObject({ forecasts: 1, rank: null, ranked: 2 });
    expect(await standing(await newUser())).toEqual({ forecasts: 0, mean: null, beside: [], calibration: [], rank: null, ranked: 2 });
  });

  it('cover the current seasons of leagues, or the last days', async () => {
    const leagueId = await createLeague(db(), { season: '2027' });
    test.current.clock.set(TEST_NOW);
    const old = await told([[users.few, [50, 30, 20]]], { leagueId, season: '2025' });
    await ends(old, [1, 0]);
    await run();
    expect((await standing(users.few)).forecasts).toBe(1);
    expect((await standing(users.few, { window: 'days_30' })).forecasts).toBe(2);
    test.current.clock.set(at(31 * 24));
    expect((await standing(users.few, { window: 'days_30' })).forecasts).toBe(0);
    expect((await standing(users.few, { window: 'days_90' })).forecasts).toBe(2);
    expect((await table({ window: 'days_30' })).total).toBe(0);
    test.current.clock.set(TEST_NOW);
  });

  it('contain no draw for matches without one', async () => {
    test.current.clock.set(TEST_NOW);
    const user = await newUser();
    const leagueId = await createLeague(db(), { sport: 'tennis', drawPossible: false });
    await ends(await told([[user, [65, 0, 35]]], { leagueId }), [2, 1]);
    await run();
    expect((await standing(user)).calibration).toEqual([
      { forecast: 0.35, frequency: 0, count: 1 },
      { forecast: 0.65, frequency: 1, count: 1 },
    ]);
  });
});
