import { expect, it, vi } from 'vitest';
import { startApiFootballServer } from '#test/api-football-server.ts';
import { createTestApp } from '#test/app.ts';
import { followFeed } from './follow-feed.ts';

it('follows nothing with FEED=none', async () => {
  const { deps, database } = await createTestApp({ FEED: 'none' });
  expect(followFeed(deps, new AbortController().signal)).toBeNull();
  await database.drop();
});

it('follows API-Football with the settings, does not wait for it, and tells what is new', async () => {
  const server = await startApiFootballServer();
  const feed = { FEED: 'api-football', API_FOOTBALL_KEY: 'k', API_FOOTBALL_URL: `${server.url}/`, API_FOOTBALL_LEAGUES: '2,39' };
  const { deps, database, published } = await createTestApp(feed);
  const kickoff = '2026-11-20T18:00:00+00:00';
  const none = { home: null, away: null };
  server.faults.push({ kind: 'slow', ms: 50 });
  server.replies.set('/leagues', () => ({
    rows: [
      {
        league: { id: 39, name: 'PL', type: 'League' },
        country: { name: 'England', code: 'GB' },
        seasons: [{ year: 2026, current: true }],
      },
    ],
  }));
  server.replies.set('/fixtures', () => ({
    rows: [
      {
        fixture: { id: 7, date: kickoff, status: { short: 'NS', elapsed: null } },
        league: { id: 39, season: 2026, round: 'Regular Season - 12' },
        teams: { home: { id: 1, name: 'Reds' }, away: { id: 2, name: 'Blues' } },
        goals: none,
        score: { halftime: none, fulltime: none, extratime: none, penalty: none },
      },
    ],
  }));
  const abort = new AbortController();
  const runner = followFeed(deps, abort.signal)!;
  await runner.filled;
  expect(runner.state()).toMatchObject({ name: 'api-football', succeededAt: null });
  await vi.waitFor(() => expect(published.length).toBeGreaterThan(0), { timeout: 5000 });
  const contests = () => deps.db.selectFrom('contests').select('match_id').execute();
  await vi.waitFor(async () => expect(await contests()).not.toEqual([]), { timeout: 5000 });
  abort.abort();
  await runner.done;
  await Promise.all([database.drop(), server.close()]);
});
