import { beforeAll, describe, expect, it } from 'vitest';
import { getBestOfDay } from '#contract/best.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { scoreForecasts } from '#server/modules/forecasting/forecasts/track-record-scoring.ts';
import { callApp, useTestApp } from '#test/support/app.ts';
import { createLeague, createMatch, createTeam } from '#test/support/factories.ts';

const test = useTestApp({ FEED: 'none' });
const DAY = '2026-11-18';

interface Played {
  sport?: Sport;
  score: [number, number];
  chances: { home: number; draw: number; away: number };
  /** As "H12" or "A90+3". */
  goals?: string;
  parts?: { home: number; away: number }[];
  at?: string;
}

async function play({ sport = 'football', score, chances, goals = '', parts, at = `${DAY}T15:00:00Z` }: Played): Promise<number> {
  const { db } = test.current.deps;
  const kickoffAt = new Date(at);
  const leagueId = await createLeague(db, { sport, drawPossible: sport === 'football' });
  const [homeTeamId, awayTeamId] = [await createTeam(db), await createTeam(db)];
  const id = await createMatch(db, { leagueId, homeTeamId, awayTeamId, kickoffAt, status: 'ft', score });
  const result = { fulltime: sport === 'football' ? score : null, fulltime_since: kickoffAt, started_at: kickoffAt };
  await db
    .updateTable('matches')
    .set({ ...result, ...(parts && { parts: JSON.stringify(parts) }) })
    .where('id', '=', id)
    .execute();
  const events = goals
    .split(' ')
    .filter(Boolean)
    .map((word, position) => {
      const [, side, minute, stoppage] = /^([HA])(\d+)(?:\+(\d+))?$/.exec(word)!;
      const when = { period: Number(minute) <= 45 ? 'H1' : 'H2', minute: Number(minute), stoppage: stoppage ? Number(stoppage) : null };
      return { match_id: id, feed_event_id: word, position, type: 'goal', side: side === 'H' ? 'home' : 'away', player: word, ...when };
    });
  if (events.length > 0) await db.insertInto('match_events').values(events).execute();
  const leading = { home: 1.4, away: 1.1 };
  const football = sport === 'football' ? { rates: leading, leading: {}, rest: { home: 0, away: 0 }, top: [] } : null;
  const content = JSON.stringify({ home_team_id: homeTeamId, away_team_id: awayTeamId, format: null, outcomes: chances, football });
  const made = new Date(kickoffAt.getTime() - 3_600_000);
  await db
    .insertInto('forecasts')
    .values({ match_id: id, model: `${sport}-1`, made_at: made, frozen_at: kickoffAt, content })
    .execute();
  return id;
}

const EVEN = { home: 0.34, draw: 0.33, away: 0.33 };
const FAVOURITE = { home: 0.8, draw: 0.15, away: 0.05 };
let [upset, turned, even, many, set] = [0, 0, 0, 0, 0];

beforeAll(async () => {
  const { deps } = test.current;
  upset = await play({ score: [0, 1], chances: FAVOURITE, goals: 'A3' });
  turned = await play({ score: [3, 2], chances: { home: 0.5, draw: 0.3, away: 0.2 }, goals: 'A10 A20 H80 H88 H90+2' });
  even = await play({ score: [1, 0], chances: EVEN, goals: 'H50' });
  many = await play({ score: [4, 2], chances: { home: 0.6, draw: 0.25, away: 0.15 } });
  set = await play({
    sport: 'tennis',
    score: [2, 1],
    chances: { home: 0.7, draw: 0, away: 0.3 },
    parts: [
      { home: 4, away: 6 },
      { home: 6, away: 2 },
      { home: 6, away: 2 },
    ],
  });
  await play({ score: [0, 9], chances: FAVOURITE, at: `${DAY}T23:30:00Z` });
  await createMatch(deps.db, {
    leagueId: await createLeague(deps.db),
    kickoffAt: new Date(`${DAY}T20:00:00Z`),
    status: 'h1',
    score: [9, 9],
  });
  await scoreForecasts(deps);
});

const ask = async (input: { date?: string; tz?: string }) => callApp(test.current.app, getBestOfDay, input);
const best = async () => (await ask({ date: DAY, tz: 'Asia/Shanghai' })).reply;

describe('the best of a day', () => {
  it('counts the day of the viewer, and names each match once', async () => {
    const reply = await best();
    // The last match begins after midnight in Shanghai.
    expect([reply.date, reply.counts]).toEqual([DAY, { ended: 5, open: 0, concealed: 0 }]);
    expect((await ask({ date: DAY })).reply.counts).toEqual({ ended: 6, open: 1, concealed: 0 });
    const ids = reply.matches.map(({ id }) => id);
    expect(ids.toSorted()).toEqual([...new Set(ids)].toSorted());
    expect(reply.matches.find(({ id }) => id === upset)).toMatchObject({
      status: 'ft',
      score: { home: 0, away: 1 },
      league: { sport: 'football' },
    });
  });

  it('has the results that the frozen forecasts expected least', async () => {
    const { surprises } = await best();
    expect(surprises).toEqual([
      { match_id: upset, probability: 0.05 },
      { match_id: even, probability: 0.34 },
    ]);
  });

  it('has the matches that were most even before kick-off', async () => {
    expect((await best()).closest[0]).toEqual({ match_id: even, ...EVEN });
  });

  it('has goals: comebacks of all sports, late winners, the earliest, the most', async () => {
    const { comebacks, late_winners, fastest_goals, most_goals } = await best();
    expect(comebacks).toEqual([
      { match_id: turned, side: 'home', behind: 2, won: true },
      { match_id: set, side: 'home', behind: 1, won: true },
    ]);
    expect(late_winners).toEqual([{ match_id: turned, side: 'home', period: 'H2', minute: 90, stoppage: 2, player: 'H90+2' }]);
    expect(fastest_goals.map(({ match_id, minute }) => [match_id, minute])).toEqual([
      [upset, 3],
      [turned, 10],
    ]);
    expect(most_goals).toEqual([
      { match_id: many, goals: 6 },
      { match_id: turned, goals: 5 },
    ]);
  });

  it('has how unlikely a result had become in play', async () => {
    const { swings } = await best();
    expect(swings[0]).toMatchObject({ match_id: turned });
    expect(swings[0]!.probability).toBeLessThan(0.05);
    expect(swings[0]!.minute).toBeGreaterThanOrEqual(70);
    expect(swings[0]!.minute).toBeLessThanOrEqual(80);
  });

  it('has empty lists for a day on which nothing has ended', async () => {
    const { reply } = await ask({ date: '2026-11-01' });
    expect(reply).toMatchObject({ counts: { ended: 0, open: 0, concealed: 0 }, matches: [], surprises: [], swings: [], most_goals: [] });
  });

  it('refuses a day or a time zone that does not exist', async () => {
    for (const bad of [{ date: '2026-02-31' }, { date: 'yesterday' }]) expect((await ask(bad)).status).toBe(400);
    expect((await ask({ tz: 'Mars/Olympus' })).problem.code).toBe('invalid_time_zone');
    expect((await ask({ date: '0001-01-01' })).problem.code).toBe('invalid_date');
  });
});
