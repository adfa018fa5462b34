import { expect, it } from 'vitest';
import { getTeamStrength } from '#contract/teams.ts';
import { DAY_MS } from '#domain/time.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createLeague, createMatch, createTeam, type MatchValues } from '#test/support/factories.ts';
import type { StoredForecast } from './stored-forecast.ts';

const test = useTestApp({ FEED: 'none' });
const inDays = (days: number) => new Date(Date.parse(TEST_NOW) + days * DAY_MS);

/** Creates a match with a forecast of our model, whose home side has this attack. */
async function forecast(days: number, attack: number, values: Partial<MatchValues>, frozen = true): Promise<number> {
  const { db } = test.current.deps;
  const match = await createMatch(db, {
    kickoffAt: inDays(days),
    status: frozen ? 'ft' : 'ns',
    ...(frozen && { score: [1, 0] }),
    ...values,
  });
  const { home_team_id, away_team_id } = await db.selectFrom('matches').selectAll().where('id', '=', match).executeTakeFirstOrThrow();
  const leading = {
    ...{ home: 0, away: 0, form: { homeAttack: 0, homeDefence: 0, awayAttack: 0, awayDefence: 0 } },
    parts: { level: 0.2, advantage: 0.3, homeAttack: attack, homeDefence: 0.1, awayAttack: -0.1, awayDefence: 0 },
  };
  const content: StoredForecast = {
    ...{ home_team_id, away_team_id, format: null, outcomes: { home: 0.5, draw: 0.3, away: 0.2 } },
    ...{ past_matches: { fewest: 20, most: 30 }, expected: { home: 1, away: 1 } },
    football: { rates: { home: 1, away: 1 }, leading, rest: { home: 0, away: 0 }, top: [] },
  };
  await db
    .insertInto('forecasts')
    .values({
      ...{ match_id: match, model: 'football-1', made_at: inDays(days - 1), frozen_at: frozen ? inDays(days) : null },
      content: JSON.stringify(content),
    })
    .execute();
  return match;
}

it('returns the strength before each match of the league’s season, from frozen forecasts only', async () => {
  const { db } = test.current.deps;
  const team = await createTeam(db);
  const leagueId = await createLeague(db, { name: 'First Division' });
  const own = { leagueId, homeTeamId: team };
  const first = await forecast(-20, 0.3, own);
  const second = await forecast(-10, 0, { leagueId, awayTeamId: team });
  await forecast(-15, 0.3, { homeTeamId: team, leagueId: await createLeague(db, { form: 'cup' }) });
  await forecast(-300, 0.3, { ...own, season: '2025/26' });
  await forecast(3, 0.3, own, false);
  const { status, reply } = await callApp(test.current.app, getTeamStrength, { id: team });
  expect(status).toBe(200);
  expect(reply.league).toMatchObject({ id: leagueId, name: 'First Division' });
  expect(reply.points.map(({ match_id, at }) => [match_id, at])).toEqual([
    [first, inDays(-20).toISOString()],
    [second, inDays(-10).toISOString()],
  ]);
  expect(reply.points[0]!.scored).toBeCloseTo(Math.exp(0.5), 12);
  expect(reply.points[0]!.conceded).toBeCloseTo(Math.exp(0.1), 12);
  expect(reply.points[1]!.scored).toBeCloseTo(Math.exp(0.1), 12);
});

it('returns no points for a team without forecasts, and 404 for an unknown one', async () => {
  const team = await createTeam(test.current.deps.db);
  expect((await callApp(test.current.app, getTeamStrength, { id: team })).reply).toEqual({ league: null, points: [] });
  for (const id of [2_000_000_000, 0, 1.5]) {
    expect(await callApp(test.current.app, getTeamStrength, { id })).toMatchObject({ status: 404, problem: { code: 'not_found' } });
  }
});
