import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { makeMatch, makeScore, makeState } from '#test/web/fixtures/matches.ts';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { type LiveServer, startLiveServer } from '#test/web/live-server.ts';
import { queryClient } from '#web/data/query-client.ts';

const GROUP = '01890a5d-ac96-774b-bcce-000000000777';

let http: TestServer;
let sockets: LiveServer;
// The page's only connection uses the page's origin, and is created when the module is first loaded.
let live: typeof import('#web/data/live.ts');
let groupLive: typeof import('./group-live.ts');
let stop: () => void;

beforeAll(async () => {
  http = await startTestServer();
  sockets = await startLiveServer(http.server);
  live = await import('#web/data/live.ts');
  groupLive = await import('./group-live.ts');
  stop = live.startLive();
  // A topic joined before the connection opens is fetched again when it does.
  await vi.waitUntil(() => sockets.heard.length > 0, { timeout: 30_000 });
});
afterEach(() => queryClient.clear());
afterAll(async () => {
  stop();
  sockets.cut();
  await http.stop();
});

it('fetches the table again once for goals that fall together', async () => {
  const own = makeMatch({ status: 'h1' });
  const { groupKey } = await import('./api.ts');
  const tableKey = [...groupKey(GROUP), 'table', {}];
  queryClient.setQueryData(tableKey, 'as it stood');
  const invalidated: unknown[] = [];
  const unsubscribe = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.state.isInvalidated && query.queryKey.includes('table')) invalidated.push(query.queryKey);
  });
  renderHook(() => groupLive.useGroupLive(GROUP, new Set([own.id])), {
    wrapper: ({ children }: { children: ReactNode }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  });
  const topic = `matches:${new Date().toISOString().slice(0, 10)}`;
  await waitFor(() => expect(sockets.heard).toContainEqual({ t: 'join', topic }));
  let seq = 0;
  const say = (home: number) =>
    sockets.say({ t: 'change', topic, seq: ++seq, change: { t: 'match', match: makeState(own, { score: makeScore(home, 0) }) } });
  say(1);
  say(2);
  say(3);
  await waitFor(() => expect(invalidated).toEqual([tableKey]));
  unsubscribe();
});
