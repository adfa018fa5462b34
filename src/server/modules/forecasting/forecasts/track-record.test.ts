import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { getTrackRecord } from '#contract/forecasts.ts';
import {
  brierScore,
  logLoss,
  meanOf,
  OUTCOMES,
  outcomeOf,
  rankedProbabilityScore,
  reliability,
  type Scored,
} from '#domain/forecast/evaluate.ts';
import type { Outcomes } from '#domain/forecast/outcomes.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { HOUR_MS } from '#domain/time.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createLeague, createMatch, createTeam } from '#test/support/factories.ts';
import type { StoredForecast } from './stored-forecast.ts';
import { hitRate } from './track-record.ts';
import { scoreForecasts } from './track-record-scoring.ts';

const test = useTestApp();
const NOW = Date.parse(TEST_NOW);

interface Told {
  leagueId: number;
  season?: string;
  sport?: Sport;
  score: [number, number];
  model: [number, number, number];
  market?: [number, number, number];
  crowd?: [number, number, number];
  leadHours?: number;
  top?: [number, number][];
  homeTeamId?: number;
}

const outcomes = ([home, draw, away]: [number, number, number]): Outcomes => ({ home, draw, away });
let kickoffs = 0;

/** Creates a match that is over, with a forecast that was frozen before it. */
async function forecasted(told: Told): Promise<number> {
  const { db } = test.current.deps;
  const kickoffAt = new Date(NOW - 20 * HOUR_MS + 60_000 * ++kickoffs);
  const values = {
    leagueId: told.leagueId,
    season: told.season ?? '2026/27',
    kickoffAt,
    ...(told.homeTeamId && { homeTeamId: told.homeTeamId }),
  };
  const id = await createMatch(db, { ...values, status: 'ft', score: told.score });
  await db
    .updateTable('matches')
    .set({ fulltime: told.score, fulltime_since: new Date(kickoffAt.getTime() + 2 * HOUR_MS) })
    .where('id', '=', id)
    .execute();
  const match = await db.selectFrom('matches').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const content: StoredForecast = {
    home_team_id: match.home_team_id,
    away_team_id: match.away_team_id,
    outcomes: outcomes(told.model),
    format: null,
    past_matches: { fewest: 20, most: 30 },
    expected: null,
    football:
      told.top === undefined
        ? null
        : ({ top: told.top.map(([home, away]) => ({ home, away, probability: 0.1 })) } as StoredForecast['football']),
  };
  await db
    .insertInto('forecasts')
    .values({
      match_id: id,
      model: 'football-1',
      made_at: new Date(kickoffAt.getTime() - (told.leadHours ?? 30) * HOUR_MS),
      frozen_at: kickoffAt,
      content: JSON.stringify(content),
      market: told.market === undefined ? null : JSON.stringify(outcomes(told.market)),
      crowd: told.crowd === undefined ? null : JSON.stringify(outcomes(told.crowd)),
    })
    .execute();
  return id;
}

const ask = async (input: Parameters<typeof callApp<typeof getTrackRecord>>[2] = {}) => {
  test.current.clock.advance(6_000);
  const answer = await callApp(test.current.app, getTrackRecord, input);
  expect(answer.status).toBe(200);
  return answer.reply;
};

const leagues = {} as { premier: number; other: number; tennis: number };
/** Football, in order of kick-off. */
const told: Told[] = [];
beforeAll(async () => {
  const { db } = test.current.deps;
  leagues.premier = await createLeague(db, { name: 'Premier' });
  leagues.other = await createLeague(db, { name: 'Other' });
  leagues.tennis = await createLeague(db, { name: 'Tour', sport: 'tennis', drawPossible: false });
  const [premier, other] = [leagues.premier, leagues.other];
  told.push(
    {
      leagueId: premier,
      score: [1, 0],
      model: [0.5, 0.3, 0.2],
      market: [0.6, 0.25, 0.15],
      leadHours: 30,
      top: [
        [1, 0],
        [1, 1],
        [0, 0],
      ],
    },
    {
      leagueId: premier,
      score: [1, 1],
      model: [0.5, 0.3, 0.2],
      market: [0.4, 0.3, 0.3],
      crowd: [0.8, 0.1, 0.1],
      leadHours: 24,
      top: [
        [1, 0],
        [1, 1],
        [0, 0],
      ],
    },
    {
      leagueId: premier,
      season: '2025/26',
      score: [0, 2],
      model: [0.6, 0.2, 0.2],
      leadHours: 1,
      top: [
        [2, 0],
        [1, 0],
        [2, 1],
      ],
    },
    {
      leagueId: other,
      score: [3, 3],
      model: [0.1, 0.2, 0.7],
      leadHours: 0.99,
      top: [
        [0, 2],
        [0, 1],
        [1, 2],
      ],
    },
  );
  for (const one of told) await forecasted(one);
  await forecasted({ leagueId: leagues.tennis, sport: 'tennis', score: [2, 1], model: [0.7, 0, 0.3] });
});

const scored = (some = told): Scored[] => some.map(({ model, score }) => ({ forecast: outcomes(model), outcome: outcomeOf(...score) }));
const mean = (values: number[]) => expect.closeTo(meanOf(values).mean, 9);
const figuresOf = (some: Scored[]) => ({
  matches: some.length,
  rps: mean(some.map(rankedProbabilityScore)),
  log_loss: mean(some.map(logLoss)),
  brier: mean(some.map(brierScore)),
});

it('the track record is empty before anything was scored', async () => {
  expect(await ask()).toEqual({
    model: null,
    beside: [],
    hit_rate: null,
    reliability: { home: [], draw: [], away: [] },
    by_league: [],
    by_lead_time: [],
    recent: [],
  });
});

describe('the track record', () => {
  it('scores each forecast once and is updated at once', async () => {
    await ask();
    expect(await scoreForecasts(test.current.deps)).toBe(5);
    expect(await scoreForecasts(test.current.deps)).toBe(0);
    expect((await ask()).model?.matches).toBe(4);
  });

  it('has the same figures as a calculation by hand', async () => {
    const reply = await ask();
    // (0.25 + 0.04) / 2, (0.25 + 0.04) / 2, (0.36 + 0.64) / 2 and (0.01 + 0.49) / 2.
    expect(reply.model?.rps).toBeCloseTo((0.145 + 0.145 + 0.5 + 0.25) / 4, 9);
    expect(reply.model).toEqual(figuresOf(scored()));
    const { reply: tennis } = await callApp(test.current.app, getTrackRecord, { sport: 'tennis' });
    // Without a draw: 0.3 squared, half of Brier's original score.
    expect(tennis.model).toMatchObject({ matches: 1, rps: expect.closeTo(0.09, 9), brier: expect.closeTo(0.18, 9) });
    expect(tennis.hit_rate).toBeNull();
  });

  it('is compared with market and crowd only on the matches of both', async () => {
    const { beside } = await ask();
    const both = told.filter(({ market }) => market);
    const theirs = both.map(({ market, score }): Scored => ({ forecast: outcomes(market!), outcome: outcomeOf(...score) }));
    const differences = scored(both).map((one, i) => rankedProbabilityScore(one) - rankedProbabilityScore(theirs[i]!));
    const { mean: difference, standardError } = meanOf(differences);
    expect(beside).toEqual([
      {
        name: 'market',
        model: figuresOf(scored(both)),
        other: figuresOf(theirs),
        rps_difference: expect.closeTo(difference, 9),
        rps_standard_error: expect.closeTo(standardError, 9),
      },
      expect.objectContaining({ name: 'crowd', rps_difference: expect.closeTo(0.145 - (0.64 + 0.01) / 2, 9), rps_standard_error: 0 }),
    ]);
  });

  it('counts how often the likeliest scores came true', async () => {
    expect((await ask()).hit_rate).toEqual({ matches: 4, top: 0.25, top_three: 0.5 });
    expect(await hitRate(test.current.deps, 'football')).toEqual({ matches: 4, top: 0.25, top_three: 0.5 });
    expect(await hitRate(test.current.deps, 'esports')).toBeNull();
  });

  it('is broken down by league, season, and lead time of the forecast', async () => {
    const reply = await ask();
    expect(reply.by_league).toEqual([
      { league_id: leagues.premier, league: 'Premier', season: '2026/27', ...figuresOf(scored(told.slice(0, 2))) },
      { league_id: leagues.other, league: 'Other', season: '2026/27', ...figuresOf(scored(told.slice(3))) },
      { league_id: leagues.premier, league: 'Premier', season: '2025/26', ...figuresOf(scored(told.slice(2, 3))) },
    ]);
    expect(reply.by_lead_time).toEqual([
      { lead: 'day', ...figuresOf(scored(told.slice(0, 1))) },
      { lead: 'hours', ...figuresOf(scored(told.slice(1, 3))) },
      { lead: 'kickoff', ...figuresOf(scored(told.slice(3))) },
    ]);
    expect((await ask({ league_id: leagues.premier, season: '2026/27' })).model).toEqual(figuresOf(scored(told.slice(0, 2))));
    expect((await ask({ league_id: leagues.premier, sport: 'tennis' })).model).toBeNull();
  });

  it('lists the latest forecasts first, misses included', async () => {
    const { recent } = await ask();
    expect(recent.map(({ outcome, score }) => [outcome, score])).toEqual(
      told.map(({ score }) => [outcomeOf(...score), score]).toReversed(),
    );
    expect(recent[3]).toMatchObject({ model: { home: 0.5, draw: 0.3, away: 0.2 }, market: { home: 0.6, draw: 0.25, away: 0.15 } });
    expect(recent[0]?.market).toBeNull();
  });

  it('bins forecasts like evaluate.ts, however many there are', async () => {
    const league = await createLeague(test.current.deps.db);
    const many: Told[] = Array.from({ length: 37 }, (_, i) => {
      const [home, draw] = [0.1 + ((i * 29) % 37) / 50, 0.05 + i / 500];
      return { leagueId: league, score: i % 3 === 0 ? [1, 1] : i % 5 === 0 ? [0, 1] : [2, 0], model: [home, draw, 1 - home - draw] };
    });
    for (const one of many) await forecasted(one);
    await scoreForecasts(test.current.deps);
    const reply = await ask({ league_id: league });
    for (const outcome of OUTCOMES) {
      const bins = reliability(scored(many), outcome, 'count', 10);
      expect(reply.reliability[outcome]).toEqual(
        bins.map(({ forecast, frequency, count }) => ({
          forecast: expect.closeTo(forecast, 9),
          frequency: expect.closeTo(frequency, 9),
          count,
        })),
      );
      expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(37);
    }
  });

  it('is updated by corrected results and ignores results that were not played', async () => {
    const { deps } = test.current;
    const league = await createLeague(deps.db);
    const id = await forecasted({ leagueId: league, score: [1, 0], model: [0.5, 0.3, 0.2], top: [[1, 0]] });
    await forecasted({ leagueId: league, score: [1, 0], model: [0.5, 0.3, 0.2] }).then((awarded) =>
      deps.db.updateTable('matches').set({ status: 'awd' }).where('id', '=', awarded).execute(),
    );
    await forecasted({ leagueId: league, score: [1, 0], model: [0.5, 0.3, 0.2] }).then(async (replaced) =>
      deps.db
        .updateTable('matches')
        .set({ home_team_id: await createTeam(deps.db) })
        .where('id', '=', replaced)
        .execute(),
    );
    await scoreForecasts(deps);
    expect((await ask({ league_id: league })).model).toMatchObject({ matches: 1, rps: expect.closeTo(0.145, 9) });
    await deps.db
      .updateTable('matches')
      .set({ status: 'aet', fulltime: [1, 1], home_score: 2, away_score: 1, fulltime_since: deps.now() })
      .where('id', '=', id)
      .execute();
    expect(await scoreForecasts(deps)).toBe(1);
    const reply = await ask({ league_id: league });
    // The score of 90 minutes, not the one after extra time.
    expect(reply.recent[0]).toMatchObject({ score: [1, 1], outcome: 'draw' });
    expect(reply.model?.log_loss).toBeCloseTo(-Math.log(0.3), 9);
    expect(reply.hit_rate).toEqual({ matches: 1, top: 0, top_three: 0 });
  });

  it('rejects invalid filters', async () => {
    const { app } = test.current;
    expect((await callApp(app, getTrackRecord, { sport: 'chess' as Sport })).problem.code).toBe('invalid_query');
    for (const season of ['x'.repeat(21), 'a\0b'])
      expect((await callApp(app, getTrackRecord, { season })).problem.code).toBe('invalid_query');
    expect((await app.request('/api/forecasts/track-record.csv?league_id=one')).status).toBe(400);
  });
});

describe('the track record as a file', () => {
  const lines = async (query: string) => {
    const response = await test.current.app.request(`/api/forecasts/track-record.csv${query}`);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    return new TextDecoder().decode(bytes).trimEnd().split('\r\n');
  };

  it('has a line per forecast, with names that no spreadsheet takes for a formula', async () => {
    const { db } = test.current.deps;
    const leagueId = await createLeague(db, { name: '+1, "best"' });
    const homeTeamId = await createTeam(db, '=HYPERLINK("x")');
    await forecasted({ leagueId, homeTeamId, score: [0, 1], model: [0.5, 0.3, 0.2], market: [0.25, 0.25, 0.5] });
    await scoreForecasts(test.current.deps);
    const [header, line, ...rest] = await lines(`?league_id=${leagueId}`);
    expect(rest).toEqual([]);
    expect(header).toMatch(/^match_id,kickoff_at,league,season,home,away,home_score,away_score,outcome,model,/);
    expect(line).toContain(`,"'+1, ""best""",2026/27,"'=HYPERLINK(""x"")",`);
    expect(line).toMatch(/,0\.5,0\.3,0\.2,0\.25,0\.25,0\.5,,,,0\.44[45]/);
  });

  it('contains all forecasts of a sport across pages', async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from forecast_scores s join leagues l on l.id = s.league_id where l.sport = 'football'`.execute(
      test.current.deps.db,
    );
    expect(await lines('')).toHaveLength(rows[0]!.count + 1);
    expect(await lines('?sport=esports')).toHaveLength(1);
  });
});
