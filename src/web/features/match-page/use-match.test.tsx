import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { LiveChange } from '#contract/live.ts';
import type { MatchDetail } from '#contract/matches.ts';
import { makeDetail, makeEvent, makeScore, makeState } from '#test/web/fixtures/matches.ts';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { type LiveServer, startLiveServer } from '#test/web/live-server.ts';

const TOPIC = 'match:7';

let server: TestServer;
let liveServer: LiveServer;
// The socket's address is the page's, so modules that use it are loaded only once there is one.
let web: {
  useMatch: typeof import('./use-match.ts').useMatch;
  matchStatisticsQuery: typeof import('./api.ts').matchStatisticsQuery;
  queryClient: typeof import('#web/data/query-client.ts').queryClient;
  Providers: typeof import('#web/app/providers.tsx').Providers;
  stopLive: () => void;
};
let seq = 0;

beforeAll(async () => {
  server = await startTestServer();
  liveServer = await startLiveServer(server.server);
  const { useMatch } = await import('./use-match.ts');
  const { matchStatisticsQuery } = await import('./api.ts');
  const { queryClient } = await import('#web/data/query-client.ts');
  const { Providers } = await import('#web/app/providers.tsx');
  const { startLive } = await import('#web/data/live.ts');
  const { showLocale } = await import('#web/i18n/locale-store.ts');
  await showLocale('en');
  web = { useMatch, matchStatisticsQuery, queryClient, Providers, stopLive: startLive() };
  // A topic joined before the connection opens is fetched again when it does.
  await vi.waitUntil(() => liveServer.heard.length > 0, { timeout: 30_000 });
});
beforeEach(() => {
  web.queryClient.clear();
  server.reset();
  liveServer.heard.length = 0;
});
afterAll(async () => {
  web.stopLive();
  await liveServer.stop().catch(() => undefined);
  await server.stop();
});

const wrapper = ({ children }: { children: ReactNode }) => <web.Providers>{children}</web.Providers>;

async function follow(match: MatchDetail, ...later: MatchDetail[]) {
  server.on('GET /api/matches/7', { json: match }, ...later.map((json) => ({ json })));
  const { result } = renderHook(() => web.useMatch(7), { wrapper });
  await waitFor(() => expect(result.current.data).toBeTruthy());
  await expect.poll(() => liveServer.heard).toContainEqual({ t: 'join', topic: TOPIC });
  return result;
}

const matchesAsked = () => server.calls().filter((call) => call.startsWith('GET /api/matches')).length;

function say(change: LiveChange) {
  act(() => liveServer.say({ t: 'change', topic: TOPIC, seq: ++seq, change }));
  liveServer.setSeq(TOPIC, seq);
}

const inPlay = (rest: Partial<MatchDetail> = {}) =>
  makeDetail({ id: 7, status: 'h1', minute: 20, seen_at: new Date().toISOString(), score: makeScore(0, 0), ...rest });

const GOAL = makeEvent();

it.each<LiveChange>([{ t: 'refetch' }, { t: 'events', match_id: 7, events: [GOAL] }])(
  'fetches the match again if a push arrives before the first reply, which may be older: $t',
  async (change) => {
    const answer = server.hold('GET /api/matches/7', { json: inPlay({ events: [] }) });
    const { result } = renderHook(() => web.useMatch(7), { wrapper });
    await expect.poll(() => liveServer.heard).toContainEqual({ t: 'join', topic: TOPIC });
    await waitFor(() => expect(matchesAsked()).toBe(1));
    say(change);
    // Once this later push was heard, so was the first.
    const statistics = [{ kind: 'shots' as const, home: 1, away: 0 }];
    say({ t: 'statistics', match_id: 7, statistics });
    await waitFor(() => expect(web.queryClient.getQueryData(web.matchStatisticsQuery(7).queryKey)).toBeTruthy());
    server.on('GET /api/matches/7', { json: inPlay({ events: [GOAL] }) });
    answer();
    // Without a push, the page would fetch the match after 20 s, which is later than this limit.
    await waitFor(() => expect(result.current.data?.events).toEqual([GOAL]), { timeout: 10_000 });
  },
);

it('applies pushed changes without a refetch', async () => {
  const match = inPlay();
  const result = await follow(match);
  const statistics = [{ kind: 'shots' as const, home: 3, away: 1 }];
  const events = [makeEvent()];
  say({ t: 'statistics', match_id: 7, statistics });
  say({ t: 'events', match_id: 7, events });
  say({ t: 'match', match: makeState(match, { minute: 21, seen_at: new Date(Date.now() + 1_000).toISOString(), score: makeScore(1, 0) }) });
  await waitFor(() => expect(result.current.data).toMatchObject({ events, minute: 21, score: { home: 1 } }));
  expect(web.queryClient.getQueryData(web.matchStatisticsQuery(7).queryKey)).toEqual({ items: statistics, missing: null });
  expect(matchesAsked()).toBe(1);
});

it('asks whether the feed still confirms a match in play without pushes', async () => {
  const fresh = new Date().toISOString();
  const result = await follow(inPlay({ confirmed_at: new Date(Date.now() - 30_000).toISOString() }), inPlay({ confirmed_at: fresh }));
  await waitFor(() => expect(result.current.data?.confirmed_at).toBe(fresh));
});

it('does not ask about a finished match', async () => {
  await follow(inPlay({ status: 'ft', confirmed_at: '2026-03-02T18:00:00.000Z' }));
  say({ t: 'events', match_id: 7, events: [] });
  await waitFor(() => expect(liveServer.heard.length).toBeGreaterThan(0));
  expect(matchesAsked()).toBe(1);
});
