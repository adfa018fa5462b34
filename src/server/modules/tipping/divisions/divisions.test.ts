import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { type DivisionPage, getDivision, joinDivisions, leaveDivisions } from '#contract/divisions.ts';
import { putForecast } from '#contract/forecast-league.ts';
import { getYear } from '#contract/year.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time.ts';
import { PRESETS } from '#domain/tipping/rules.ts';
import { eraseUser } from '#server/modules/account-closure/deletion.ts';
import { signAccessToken } from '#server/platform/http/access-token.ts';
import { createShieldPool, shieldedDb } from '#server/spoiler-shield/shielded-db.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createUser, type TestUser } from '#test/support/factories.ts';
import { createRound, scoreMatch, tippingCalls } from '#test/support/tipping.ts';
import { collectEntries } from './collect.ts';
import { advanceDivisions } from './season.ts';
import { page } from './service.ts';

const test = useTestApp({ FEED: 'none' });
const { create, tip } = tippingCalls(() => test.current);
const db = () => test.current.deps.db;

/** Each test has the divisions for itself. */
beforeEach(async () => {
  test.current.clock.set(TEST_NOW);
  for (const table of ['division_entries', 'division_matches', 'division_seats', 'division_seasons', 'division_players'] as const)
    await db().deleteFrom(table).execute();
});

/** Tokens last minutes, and these tests months. */
const as = async ({ id, email, sessionId }: TestUser) => {
  const { serverKeys, now } = test.current.deps;
  return { token: await signAccessToken(serverKeys, { id, email, sessionId }, now()) };
};
const join = async (user: TestUser) => callApp(test.current.app, joinDivisions, {}, await as(user));
const leave = async (user: TestUser) => callApp(test.current.app, leaveDivisions, {}, await as(user));
const see = async (user: TestUser, season?: string) => callApp(test.current.app, getDivision, season ? { season } : {}, await as(user));
const run = () => advanceDivisions(test.current.deps);

async function player(): Promise<TestUser> {
  const user = await createUser(test.current);
  expect((await join(user)).status).toBe(200);
  return user;
}

/** Freezes the model's forecast of a match: by default 50/30/20, and 1-0. */
async function freeze(matchId: number, outcomes = { home: 0.5, draw: 0.3, away: 0.2 }): Promise<void> {
  const { home_team_id, away_team_id } = await db()
    .selectFrom('matches')
    .select(['home_team_id', 'away_team_id'])
    .where('id', '=', matchId)
    .executeTakeFirstOrThrow();
  const content = { home_team_id, away_team_id, outcomes, expected: { home: 1, away: 0 }, football: { top: [{ home: 1, away: 0 }] } };
  await db()
    .insertInto('forecasts')
    .values({
      match_id: matchId,
      model: 'football-1',
      made_at: new Date(TEST_NOW),
      frozen_at: new Date(TEST_NOW),
      content: JSON.stringify(content),
    })
    .execute();
}

const forecast = async (user: TestUser, match_id: number, [home, draw, away]: [number, number, number]) =>
  callApp(test.current.app, putForecast, { match_id, home, draw, away }, await as(user));

async function groupOf(user: TestUser, leagueId: number): Promise<string> {
  const { reply } = await create(user, {
    name: 'Odd rules',
    competitions: [{ kind: 'league', league_id: leagueId }],
    rules: PRESETS.quota,
  });
  return reply.id;
}
const tipTo = (user: TestUser, group: string, match_id: number, home: number, away: number) =>
  tip(user, group, [{ match_id, tip: { home, away }, is_joker: false }]);

/** The test's matches begin a minute apart; entries are copied half a minute after the start. */
async function begin(matches = 1): Promise<void> {
  test.current.clock.set(new Date(Date.parse(TEST_NOW) + (matches + 0.5) * MINUTE_MS));
  await run();
}

const pointsIn = ({ matches }: DivisionPage) => matches.map(({ points }) => points);
const rowsOf = ({ division }: DivisionPage) => division!.rows.map(({ place, points, matches }) => [place, points, matches]);

describe('a season', () => {
  it('counts forecasts and tips of any group against the model, once a match', async () => {
    const [ana, bo, guest] = [await player(), await player(), await createUser(test.current)];
    const { leagueId, matchIds } = await createRound(test.current, 3);
    const [first, second, third] = matchIds as [number, number, number];
    for (const id of matchIds) await freeze(id);
    const [older, newer] = [await groupOf(bo, leagueId), await groupOf(bo, leagueId)];
    await forecast(ana, first, [100, 0, 0]);
    await tipTo(bo, newer, first, 2, 1);
    await tipTo(bo, older, first, 0, 0);
    // The percentages count, not the tip.
    await forecast(bo, second, [50, 30, 20]);
    await tipTo(bo, older, second, 2, 1);
    await forecast(guest, first, [100, 0, 0]);
    await forecast(ana, third, [20, 20, 60]);
    await begin(2);
    // Who ends the group with the bad tip still has it.
    await db().deleteFrom('tipping_groups').where('id', '=', older).execute();
    await scoreMatch(test.current, first, [2, 1]);
    await scoreMatch(test.current, second, [2, 1]);
    await run();
    const { reply } = await see(bo);
    expect(reply).toMatchObject({ state: 'seated', season: { key: '2026-11', is_closed: false }, past: [] });
    expect(reply.matches.map(({ match, is_tip, points }) => [match.id, is_tip, points])).toEqual([
      [second, false, 100],
      [first, true, 70],
    ]);
    expect(reply.division).toMatchObject({ tier: 1, number: 1, tiers: [1], up: 0, down: 0 });
    expect(rowsOf(reply)).toEqual([
      [1, 170, 2],
      [2, 119, 1],
    ]);
    expect((await see(guest)).reply).toMatchObject({ state: 'out', division: null, matches: [] });
  });

  it('leaves out what was entered too late or before joining, and matches without a result or a forecast of the model', async () => {
    const [early, late] = [await player(), await createUser(test.current)];
    const { matchIds } = await createRound(test.current, 4);
    const [first, calledOff, unknown, running] = matchIds as [number, number, number, number];
    for (const id of [first, calledOff, running]) await freeze(id);
    for (const id of matchIds) for (const user of [early, late]) await forecast(user, id, [100, 0, 0]);
    await begin(4);
    expect((await join(late)).status).toBe(200);
    await run();
    expect(pointsIn((await see(early)).reply)).toEqual([null, null, null, null]);
    await scoreMatch(test.current, first, [1, 0]);
    await scoreMatch(test.current, calledOff, [3, 0], 'awd');
    await scoreMatch(test.current, unknown, [1, 0]);
    expect(pointsIn((await see(early)).reply)).toEqual([null, 119]);
    expect(pointsIn((await see(late)).reply)).toEqual([]);
    // The true kick-off proves earlier than the forecast.
    await db()
      .updateTable('matches')
      .set({ started_at: new Date(Date.parse(TEST_NOW) - MINUTE_MS) })
      .where('id', '=', first)
      .execute();
    expect(pointsIn((await see(early)).reply)).toEqual([null]);
  });

  it('forgets a copy when its match is put off, and takes it anew', async () => {
    const ana = await player();
    const { matchIds } = await createRound(test.current, 1);
    const [id] = matchIds as [number];
    await freeze(id);
    await forecast(ana, id, [100, 0, 0]);
    await begin();
    const later = new Date(Date.parse(TEST_NOW) + 14 * DAY_MS);
    await db().updateTable('matches').set({ kickoff_at: later }).where('id', '=', id).execute();
    await run();
    expect((await see(ana)).reply.matches).toEqual([]);
    await forecast(ana, id, [0, 0, 100]);
    test.current.clock.set(new Date(later.getTime() + MINUTE_MS));
    await collectEntries(test.current.deps);
    await scoreMatch(test.current, id, [0, 1]);
    const { rows } = await sql<{ season: string; away: number }>`select season, away from division_entries`.execute(db());
    expect(rows).toEqual([{ season: '2026-12', away: 100 }]);
  });

  it('takes no account without a confirmed contact, and forgets those who leave', async () => {
    const unconfirmed = await createUser(test.current, 0, { confirmed: false });
    expect((await join(unconfirmed)).problem.code).toBe('contact_unconfirmed');
    const [ana, bo] = [await player(), await player()];
    expect(rowsOf((await see(ana)).reply)).toHaveLength(2);
    await leave(bo);
    await leave(bo);
    expect((await see(bo)).reply.state).toBe('out');
    expect(rowsOf((await see(ana)).reply)).toHaveLength(1);
    expect((await see(ana, '2026-10')).problem.code).toBe('not_found');
    await eraseUser(db(), ana.id, 'deleted_x');
    expect(await db().selectFrom('division_seats').selectAll().execute()).toEqual([]);
  });
});

it('who leaves and joins again in a month has the matches since then alone', async () => {
  const ana = await player();
  const { matchIds } = await createRound(test.current, 2);
  for (const id of matchIds) {
    await freeze(id);
    await forecast(ana, id, [100, 0, 0]);
  }
  await begin(1);
  for (const id of matchIds) await scoreMatch(test.current, id, [1, 0]);
  expect(pointsIn((await see(ana)).reply)).toEqual([119]);
  await leave(ana);
  expect((await join(ana)).status).toBe(200);
  await run();
  expect((await see(ana)).reply).toMatchObject({ state: 'seated', matches: [] });
  await begin(2);
  expect((await see(ana)).reply.matches.map(({ match, points }) => [match.id, points])).toEqual([[matchIds[1], 119]]);
  expect(rowsOf((await see(ana)).reply)).toEqual([[1, 119, 1]]);
});

it('a clock that is set back opens no season again, and joining waits for the next', async () => {
  const [ana, bo] = [await player(), await createUser(test.current)];
  test.current.clock.set('2026-12-03T00:00:00.000Z');
  await run();
  // Nobody had a match: the season is closed, and none is open.
  expect((await see(ana)).reply).toMatchObject({ state: 'out', past: [{ season: '2026-11', move: 'out' }] });
  test.current.clock.set('2026-11-30T00:00:00.000Z');
  expect((await join(bo)).status).toBe(200);
  await run();
  expect((await see(bo)).reply).toMatchObject({ state: 'waiting', season: { key: '2026-11' }, division: null });
  test.current.clock.set('2026-12-03T00:00:00.000Z');
  await run();
  expect((await see(bo)).reply).toMatchObject({ state: 'seated', season: { key: '2026-12' } });
});

describe('the end of a season', () => {
  /** Forty players in two tiers; in each the first ones did better, and the last has no match. */
  async function playSeason() {
    test.current.clock.set('2026-10-20T12:00:00.000Z');
    const users: TestUser[] = [];
    for (let n = 0; n < 40; n++) users.push(await createUser(test.current));
    const now = test.current.clock.now();
    const { matchIds } = await createRound(test.current, 1);
    await freeze(matchIds[0]!);
    await db().insertInto('division_seasons').values({ season: '2026-10', opened_at: now }).execute();
    await db()
      .insertInto('division_players')
      .values(users.map(({ id }) => ({ user_id: id, joined_at: now })))
      .execute();
    await db()
      .insertInto('division_seats')
      .values(users.map(({ id }, n) => ({ season: '2026-10', user_id: id, tier: n < 20 ? 1 : 2, number: 1, seated_at: now })))
      .execute();
    await sql`insert into user_forecasts (user_id, match_id, home, draw, away, made_at, home_team_id, away_team_id, draw_possible)
      select u.id, m.id, 90 - 4 * u.n, 10 + 4 * u.n, 0, ${now}, m.home_team_id, m.away_team_id, m.draw_possible
      from matches m, jsonb_to_recordset(${JSON.stringify(users.map(({ id }, n) => ({ id, n: n % 20 })))}::jsonb) u (id uuid, n int)
      where m.id = ${matchIds[0]!} and u.n < 19`.execute(db());
    test.current.clock.set(new Date(now.getTime() + 2 * MINUTE_MS));
    await run();
    await scoreMatch(test.current, matchIds[0]!, [1, 0]);
    return { users, matchId: matchIds[0]! };
  }

  it('moves players, gives medals and begins the next season once, whoever runs it', async () => {
    const { users, matchId } = await playSeason();
    test.current.clock.set('2026-11-02T23:59:59.000Z');
    const late = await createUser(test.current);
    await join(late);
    await run();
    expect((await see(late)).reply).toMatchObject({ state: 'waiting', season: { key: '2026-10' }, division: null });
    const before = (await see(users[0]!)).reply.division!;
    expect([before.up, before.down, before.rows.at(-1)!.move, before.rows[0]!.move]).toEqual([0, 4, 'down', 'stay']);
    test.current.clock.set('2026-11-03T00:00:00.000Z');
    await Promise.all([run(), run()]);
    await run();
    const [winner, fourth, last] = [users[20]!, users[23]!, users[39]!];
    expect((await see(winner)).reply).toMatchObject({
      season: { key: '2026-11' },
      // 38 stay and one came: too few for two divisions.
      division: { tier: 1, tiers: [1] },
      past: [{ season: '2026-10', tier: 2, number: 1, place: 1, players: 20, move: 'up', medal: 'first' }],
    });
    expect((await see(fourth)).reply.past).toMatchObject([{ place: 4, move: 'up', medal: null }]);
    // Without a match for a whole season: out.
    expect((await see(last)).reply).toMatchObject({ state: 'out', past: [{ place: 20, points: 0, move: 'out' }] });
    expect((await see(late)).reply.state).toBe('seated');
    const seated = await db().selectFrom('division_seats').select('user_id').where('season', '=', '2026-11').execute();
    expect(seated).toHaveLength(39);

    // A correction afterwards is shown, and moves nobody.
    await scoreMatch(test.current, matchId, [0, 1]);
    await run();
    const { division, season } = (await see(winner, '2026-10')).reply;
    expect(season).toMatchObject({ key: '2026-10', is_closed: true });
    expect(division!.rows[0]).toMatchObject({ place: 1, points: 118, corrected: 58, medal: 'first', is_me: true });
    expect(division!.rows.at(-1)).toMatchObject({ place: 20, corrected: null });

    // The server slept: the season ends when somebody looks, and nobody had a match in it.
    test.current.clock.set('2027-02-10T00:00:00.000Z');
    await run();
    const seasons = await db().selectFrom('division_seasons').select(['season', 'closed_at']).orderBy('season').execute();
    expect(seasons.map(({ season: key, closed_at }) => [key, closed_at !== null])).toEqual([
      ['2026-10', true],
      ['2026-11', true],
    ]);
    expect((await join(late)).status).toBe(200);
    expect((await see(late)).reply).toMatchObject({ state: 'seated', season: { key: '2027-02' } });
  });
});

it('the year in review adds up tips and forecasts, from December, and knows nothing of an empty or coming year', async () => {
  const [ana, bo] = [await createUser(test.current), await createUser(test.current)];
  const { leagueId, matchIds } = await createRound(test.current, 3);
  for (const id of matchIds) await freeze(id, { home: 0.2, draw: 0.3, away: 0.5 });
  const group = await groupOf(ana, leagueId);
  for (const [n, id] of matchIds.entries()) await tipTo(ana, group, id, [2, 1, 0][n]!, [1, 0, 2][n]!);
  test.current.clock.advance(4 * MINUTE_MS);
  await scoreMatch(test.current, matchIds[0]!, [2, 1]);
  await scoreMatch(test.current, matchIds[1]!, [3, 0]);
  await scoreMatch(test.current, matchIds[2]!, [1, 0]);
  const review = async (user: TestUser, year: number) => callApp(test.current.app, getYear, { year }, await as(user));
  expect((await review(ana, 2026)).reply).toMatchObject({ is_running: true, opens_at: '2026-12-01T00:00:00.000Z', review: null });
  test.current.clock.set('2026-12-01T00:00:00.000Z');
  const { reply } = await review(ana, 2026);
  expect(reply).toMatchObject({ is_running: true, opens_at: null });
  expect(reply.review).toMatchObject({
    tips: { entered: 3, scored: 3, exact: 1, right: 2 },
    streak: 2,
    best_round: { group: 'Odd rules' },
    best_place: null,
    best_call: { match: { id: matchIds[0] }, home: 2, away: 1, chance: 0.2 },
    toughest: null,
    forecasts: { scored: 0, model: null, crowd: null },
    seasons: [],
  });
  expect(reply.review!.months.map(({ scored, right }) => [scored, right])[10]).toEqual([3, 2]);
  expect((await review(bo, 2026)).reply.review).toBeNull();
  expect((await review(ana, 2025)).reply).toMatchObject({ is_running: false, review: null });
  expect((await review(ana, 2027)).problem.code).toBe('not_found');
});

it('a reader whose shield hides results sees a table of those they may know', async () => {
  const { deps, database } = test.current;
  const ana = await player();
  const { matchIds } = await createRound(test.current, 1);
  const [id] = matchIds as [number];
  await freeze(id);
  await forecast(ana, id, [100, 0, 0]);
  await begin();
  await scoreMatch(test.current, id, [1, 0]);
  // The shield goes by the database's clock.
  await db().updateTable('matches').set({ kickoff_at: sql`now() - interval '1 hour'` }).where('id', '=', id).execute();
  const pool = createShieldPool(database.url, () => {});
  const seenWith = async (revealed: number[]) => {
    const seen = await page({ ...deps, db: shieldedDb(pool, () => ({ revealed })) }, ana.id, undefined);
    return [pointsIn(seen), rowsOf(seen)];
  };
  try {
    expect(await seenWith([])).toEqual([[null], [[1, 0, 0]]]);
    expect(await seenWith([id])).toEqual([[119], [[1, 119, 1]]]);
  } finally {
    await pool.end();
  }
});
