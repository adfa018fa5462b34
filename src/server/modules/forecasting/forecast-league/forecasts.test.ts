import { describe, expect, it } from 'vitest';
import { getForecast, listForecastMatches, listForecasts, putForecast, withdrawForecast } from '#contract/forecast-league.ts';
import { HOUR_MS } from '#domain/time.ts';
import { weighCrowds } from '#server/modules/forecasting/forecasts/opinions.ts';
import { excludeSelf } from '#server/modules/play-limits/exclusions.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createContest, createCrowd, createLeague, createMatch, createUser, type TestUser } from '#test/support/factories.ts';

const test = useTestApp();
const at = (hours: number) => new Date(Date.parse(TEST_NOW) + hours * HOUR_MS);
const UNKNOWN = 2_147_483_647;

const match = (hours: number | null, values = {}) =>
  createMatch(test.current.deps.db, { kickoffAt: hours === null ? null : at(hours), ...values });
const newUser = () => createUser(test.current);
const put = ({ token }: TestUser, match_id: number, [home, draw, away]: [number, number, number] = [50, 30, 20]) =>
  callApp(test.current.app, putForecast, { match_id, home, draw, away }, { token });
const withdraw = ({ token }: TestUser, match_id: number) => callApp(test.current.app, withdrawForecast, { match_id }, { token });
const see = async ({ token }: TestUser, match_id: number) => (await callApp(test.current.app, getForecast, { match_id }, { token })).reply;
const set = (matchId: number, values: object) =>
  test.current.deps.db.updateTable('matches').set(values).where('id', '=', matchId).execute();

const CLOSED = { status: 409, problem: { code: 'forecast_closed' } };

describe('a forecast of the league', () => {
  it('is made, changed and withdrawn by each user independently', async () => {
    const [user, other] = [await newUser(), await newUser()];
    const id = await match(2);
    expect(await see(user, id)).toMatchObject({ state: 'open', mine: null, scored: null, match: { id } });
    expect(await put(user, id)).toMatchObject({ status: 200, reply: { mine: { home: 50, draw: 30, away: 20, made_at: TEST_NOW } } });
    await put(other, id, [0, 0, 100]);
    expect((await put(user, id, [40, 40, 20])).reply.mine).toMatchObject({ home: 40, draw: 40, away: 20 });
    expect(await see(other, id)).toMatchObject({ mine: { home: 0, draw: 0, away: 100 } });
    expect((await withdraw(user, id)).reply.mine).toBeNull();
    expect(await withdraw(user, id)).toMatchObject({ status: 200, reply: { mine: null } });
    expect((await see(other, id)).mine).not.toBeNull();
  });

  it('is open until kick-off by the server’s clock, to the millisecond', async () => {
    const user = await newUser();
    const id = await match(0.1);
    test.current.clock.set(new Date(at(0.1).getTime() - 1));
    expect((await put(user, id)).status).toBe(200);
    test.current.clock.set(at(0.1));
    expect(await put(user, id, [20, 30, 50])).toMatchObject(CLOSED);
    expect(await withdraw(user, id)).toMatchObject(CLOSED);
    expect(await see(user, id)).toMatchObject({ state: 'locked', mine: { home: 50 } });
    test.current.clock.set(TEST_NOW);
  });

  it('is closed by the first live status, however early, and opens again with a new time', async () => {
    const user = await newUser();
    const id = await match(2);
    await put(user, id);
    await set(id, { status: 'h1', minute: 1 });
    expect(await put(user, id, [90, 5, 5])).toMatchObject(CLOSED);
    await set(id, { status: 'pst', minute: null });
    expect(await put(user, id, [90, 5, 5])).toMatchObject(CLOSED);
    await set(id, { status: 'ns', kickoff_at: at(30) });
    expect((await put(user, id, [90, 5, 5])).reply).toMatchObject({ state: 'open', mine: { home: 90 } });
  });

  it('is rejected for a match that has no date, is called off, or does not exist', async () => {
    const user = await newUser();
    expect(await put(user, await match(null, { status: 'tbd' }))).toMatchObject(CLOSED);
    expect(await put(user, await match(2, { status: 'canc' }))).toMatchObject(CLOSED);
    expect(await put(user, UNKNOWN)).toMatchObject({ status: 404, problem: { code: 'not_found' } });
    expect(await withdraw(user, UNKNOWN)).toMatchObject({ status: 404, problem: { code: 'not_found' } });
    expect((await put(user, await match(24 * 30))).status).toBe(200);
  });

  it('is rejected with a draw for a match without one', async () => {
    const user = await newUser();
    const leagueId = await createLeague(test.current.deps.db, { sport: 'tennis', drawPossible: false });
    const id = await match(2, { leagueId });
    expect(await put(user, id, [50, 1, 49])).toMatchObject({ status: 422, problem: { code: 'option_required' } });
    expect((await put(user, id, [51, 0, 49])).reply).toMatchObject({
      mine: { home: 51, draw: 0, away: 49 },
      league: { draw_possible: false },
    });
  });

  it.each([
    [{ home: 50, draw: 30, away: 21 }, 'invalid_payload'],
    [{ home: 50, draw: 30, away: 19 }, 'invalid_payload'],
    [{ home: 50.5, draw: 29.5, away: 20 }, 'invalid_payload'],
    [{ home: -10, draw: 60, away: 50 }, 'invalid_payload'],
    [{ home: 101, draw: 0, away: -1 }, 'invalid_payload'],
    [{ home: '50', draw: 30, away: 20 }, 'invalid_payload'],
    [{ home: null, draw: 50, away: 50 }, 'invalid_payload'],
    [{ home: 50, away: 50 }, 'missing_fields'],
    [{ home: 50, draw: 30, away: 20, stake: 10 }, 'invalid_payload'],
  ])('is rejected as %j', async (body, code) => {
    const { token } = await newUser();
    const match_id = await match(2);
    expect(await callApp(test.current.app, putForecast, { match_id, ...body } as never, { token })).toMatchObject({
      status: 400,
      problem: { code },
    });
  });

  it('is discarded when one of the teams changes', async () => {
    const user = await newUser();
    const [id, other] = [await match(2), await match(3)];
    await put(user, id);
    const { home_team_id } = await test.current.deps.db.selectFrom('matches').selectAll().where('id', '=', other).executeTakeFirstOrThrow();
    await set(id, { home_team_id });
    expect(await see(user, id)).toMatchObject({ state: 'open', mine: null });
  });

  it('is never lost or doubled when two tabs change it at once, nor when the match starts meanwhile', async () => {
    const user = await newUser();
    const id = await match(2);
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, (_, n) => put(user, id, [n, 0, 100 - n])),
      set(id, { status: 'h1' }),
      ...Array.from({ length: 8 }, (_, n) => put(user, id, [n, 0, 100 - n])),
    ]);
    for (const answer of answers.slice(9)) expect([200, 409]).toContain((answer as { status: number }).status);
    expect(await put(user, id)).toMatchObject(CLOSED);
    const rows = await test.current.deps.db.selectFrom('user_forecasts').selectAll().where('user_id', '=', user.id).execute();
    expect(rows.length).toBeLessThanOrEqual(1);
  });

  it('stays open to a self-excluded user', async () => {
    const user = await newUser();
    await excludeSelf(test.current.deps, { id: user.id, sessionId: crypto.randomUUID() }, { kind: 'self_exclusion', months: 6 });
    expect((await put(user, await match(2))).status).toBe(200);
  });

  it('requires a signed-in user', async () => {
    const id = await match(2);
    for (const call of [
      callApp(test.current.app, putForecast, { match_id: id, home: 50, draw: 30, away: 20 }),
      callApp(test.current.app, getForecast, { match_id: id }),
      callApp(test.current.app, listForecastMatches, {}),
    ])
      expect(await call).toMatchObject({ status: 401, problem: { code: 'token_missing' } });
  });
});

describe('the matches to forecast', () => {
  it('are those of the next seven days that have not begun, by kick-off, with the forecasts of others', async () => {
    const { deps, app } = test.current;
    const leagueId = await createLeague(deps.db, { sport: 'esports', drawPossible: true });
    const ids: number[] = [];
    for (const hours of [24 * 7 - 1, 5, 3]) ids.unshift(await match(hours, { leagueId }));
    await match(24 * 7 + 1, { leagueId });
    await match(-1, { leagueId });
    await match(4, { leagueId, status: 'h1' });
    const user = await newUser();
    await put(user, ids[1]!, [10, 20, 70]);
    await createCrowd(test.current, await createContest(deps.db, ids[0]!, deps.now()), 4);
    await weighCrowds(deps);
    await deps.db
      .insertInto('odds')
      .values({
        ...{ match_id: ids[0]!, bookmaker: 'B', market: '1x2', home: 200, draw: 400, away: 400 },
        ...{ opening_home: 200, opening_draw: 400, opening_away: 400, changed_at: deps.now(), confirmed_at: deps.now() },
      })
      .execute();
    const list = async (input: object) => (await callApp(app, listForecastMatches, { sport: 'esports', ...input }, user)).reply;
    const { items, ...page } = await list({});
    expect(page).toEqual({ page: 1, page_size: 20, total: 3 });
    expect(items.map((item) => item.match.id)).toEqual(ids);
    expect(items.map(({ mine }) => mine?.away ?? null)).toEqual([null, 70, null]);
    expect(items[0]!.others).toEqual({
      model: null,
      market: { home: 0.5, draw: 0.25, away: 0.25 },
      crowd: { home: 0.5, draw: 0.25, away: 0.25 },
    });
    expect(items[2]!.others).toEqual({ model: null, market: null, crowd: null });
    expect((await list({ page: 2, page_size: 2 })).items.map((item) => item.match.id)).toEqual(ids.slice(2));
    expect(await callApp(app, listForecastMatches, { page: 10_000, page_size: 100 }, user)).toMatchObject({
      status: 400,
      problem: { code: 'invalid_query' },
    });
  });
});

describe('the list of my forecasts', () => {
  it('contains the forecasts that wait for a result, next match first', async () => {
    const user = await newUser();
    const [later, sooner] = [await match(6), await match(2)];
    for (const id of [later, sooner]) await put(user, id);
    const list = async (status: 'open' | 'scored') => (await callApp(test.current.app, listForecasts, { status }, user)).reply;
    expect((await list('open')).items.map((item) => [item.match.id, item.state])).toEqual([
      [sooner, 'open'],
      [later, 'open'],
    ]);
    expect(await list('scored')).toMatchObject({ items: [], total: 0 });
  });
});
