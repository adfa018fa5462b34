import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getScoreProbability } from '#contract/forecasts.ts';
import type { MatchStatus } from '#domain/matches/match-status.ts';
import type { SeriesFormat } from '#domain/matches/series-format.ts';
import { DAY_MS, HOUR_MS } from '#domain/time.ts';
import { createLog } from '#server/platform/observability/log.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createContest, createCrowd, createLeague, createMatch, createTeam } from '#test/support/factories.ts';
import { type Forecaster, startForecaster } from './forecaster.ts';
import { weighCrowds } from './opinions.ts';
import { createRenewal, freezeForecasts } from './renewal.ts';

const test = useTestApp({ FEED: 'none' });
const at = (ms: number) => new Date(Date.parse(TEST_NOW) + ms);

let forecaster: Forecaster;
let renew: () => Promise<void>;
let league: number;
let teams: number[];

/** Creates eight teams that met each other twice; teams later in the list scored more. */
beforeAll(async () => {
  const { deps, database } = test.current;
  league = await createLeague(deps.db);
  teams = await Promise.all(Array.from({ length: 8 }, () => createTeam(deps.db)));
  let day = -100;
  for (const home of teams) for (const away of teams) if (home !== away) await play(home, away, resultOf(home, away), at(day++ * DAY_MS));
  forecaster = startForecaster({ databaseUrl: database.url, log: createLog('silent'), sleep: async () => {} });
  renew = createRenewal(deps, forecaster);
});
afterAll(() => forecaster.stop());

const resultOf = (home: number, away: number): [number, number] => (teams.indexOf(home) < teams.indexOf(away) ? [3, 0] : [0, 2]);

async function play(home: number, away: number, score: [number, number], kickoffAt: Date): Promise<number> {
  const id = await createMatch(test.current.deps.db, { leagueId: league, homeTeamId: home, awayTeamId: away, kickoffAt });
  await finish(id, score, new Date(Math.min(kickoffAt.getTime() + 2 * HOUR_MS, test.current.clock.now().getTime())));
  return id;
}

const finish = (id: number, [home, away]: [number, number], since: Date, status: MatchStatus = 'ft') =>
  sql`update matches set status = ${status}, home_score = ${home}, away_score = ${away}, fulltime = ${[home, away]}, fulltime_since = ${since}
    where id = ${id}`.execute(test.current.deps.db);

const coming = (home = teams[0]!, away = teams[7]!, inMs = DAY_MS) =>
  createMatch(test.current.deps.db, {
    leagueId: league,
    homeTeamId: home,
    awayTeamId: away,
    kickoffAt: new Date(test.current.clock.now().getTime() + inMs),
  });

async function ask(id: number) {
  const { app, clock } = test.current;
  // Cached replies are at most this old.
  clock.advance(6_000);
  const { status, reply } = await callApp(app, getScoreProbability, { id });
  expect(status).toBe(200);
  return reply;
}

const begin = (id: number, minute: number, values: Partial<{ home: number; away: number; status: MatchStatus }> = {}) =>
  sql`update matches set status = ${values.status ?? 'h1'}, minute = ${minute}, home_score = ${values.home ?? 0}, away_score = ${values.away ?? 0},
    started_at = ${new Date(test.current.clock.now().getTime() - minute * 60_000)} where id = ${id}`.execute(test.current.deps.db);

const event = (matchId: number, type: string, side: 'home' | 'away', minute: number, detail: string | null = null) =>
  test.current.deps.db
    .insertInto('match_events')
    .values({
      match_id: matchId,
      feed_event_id: `${type} ${side} ${minute}`,
      position: minute,
      type,
      side,
      period: minute <= 45 ? 'H1' : 'H2',
      minute,
      detail,
    })
    .execute();

const price = (matchId: number, home: number, draw: number, away: number, closing = false) =>
  sql`insert into odds (match_id, bookmaker, market, home, draw, away, opening_home, opening_draw, opening_away, closing_home, closing_draw,
      closing_away, changed_at, confirmed_at)
    values (${matchId}, 'Anchor', '1x2', ${home}, ${draw}, ${away}, ${home}, ${draw}, ${away}, ${closing ? home : null}, ${closing ? draw : null},
      ${closing ? away : null}, now(), now())`.execute(test.current.deps.db);

describe('score probability before kick-off', () => {
  it('favours the team that won before, with every panel from one matrix', async () => {
    const id = await coming();
    await renew();
    const { lines, model, reason, now, timeline } = await ask(id);
    expect(reason).toBeNull();
    expect(lines.model!.home).toBeGreaterThan(0.6);
    expect(model).toMatchObject({ version: 'football-2', frozen_at: null, confidence: 'high', past_matches_fewest: 14 });
    const { matrix, over_under: lines25, top, main_line: mainLine } = model!.scores!;
    const sum = (wanted: (h: number, a: number) => boolean) =>
      matrix.flatMap((row, h) => row.filter((_, a) => wanted(h, a))).reduce((total, p) => total + p, 0);
    expect(sum(() => true)).toBeCloseTo(1, 9);
    expect(sum((h, a) => h + a > 2)).toBeCloseTo(lines25.find(({ line }) => line === 2.5)!.over, 9);
    expect(sum((h, a) => h < a)).toBeCloseTo(lines.model!.away, 2);
    expect(top).toHaveLength(3);
    expect(matrix[top[0]!.home]![top[0]!.away]).toBeCloseTo(top[0]!.probability, 9);
    expect(lines25.map(({ line }) => line)).toContain(mainLine);
    expect([now, timeline]).toEqual([null, []]);
  });

  it('has market and crowd as separate lines with their present values', async () => {
    const id = await coming();
    expect((await ask(id)).lines).toEqual({ model: null, market: null, crowd: null });
    await price(id, 200, 350, 400);
    const contest = await createContest(test.current.deps.db, id, test.current.clock.now());
    await createCrowd(test.current, contest, 2);
    await weighCrowds(test.current.deps);
    expect((await ask(id)).lines.crowd).toBeNull();
    await createCrowd(test.current, contest, 4);
    await weighCrowds(test.current.deps);
    const { lines } = await ask(id);
    expect(lines.market!.home).toBeGreaterThan(lines.market!.draw);
    expect(lines.market!.home + lines.market!.draw + lines.market!.away).toBeCloseTo(1, 9);
    expect(lines.crowd).toEqual({ home: 3 / 6, draw: 2 / 6, away: 1 / 6 });
  });

  it('contains the reason if there is no forecast', async () => {
    const { db } = test.current.deps;
    const strangers = await createMatch(db, { kickoffAt: at(DAY_MS) });
    const undated = await createMatch(db, {
      leagueId: league,
      homeTeamId: teams[0]!,
      awayTeamId: teams[1]!,
      kickoffAt: null,
      status: 'tbd',
    });
    const far = await coming(teams[0], teams[1], 8 * DAY_MS);
    const begun = await coming(teams[0], teams[1]);
    await begin(begun, 3);
    await renew();
    const reasons = await Promise.all([strangers, undated, far, begun].map(async (id) => (await ask(id)).reason));
    expect(reasons).toEqual(['unknown_teams', 'date_unknown', 'too_far', 'began_before_forecast']);
    const fresh = await coming();
    expect((await ask(fresh)).reason).toBe('not_ready');
  });

  it('has a consistent forecast of low confidence for a new team', async () => {
    const newcomer = await coming(teams[0], await createTeam(test.current.deps.db));
    await renew();
    const { model, lines } = await ask(newcomer);
    expect(model).toMatchObject({ past_matches_fewest: 0 });
    expect(['cautious', 'low', 'medium']).toContain(model!.confidence);
    expect(lines.model!.home + lines.model!.draw + lines.model!.away).toBeCloseTo(1, 9);
  });
});

describe('a new result', () => {
  it('changes the forecasts of its teams only', async () => {
    const [mine, others] = [await coming(teams[2], teams[5]), await coming(teams[3], teams[4])];
    await renew();
    const before = [await ask(mine), await ask(others)];
    const { clock } = test.current;
    await play(teams[5]!, teams[6]!, [9, 0], clock.now());
    await renew();
    const after = [await ask(mine), await ask(others)];
    expect(after[0]!.lines.model!.away).toBeGreaterThan(before[0]!.lines.model!.away);
    expect(after[1]).toEqual(before[1]);
  });

  it('that corrects another is learned as if it had always been so', async () => {
    const match = await coming(teams[1], teams[6]);
    const wrong = await play(teams[1]!, teams[6]!, [0, 4], test.current.clock.now());
    await renew();
    const misled = (await ask(match)).lines.model!;
    await finish(wrong, [4, 0], test.current.clock.now());
    await renew();
    const put = (await ask(match)).lines.model!;
    expect(put.home).toBeGreaterThan(misled.home);
    await forecaster.ask({ kind: 'learn', now: test.current.clock.now(), isAnew: true });
    await renew();
    expect((await ask(match)).lines.model).toEqual(put);
  });

  it('of a walk-over or an award is not learned', async () => {
    const match = await coming(teams[1], teams[6]);
    await renew();
    const before = await ask(match);
    const awarded = await play(teams[6]!, teams[1]!, [3, 0], test.current.clock.now());
    await finish(awarded, [3, 0], test.current.clock.now(), 'awd');
    await renew();
    expect(await ask(match)).toEqual(before);
  });
});

describe('at kick-off', () => {
  it('all three lines are frozen and never change again', async () => {
    const { deps } = test.current;
    const id = await coming();
    await price(id, 200, 350, 400, true);
    await createCrowd(test.current, await createContest(deps.db, id, deps.now()), 4);
    await renew();
    await begin(id, 0);
    await freezeForecasts(deps);
    const frozen = await ask(id);
    expect(frozen.model!.frozen_at).not.toBeNull();
    expect(frozen.lines.crowd).toEqual({ home: 0.5, draw: 0.25, away: 0.25 });
    await deps.db.updateTable('odds').set({ closing_home: 900 }).where('match_id', '=', id).execute();
    await play(teams[7]!, teams[0]!, [8, 0], test.current.clock.now());
    await renew();
    await freezeForecasts(deps);
    const { lines, model } = await ask(id);
    expect([lines, model]).toEqual([frozen.lines, frozen.model]);
    await expect(deps.db.updateTable('forecasts').set({ model: 'x' }).where('match_id', '=', id).execute()).rejects.toThrow(
      /never changed/,
    );
    await expect(deps.db.deleteFrom('forecasts').where('match_id', '=', id).execute()).rejects.toThrow(/never changed/);
  });

  it('the forecast is frozen at the first live status, however early, despite concurrent renewals and freezes', async () => {
    const { deps } = test.current;
    const ids = await Promise.all(Array.from({ length: 20 }, () => coming(teams[2], teams[3])));
    await renew();
    await play(teams[2]!, teams[4]!, [0, 6], test.current.clock.now());
    await forecaster.ask({ kind: 'learn', now: test.current.clock.now(), isAnew: true });
    const other = createRenewal(deps, forecaster);
    await Promise.all([...ids.map((id) => begin(id, 0)), other(), renew(), ...Array.from({ length: 4 }, () => freezeForecasts(deps))]);
    await Promise.all([freezeForecasts(deps), freezeForecasts(deps)]);
    const rows = await deps.db.selectFrom('forecasts').selectAll().where('match_id', 'in', ids).execute();
    expect(rows).toHaveLength(20);
    expect(rows.every(({ frozen_at }) => frozen_at !== null)).toBe(true);
    await Promise.all([other(), renew(), freezeForecasts(deps)]);
    expect(await deps.db.selectFrom('forecasts').selectAll().where('match_id', 'in', ids).execute()).toEqual(rows);
  });

  it('a forecast that was made after the true kick-off is discarded', async () => {
    const id = await coming(teams[4], teams[5], HOUR_MS);
    await renew();
    await begin(id, 10);
    await freezeForecasts(test.current.deps);
    expect(await ask(id)).toMatchObject({ reason: 'began_before_forecast', model: null, lines: { model: null } });
  });
});

it('a forecast about other teams than those that play is discarded', async () => {
  const { deps } = test.current;
  const [replaced, begun] = [await coming(teams[4], teams[5]), await coming(teams[4], teams[5])];
  await renew();
  for (const id of [replaced, begun]) await deps.db.updateTable('matches').set({ away_team_id: teams[6]! }).where('id', '=', id).execute();
  expect((await ask(replaced)).lines.model).toBeNull();
  await begin(begun, 0);
  await freezeForecasts(deps);
  await renew();
  expect((await ask(replaced)).lines.model).not.toBeNull();
  expect(await ask(begun)).toMatchObject({ reason: 'began_before_forecast', model: null });
});

describe('score probability in play', () => {
  it('moves with goals, cards and time, and shows the causes', async () => {
    const { deps, clock } = test.current;
    const id = await coming(teams[3], teams[4]);
    await renew();
    const before = (await ask(id)).lines.model!;
    await begin(id, 0);
    await freezeForecasts(deps);
    clock.advance(60 * 60_000);
    await event(id, 'own_goal', 'away', 20);
    await event(id, 'var', 'away', 33, 'Goal cancelled');
    await event(id, 'second_yellow', 'away', 50);
    await begin(id, 60, { status: 'h2', home: 1 });
    const { now, timeline, lines } = await ask(id);
    expect(lines.model).toEqual(before);
    expect(now!.home).toBeGreaterThan(before.home);
    expect(now!.scores!.matrix[0]!.every((p) => p === 0)).toBe(true);
    expect(timeline.filter(({ turn }) => turn).map(({ minute, turn }) => [minute, turn!.cause, turn!.side])).toEqual([
      [20, 'goal', 'home'],
      [50, 'red_card', 'away'],
    ]);
    expect(timeline.at(-1)).toMatchObject({ minute: 60, home: now!.home, away: now!.away });
  });

  it('treats a goal in the list that is missing in the score as cancelled', async () => {
    const id = await coming(teams[3], teams[4]);
    await renew();
    await begin(id, 0);
    await freezeForecasts(test.current.deps);
    await event(id, 'goal', 'home', 10);
    await event(id, 'var', 'home', 12, 'Goal Disallowed - offside');
    await begin(id, 30);
    const { timeline } = await ask(id);
    expect(timeline.flatMap(({ turn }) => (turn ? [turn.cause] : []))).toEqual(['goal', 'goal_cancelled']);
  });

  it('is certain after 90 minutes, whatever happens in extra time', async () => {
    const id = await coming(teams[3], teams[4]);
    await renew();
    await begin(id, 0);
    await freezeForecasts(test.current.deps);
    await event(id, 'goal', 'home', 10);
    await event(id, 'goal', 'away', 90);
    await finish(id, [1, 1], test.current.clock.now(), 'et');
    expect((await ask(id)).now).toMatchObject({ home: 0, draw: 1, away: 0 });
    await sql`update matches set status = 'pen', home_score = 3, away_score = 3 where id = ${id}`.execute(test.current.deps.db);
    const { now, timeline } = await ask(id);
    expect(now).toBeNull();
    expect(timeline.at(-1)).toMatchObject({ minute: 90, draw: 1 });
  });
});

it('a crashed forecaster is restarted and learns everything again, and nothing waits for it', async () => {
  const id = await coming(teams[0], teams[1]);
  await renew();
  const before = await ask(id);
  const { log, ...heard } = listened();
  const own = startForecaster({ databaseUrl: test.current.database.url, log, sleep: async () => {} });
  const renewal = createRenewal(test.current.deps, own);
  const asked = renewal();
  await own.crash();
  await asked;
  await expect.poll(() => own.isThere()).toBe(true);
  expect(heard.warned).toHaveLength(1);
  expect((await ask(id)).lines).toEqual(before.lines);
  await renewal();
  expect((await ask(id)).lines.model).not.toBeNull();
  await own.stop();
  expect(own.isThere()).toBe(false);
});

function listened() {
  const warned: unknown[] = [];
  const log = createLog('silent');
  return { warned, log: { info: log.info.bind(log), error: log.error.bind(log), warn: (fields: unknown) => void warned.push(fields) } };
}

it('an unknown match returns 404, and so does a malformed id', async () => {
  const { app } = test.current;
  expect((await callApp(app, getScoreProbability, { id: 999_999 })).status).toBe(404);
  const statusOf = async (id: string) => (await app.request(`/api/matches/${id}/score-probability`)).status;
  expect([await statusOf('x'), await statusOf('99999999999'), await statusOf('-1'), await statusOf('1.5')]).toEqual([404, 404, 404, 404]);
});

describe('a series of an esports league', () => {
  const BEST_OF_3 = { parts: 3, race: true };

  /** Creates two leagues of a rating group, and a match of two teams in the second one that met ten times in the first one alone. */
  async function series(format: SeriesFormat) {
    const { db } = test.current.deps;
    const [played, other] = [
      await createLeague(db, { sport: 'esports', drawPossible: false }),
      await createLeague(db, { sport: 'esports', drawPossible: false }),
    ];
    await db
      .updateTable('leagues')
      .set({ rating_group: `game ${played}` })
      .where('id', 'in', [played, other])
      .execute();
    const [homeTeamId, awayTeamId] = [await createTeam(db), await createTeam(db)];
    const between = { homeTeamId, awayTeamId };
    const now = test.current.clock.now();
    for (let days = 1; days <= 10; days++) {
      const kickoffAt = new Date(now.getTime() - days * DAY_MS);
      await finish(await createMatch(db, { leagueId: played, ...between, kickoffAt, format: BEST_OF_3 }), [2, 1], now);
    }
    // These results are older than what was learned, so they would wait for others of their kind.
    await forecaster.ask({ kind: 'learn', now, isAnew: true });
    return createMatch(db, { leagueId: other, ...between, kickoffAt: new Date(now.getTime() + DAY_MS), format });
  }

  it('is forecast from the results of its rating group, in its own format', async () => {
    const id = await series(BEST_OF_3);
    await renew();
    const { lines, model } = await ask(id);
    expect(model).toMatchObject({ past_matches_fewest: 10 });
    expect(lines.model!.home).toBeGreaterThan(0.55);
    expect(lines.model!.draw).toBe(0);
  });

  it('has no forecast for an earlier format, and gets a new one', async () => {
    const id = await series(BEST_OF_3);
    await renew();
    expect((await ask(id)).lines.model!.draw).toBe(0);
    await sql`update matches set series_parts = 2, series_race = false, draw_possible = true where id = ${id}`.execute(
      test.current.deps.db,
    );
    test.current.deps.replies.touch(`match:${id}`);
    expect((await ask(id)).lines.model).toBeNull();
    await renew();
    expect((await ask(id)).lines.model!.draw).toBeGreaterThan(0.1);
  });
});
