import { afterEach, describe, expect, it } from 'vitest';
import { getHealth } from '#contract/meta.ts';
import { HEALTH_PROBLEMS } from '#contract/overview.ts';
import { MARKETS } from '#domain/settlement/contest.ts';
import { MINUTE_MS } from '#domain/time.ts';
import type { FeedUpdate, StatusUpdate } from '#server/modules/match-data/import/feed.ts';
import { importUpdates } from '#server/modules/match-data/import/importer.ts';
import * as basketball from '#server/modules/match-data/providers/api-basketball/progress.ts';
import { createFootballStore, newProgress, type Progress } from '#server/modules/match-data/providers/api-football/progress.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createContest, createMatch } from '#test/support/factories.ts';

const test = useTestApp({ DEMO_SPEED: '1' });
const minutesFromNow = (minutes: number) => new Date(Date.parse(TEST_NOW) + minutes * MINUTE_MS);
const health = async () => (await callApp(test.current.app, getHealth, {})).reply.status;

afterEach(async () => {
  await test.current.deps.db.deleteFrom('contests').execute();
  await test.current.deps.db.deleteFrom('matches').execute();
});

describe('health', () => {
  const match = async (kickoff: number, confirmed: number, status: 'ns' | 'h1' | 'ft' = 'ns') => {
    const id = await createMatch(test.current.deps.db, { kickoffAt: minutesFromNow(kickoff), status });
    await test.current.deps.db
      .updateTable('matches')
      .set({ confirmed_at: minutesFromNow(confirmed) })
      .where('id', '=', id)
      .execute();
    return id;
  };

  it('is ok without problems', async () => {
    expect(await health()).toBe('ok');
    await match(-200, -120, 'ft');
    await match(24 * 60, -120);
    expect(await health()).toBe('ok');
  });

  it('is degraded while the feed is silent about matches in play', async () => {
    await match(-30, -11, 'h1');
    expect(await health()).toBe('degraded');
    await match(-30, -1, 'h1');
    expect(await health()).toBe('ok');
  });

  it('is degraded while one feed is silent, whatever another one reports', async () => {
    const { db } = test.current.deps;
    const silent = await match(-30, -11, 'h1');
    const heard = await match(-30, -1, 'h1');
    await db
      .insertInto('feed_ids')
      .values([silent, heard].map((id, index) => ({ feed: `feed ${index}`, kind: 'match', feed_id: '1', id })))
      .execute();
    expect(await health()).toBe('degraded');
    await db
      .updateTable('matches')
      .set({ confirmed_at: minutesFromNow(-1) })
      .where('id', '=', silent)
      .execute();
    expect(await health()).toBe('ok');
  });

  it('is degraded while a contest waits too long for its result', async () => {
    const { db } = test.current.deps;
    const id = await match(-600, -1, 'h1');
    const contest = await createContest(db, id, minutesFromNow(-700));
    await db.updateTable('contests').set({ state: 'locked' }).where('id', '=', contest).execute();
    expect(await health()).toBe('ok');
    await db
      .updateTable('contests')
      .set({ unresolved_at: minutesFromNow(-5) })
      .where('id', '=', contest)
      .execute();
    expect(await health()).toBe('degraded');
  });
});

describe('health with API-Football', () => {
  const TOKEN = 'a token of sixteen letters'.replaceAll(' ', '-');
  const provider = useTestApp({ FEED: 'api-football', API_FOOTBALL_KEY: 'k', METRICS_TOKEN: TOKEN });
  const keep = async (more: Partial<Progress>) => {
    const { db, now, log } = provider.current.deps;
    await createFootballStore({ db, now, log }).save({ ...newProgress(), ...more });
  };
  const metrics = (token?: string) =>
    provider.current.app.request('/api/metrics', { headers: token === undefined ? {} : { Authorization: `Bearer ${token}` } });

  it('is degraded while the provider rejects the key, but not when the provider does not answer', async () => {
    const problem = { message: 'token: missing', isSetting: true, atMs: Date.parse(TEST_NOW) };
    const state = async () => (await callApp(provider.current.app, getHealth, {})).reply.status;
    expect(await state()).toBe('ok');
    await keep({ problem });
    expect(await state()).toBe('degraded');
    await keep({ problem: { ...problem, isSetting: false } });
    expect(await state()).toBe('ok');
  });

  it('has metrics for the age of each kind of data and the remaining quota, for requests with the token', async () => {
    const at = (minutes: number) => minutesFromNow(minutes).getTime();
    const used = { ...newProgress().used, day: TEST_NOW.slice(0, 10), count: 40 };
    await keep({ used, answeredMs: { live: at(-1), 'odds:39:2026': at(-90), 'odds:78:2026': at(-30) } });
    const text = await (await metrics(TOKEN)).text();
    expect(text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([
      'matchpoint_healthy 1',
      ...HEALTH_PROBLEMS.map((name) => `matchpoint_problem{name="${name}"} 0`),
      ...['accounts', 'blocks'].map((walk) => `matchpoint_ledger_walk_share{walk="${walk}"} 1`),
      ...['webhook_deliveries', 'webhook_oldest_seconds', 'webhooks_disabled'].map((name) => `matchpoint_${name} 0`),
      ...['matches_running', 'matches_stale'].map((name) => `matchpoint_${name} 0`),
      ...['contests', 'contests_points'].flatMap((name) => MARKETS.map((market) => `matchpoint_${name}{market="${market}"} 0`)),
      'matchpoint_settle_oldest_seconds 0',
      'matchpoint_feed_age_seconds{feed="api-football",kind="live"} 60',
      'matchpoint_feed_age_seconds{feed="api-football",kind="odds"} 1800',
      'matchpoint_feed_allowance_left{feed="api-football"} 60',
      'matchpoint_feed_allowance_per_day{feed="api-football"} 100',
      'matchpoint_feed_failing{feed="api-football"} 0',
      // Without a node, nothing of the chain is told.
      ...['payouts', 'payouts_usdt'].flatMap((name) =>
        ['to_send', 'on_the_way', 'wrong', 'pending'].map((state) => `matchpoint_${name}{state="${state}"} 0`),
      ),
    ]);
    expect((await metrics()).status).toBe(401);
    expect((await metrics(`${TOKEN}!`)).status).toBe(401);
    expect((await test.current.app.request('/api/metrics', { headers: { Authorization: `Bearer ${TOKEN}` } })).status).toBe(404);
  });
});

describe('health with two providers', () => {
  const TOKEN = 'a-token-of-sixteen-letters';
  const keys = { API_FOOTBALL_KEY: 'k', API_BASKETBALL_KEY: 'k' };
  const site = useTestApp({ FEED: 'api-football,api-basketball', ...keys, METRICS_TOKEN: TOKEN });

  it('is degraded while either provider rejects its key, and the metrics name the provider', async () => {
    const { deps, app } = site.current;
    const state = async () => (await callApp(app, getHealth, {})).reply.status;
    const failing = async () => {
      const reply = await app.request('/api/metrics', { headers: { Authorization: `Bearer ${TOKEN}` } });
      return (await reply.text()).split('\n').filter((line) => line.startsWith('matchpoint_feed_failing'));
    };
    expect([await state(), await failing()]).toEqual([
      'ok',
      ['matchpoint_feed_failing{feed="api-football"} 0', 'matchpoint_feed_failing{feed="api-basketball"} 0'],
    ]);
    const problem = { message: 'token: missing', isSetting: true, atMs: Date.parse(TEST_NOW) };
    const store = basketball.createBasketballStore(deps);
    await store.save({ ...basketball.newProgress(), problem });
    expect([await state(), await failing()]).toEqual([
      'degraded',
      ['matchpoint_feed_failing{feed="api-football"} 0', 'matchpoint_feed_failing{feed="api-basketball"} 1'],
    ]);
  });
});

describe('a feed that reports impossible facts', () => {
  const TOKEN = 'a token of sixteen letters'.replaceAll(' ', '-');
  const site = useTestApp({ FEED: 'none', METRICS_TOKEN: TOKEN });
  const KICKOFF = Date.parse(TEST_NOW) - 30 * MINUTE_MS;
  const none = { halftime: null, fulltime: null, extratime: null, penalty: null };
  const league = { kind: 'league', id: 'l', sport: 'football', name: 'L', countryCode: null, season: '2026' } as const;
  const team = (id: string) => ({ kind: 'team', id, sport: 'football', name: id, countryCode: null }) as const;
  const teams = { homeTeamId: 'a', awayTeamId: 'b' };
  const fixture = (id: string, day: number) => {
    const kickoffAt = new Date(KICKOFF + day * 24 * 60 * MINUTE_MS);
    return { kind: 'fixture', id, leagueId: 'l', season: '2026', round: '1', ...teams, kickoffAt } as const;
  };
  const world: FeedUpdate[] = [
    { ...league, form: 'cup', drawPossible: true },
    ...[team('a'), team('b'), fixture('now', 0), fixture('long ago', -30)],
  ];
  const score = (matchId: string, goals: number): StatusUpdate => ({
    ...{ kind: 'status', matchId, status: 'h1', minute: 30, stoppage: null, period: null, seenAt: site.current.clock.now() },
    score: { home: goals, away: 0, ...none },
  });
  const warned: object[] = [];
  const tell = (...updates: FeedUpdate[]) => {
    const { db, now } = site.current.deps;
    return importUpdates({ db, now, log: { warn: (line: object) => void warned.push(line) } }, 'test', updates);
  };
  const state = async () => (await callApp(site.current.app, getHealth, {})).reply.status;
  const metricsAbout = async (word: string) => {
    const text = await (await site.current.app.request('/api/metrics', { headers: { Authorization: `Bearer ${TOKEN}` } })).text();
    return text.split('\n').filter((line) => line.includes(word) && !line.startsWith('#'));
  };

  it('appears in the log and the metrics, and degrades health for an hour if the match is within a day', async () => {
    const { clock } = site.current;
    clock.set(TEST_NOW);
    await tell(...world, score('now', 3), score('long ago', 3));
    expect([await state(), await metricsAbout('quarantined'), await metricsAbout('nonsense')]).toEqual([
      ...['ok', [], ['matchpoint_problem{name="feed_nonsense"} 0']],
    ]);
    await tell(score('long ago', 0));
    expect([await state(), await metricsAbout('quarantined')]).toEqual([
      ...['ok', ['matchpoint_quarantined{feed="test",reason="score_dropped"} 1']],
    ]);
    for (let second = 0; second < 3; second++) await tell(score('now', 0));
    expect([await state(), await metricsAbout('quarantined'), await metricsAbout('nonsense')]).toEqual([
      'degraded',
      ['matchpoint_quarantined{feed="test",reason="score_dropped"} 2'],
      ['matchpoint_problem{name="feed_nonsense"} 1'],
    ]);
    expect(warned).toEqual(['long ago', 'now'].map((feed_id) => ({ feed: 'test', kind: 'status', feed_id, reason: 'score_dropped' })));
    clock.advance(60 * MINUTE_MS);
    await tell(score('now', 3));
    expect(await state()).toBe('ok');
    clock.advance(23 * 60 * MINUTE_MS);
    expect(await metricsAbout('quarantined')).toEqual([]);
  });

  it('may use any characters in its reason', async () => {
    const { db, now } = site.current.deps;
    const odd = { feed: 'file', kind: 'row', feed_id: '1', reason: 'is "\\"\nmatchpoint_healthy 0' };
    await db
      .insertInto('quarantine')
      .values({ ...odd, payload: '{}', first_seen_at: now(), last_seen_at: now() })
      .execute();
    expect(await metricsAbout('file')).toEqual(['matchpoint_quarantined{feed="file",reason="is \\"\\\\\\"\\nmatchpoint_healthy 0"} 1']);
  });
});
