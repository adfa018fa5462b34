import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#domain/time.ts';
import type { PolledSettings } from '#server/modules/match-data/providers/polled/polled-feed.ts';
import { type ApiSportsServer, startApiSportsServer } from '#test/support/api-sports-server.ts';
import { type TestClock, testClock } from '#test/support/app.ts';
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts';
import { followService } from '#test/support/follow-service.ts';
import { createApiFootballFeed } from './api-football-feed.ts';
import { createFootballStore, loadProgress } from './progress.ts';

const KICKOFF = '2026-11-21T15:00:00Z';
const minutesFrom = (at: string, minutes: number) => new Date(Date.parse(at) + minutes * MINUTE_MS);

let database: TestDatabase;
let server: ApiSportsServer;
let clock: TestClock;
let warnings: string[];
beforeEach(async () => {
  [database, server] = await Promise.all([createTestDatabase(), startApiSportsServer()]);
  clock = testClock('2026-11-21T12:00:00Z');
  warnings = [];
  server.replies.set('/leagues', () => ({ rows: [leagueRow] }));
  server.replies.set('/teams', () => ({
    rows: [1, 2].map((id) => ({ team: { id, name: `Team ${id}`, code: `T${id}`, country: 'England' } })),
  }));
  server.replies.set('/fixtures', fixtures);
  server.replies.set('/odds', oddsPage);
});
afterEach(() => Promise.all([database.drop(), server.close()]));

const leagueRow = {
  league: { id: 39, name: 'Premier League', type: 'League' },
  country: { name: 'England', code: 'GB-ENG' },
  seasons: [{ year: 2026, start: '2026-08-14', end: '2027-05-23', current: true, coverage: { odds: true } }],
};

/** Returns one match that follows the clock: a goal in the 20th minute, over after 110 minutes, half-time included. */
function fixtures({ live, ids, league }: Record<string, string>): { rows: unknown[] } {
  const played = (clock.now().getTime() - Date.parse(KICKOFF)) / MINUTE_MS;
  const isLive = played >= 0 && played < 110;
  if (live !== undefined && !isLive) return { rows: [] };
  if (ids !== undefined && !ids.split('-').includes('7')) return { rows: [] };
  const [short, elapsed] =
    played < 0
      ? ['NS', null]
      : played < 46
        ? ['1H', Math.floor(played)]
        : played < 62
          ? ['HT', 45]
          : played < 110
            ? ['2H', Math.floor(played - 16)]
            : ['FT', 90];
  const isScored = played >= 20;
  const now = played < 0 ? { home: null, away: null } : { home: isScored ? 1 : 0, away: 0 };
  const none = { home: null, away: null };
  const goal = {
    time: { elapsed: 20, extra: null },
    team: { id: 1 },
    player: { id: 9, name: 'A. Striker' },
    type: 'Goal',
    detail: 'Normal Goal',
  };
  const row = {
    fixture: { id: 7, date: KICKOFF, venue: null, status: { short, elapsed } },
    league: { id: 39, season: 2026, round: 'Regular Season - 12' },
    teams: { home: { id: 1, name: 'Team 1' }, away: { id: 2, name: 'Team 2' } },
    goals: now,
    score: { halftime: now, fulltime: short === 'FT' ? now : none, extratime: none, penalty: none },
    ...(league === undefined && { events: isScored ? [goal] : [] }),
  };
  return { rows: league === undefined ? [row] : [row, { fixture: { id: 8 }, league: { id: 39 } }] };
}

function oddsPage({ page }: Record<string, string>): { rows: unknown[]; pages: number } {
  const values = ['Home', 'Draw', 'Away'].map((value, index) => ({ value, odd: `${index + 2}.50` }));
  const bookmakers = [{ name: 'Bookie', bets: [{ id: 1, values }] }];
  return { rows: page === '2' ? [{ fixture: { id: 7 }, update: '2026-11-21T11:00:00+00:00', bookmakers }] : [], pages: 3 };
}

const follow = (until: Date, more: Partial<PolledSettings> = {}, timeoutMs = 10_000) => {
  const settings = { key: 'a-test-key', baseUrl: server.url, followed: ['39'], perDay: 7500, perMinute: 300, ...more };
  const store = createFootballStore({ db: database.db, now: clock.now, log: { warn: () => {} } });
  return followService(database.db, clock, until, (options) => createApiFootballFeed(settings, { ...options, store, timeoutMs }), warnings);
};

const askedFor = () =>
  server.asked.map(({ path, query }) => `${path}?${Object.keys(query).filter((name) => name !== 'season' && name !== 'bet')}`);
const matches = () => database.db.selectFrom('matches').select(['status', 'home_score', 'away_score', 'fulltime', 'halftime']).execute();

describe('following a match day', () => {
  it('imports it from the fixtures to the result, within the allowance', async () => {
    await follow(minutesFrom(KICKOFF, 110 + 5), { perDay: 150 });
    expect(await matches()).toEqual([{ status: 'ft', home_score: 1, away_score: 0, fulltime: [1, 0], halftime: [1, 0] }]);
    expect(await database.db.selectFrom('match_events').select(['type', 'side', 'minute', 'player']).execute()).toEqual([
      { type: 'goal', side: 'home', minute: 20, player: 'A. Striker' },
    ]);
    expect(await database.db.selectFrom('odds').select(['bookmaker', 'home', 'draw', 'away']).execute()).toEqual([
      { bookmaker: 'Bookie', home: 250, draw: 350, away: 450 },
    ]);
    // The row without teams is quarantined, and did not affect the other one.
    expect(await database.db.selectFrom('quarantine').select(['kind', 'feed_id']).execute()).toEqual([{ kind: 'fixture', feed_id: '8' }]);
    expect(server.asked.every(({ key }) => key === 'a-test-key')).toBe(true);
    const { used } = await loadProgress(database.db);
    expect(used.count).toBe(server.asked.length);
    expect(used.count).toBeLessThanOrEqual(150);
  });

  it('records a contact with each answer about matches, but not while other requests about them fail', async () => {
    const heardAt = async () => (await database.db.selectFrom('feed_contacts').select('heard_at').executeTakeFirst())?.heard_at;
    await follow(minutesFrom(KICKOFF, 30));
    const last = (await heardAt())!;
    expect(minutesFrom(KICKOFF, 30).getTime() - last.getTime()).toBeLessThan(2 * MINUTE_MS);
    // The live list still answers; the matches missing in it cannot be requested.
    server.replies.set('/fixtures', (query) => ('live' in query ? fixtures(query) : { errors: { bug: 'try again' } }));
    await follow(minutesFrom(KICKOFF, 75));
    expect(await matches()).toMatchObject([{ status: 'h2' }]);
    expect(minutesFrom(KICKOFF, 75).getTime() - (await heardAt())!.getTime()).toBeGreaterThan(20 * MINUTE_MS);
    server.replies.set('/fixtures', fixtures);
    // The request is retried within the hour.
    await follow(minutesFrom(KICKOFF, 135));
    expect((await heardAt())!.getTime()).toBeGreaterThan(minutesFrom(KICKOFF, 75).getTime());
  });

  it('imports prices in play beside the suspended ones from before, and squads when nothing else is due', async () => {
    const values = ['Home', 'Draw', 'Away'].map((value) => ({ value, odd: '3', suspended: false }));
    const status = { stopped: false, blocked: false, finished: false };
    const odds = [{ id: 59, name: 'Fulltime Result', values }];
    server.replies.set('/odds/live', () => ({
      rows: [7, 99].map((id) => ({ fixture: { id }, status, update: clock.now().toISOString(), odds })),
    }));
    server.replies.set('/players/squads', ({ team }) => ({
      rows: [{ team: { id: Number(team) }, players: [{ name: `Keeper ${team}`, number: 1, position: 'Goalkeeper' }] }],
    }));
    await follow(minutesFrom(KICKOFF, 3));
    expect(await database.db.selectFrom('odds').select(['bookmaker', 'home', 'suspended']).orderBy('bookmaker').execute()).toEqual([
      { bookmaker: 'Bookie', home: 250, suspended: true },
      { bookmaker: 'In-play', home: 300, suspended: false },
    ]);
    const squads = await database.db.selectFrom('squads').select('players').orderBy('team_id').execute();
    expect(squads.map(({ players }) => players)).toEqual([1, 2].map((id) => [{ name: `Keeper ${id}`, number: 1, position: 'GK' }]));
  });

  it('stays within the hundred requests of the free plan', async () => {
    await follow(minutesFrom(KICKOFF, 110 + 30), { perDay: 100, perMinute: 10 });
    expect(server.asked.length).toBeLessThanOrEqual(100);
    expect(server.asked.filter(({ query }) => 'live' in query).length).toBeGreaterThan(30);
    expect(await matches()).toMatchObject([{ status: 'ft', home_score: 1 }]);
  });

  it('continues after a restart without repeating requests', async () => {
    await follow(minutesFrom(KICKOFF, -150));
    const before = askedFor();
    expect(before.slice(0, 3)).toEqual(['/leagues?', '/teams?league', '/fixtures?league']);
    expect(before.filter((one) => one === '/odds?league,page')).toHaveLength(3);
    server.asked.length = 0;
    await follow(minutesFrom(KICKOFF, -149));
    expect(server.asked).toEqual([]);
    // The process is down for the whole match and longer: missed matches are requested by id.
    clock.set(minutesFrom(KICKOFF, 7 * 60));
    await follow(minutesFrom(KICKOFF, 7 * 60 + 2));
    expect(server.asked.map(({ query }) => query.ids)).toContain('7');
    expect(await matches()).toMatchObject([{ status: 'ft', home_score: 1 }]);
  });

  it('remembers the used allowance after a restart', async () => {
    await follow(minutesFrom(KICKOFF, -150), { perDay: 3 });
    await follow(minutesFrom(KICKOFF, -140), { perDay: 3 });
    expect(server.asked).toHaveLength(3);
  });
});

describe('API-Football faults', () => {
  it('are retried after broken connections, error replies and timeouts, without losing data', async () => {
    server.faults.push({ kind: 'status', status: 500 }, { kind: 'cut' }, null, { kind: 'text', text: 'oops' }, { kind: 'slow', ms: 1500 });
    await follow(minutesFrom(KICKOFF, 25), {}, 1000);
    expect(await matches()).toMatchObject([{ status: 'h1', home_score: 1 }]);
    expect(warnings.filter((reason) => /500|terminated|JSON|timeout/.test(reason))).toHaveLength(4);
    expect((await loadProgress(database.db)).problem).toBeNull();
  });

  it('pause requests for the time in Retry-After after a rate limit', async () => {
    server.faults.push({ kind: 'status', status: 429, headers: { 'Retry-After': '600' } });
    await follow(minutesFrom('2026-11-21T12:00:00Z', 9));
    expect(server.asked).toHaveLength(1);
    await follow(minutesFrom('2026-11-21T12:00:00Z', 12));
    expect(server.asked.length).toBeGreaterThan(3);
  });

  it('pause requests until the next day when a reply with status 200 says that the day is used up', async () => {
    server.replies.set('/leagues', () => ({ errors: { requests: 'You have reached the request limit for the day' } }));
    await follow(new Date('2026-11-21T23:59:00Z'));
    expect(server.asked).toHaveLength(1);
    server.replies.set('/leagues', () => ({ rows: [leagueRow] }));
    await follow(new Date('2026-11-22T00:05:00Z'));
    expect(await matches()).toMatchObject([{ status: 'ft' }]);
  });

  it('name the setting of a rejected key, which is tried again every ten minutes', async () => {
    server.replies.set('/leagues', () => ({ errors: { token: 'Error/Missing application key.' } }));
    const { failure } = await follow(minutesFrom('2026-11-21T12:00:00Z', 25));
    expect(failure).toMatch(/the provider refuses API_FOOTBALL_KEY: token: Error\/Missing application key/);
    expect(server.asked).toHaveLength(3);
    expect((await loadProgress(database.db)).problem).toMatchObject({ isSetting: true });
  });

  it('include a used-up allowance reported by the provider’s headers, which is respected', async () => {
    server.headers['x-ratelimit-requests-remaining'] = '0';
    await follow(minutesFrom(KICKOFF, 0));
    expect(server.asked).toHaveLength(1);
  });

  it('do not affect other requests when a page of odds or a league’s season is refused', async () => {
    const refused = { errors: { plan: 'Free plans do not have access to this season' } };
    server.replies.set('/odds', (query) => (query.page === '2' ? refused : oddsPage(query)));
    server.replies.set('/teams', () => refused);
    await follow(minutesFrom(KICKOFF, 25));
    expect(await matches()).toMatchObject([{ status: 'h1', home_score: 1 }]);
    expect(server.asked.filter(({ path }) => path === '/odds')).toHaveLength(2);
    expect(server.asked.filter(({ path }) => path === '/teams')).toHaveLength(1);
  });

  it('include an old answer after a newer one, which changes nothing', async () => {
    await follow(minutesFrom(KICKOFF, 112), { perDay: 100 });
    const old = fixtures({ ids: '7' }).rows[0] as { fixture: object; goals: object };
    const stale = { ...old, fixture: { ...old.fixture, status: { short: '1H', elapsed: 10 } }, goals: { home: 0, away: 0 } };
    server.replies.set('/fixtures', () => ({ rows: [stale] }));
    await follow(minutesFrom(KICKOFF, 130), { perDay: 150 });
    expect(await matches()).toMatchObject([{ status: 'ft', home_score: 1 }]);
    expect(await database.db.selectFrom('quarantine').select('reason').where('kind', '=', 'status').execute()).toEqual([
      { reason: 'status_h1_after_ft' },
    ]);
  });
});
