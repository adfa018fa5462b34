import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { QuoteView } from '#contract/contests.ts';
import type { LiveChange } from '#contract/live.ts';
import { makeContests, makeFixed, makeMine, makeQuote } from '#test/web/fixtures/accounts.ts';
import { makeContest, makeMarket, makeMeta } from '#test/web/fixtures/matches.ts';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { type LiveServer, startLiveServer } from '#test/web/live-server.ts';

const TOPIC = 'match:7';
const CONTESTS = 'GET /api/matches/7/contests';

let server: TestServer;
let liveServer: LiveServer;
// The socket's address is the page's, so modules that use it are loaded only once there is one.
let web: {
  useContests: typeof import('./use-contests.ts').useContests;
  queryClient: typeof import('#web/data/query-client.ts').queryClient;
  Providers: typeof import('#web/app/providers.tsx').Providers;
  stopLive: () => void;
};
let seq = 0;

beforeAll(async () => {
  server = await startTestServer();
  liveServer = await startLiveServer(server.server);
  const { useContests } = await import('./use-contests.ts');
  const { queryClient } = await import('#web/data/query-client.ts');
  const { Providers } = await import('#web/app/providers.tsx');
  const { startLive } = await import('#web/data/live.ts');
  const { showLocale } = await import('#web/i18n/locale-store.ts');
  await showLocale('en');
  web = { useContests, queryClient, Providers, stopLive: startLive() };
  // A topic joined before the connection opens is fetched again when it does.
  await vi.waitUntil(() => liveServer.heard.length > 0, { timeout: 30_000 });
});
beforeEach(() => {
  web.queryClient.clear();
  server.reset();
  server.on('GET /api/meta', { json: makeMeta() });
  liveServer.heard.length = 0;
});
afterAll(async () => {
  web.stopLive();
  await liveServer.stop().catch(() => undefined);
  await server.stop();
});

const mine = makeMine({ stake: 300, payout_if_right: 618 });
const contests = (quote: QuoteView | null) => ({ json: makeContests(7, {}, null, [makeFixed(7, quote, {}, mine)]) });

async function follow(quote: QuoteView | null) {
  server.on(CONTESTS, contests(quote));
  const wrapper = ({ children }: { children: ReactNode }) => <web.Providers>{children}</web.Providers>;
  const { result } = renderHook(() => web.useContests(7), { wrapper });
  await waitFor(() => expect(result.current.data).toBeTruthy());
  await expect.poll(() => liveServer.heard).toContainEqual({ t: 'join', topic: TOPIC });
  return () => result.current.data?.items;
}

function say(change: LiveChange) {
  act(() => liveServer.say({ t: 'change', topic: TOPIC, seq: ++seq, change }));
  liveServer.setSeq(TOPIC, seq);
}

/** The fixed-odds contest as pushed: without the user's stake and without a price. */
function pushed(rest: Parameters<typeof makeFixed>[2]) {
  const { mine: _, quote: __, ...contest } = makeFixed(7, null, rest);
  return contest;
}

const asked = () => server.calls().filter((call) => call === CONTESTS).length;

it('refetches the price when the market moves', async () => {
  const items = await follow(makeQuote({ home: 2.06 }));
  server.on(CONTESTS, contests(makeQuote({ home: 1.9 })));
  say({ t: 'market', match_id: 7, market: makeMarket(), offer: null });
  await waitFor(() => expect(items()?.[1]?.quote?.prices[0]).toMatchObject({ pick: 'home', odds: 1.9 }));
});

it('shows pushes for either contest at once, and keeps price and stake', async () => {
  const items = await follow(makeQuote());
  say({ t: 'contest', contest: makeContest(7, { total_stake: 1_700, participants: 3 }) });
  await waitFor(() => expect(items()?.[0]).toMatchObject({ market: 'wdl', total_stake: 1_700, mine: null }));
  say({ t: 'contest', contest: pushed({ total_stake: 900, participants: 4 }) });
  await waitFor(() => expect(items()?.[1]).toMatchObject({ market: '1x2', total_stake: 900, participants: 4 }));
  expect(items()?.[1]).toMatchObject({ mine: { stake: 300, payout_if_right: 618 }, quote: { state: 'firm' } });
  expect(items()?.[0]).toMatchObject({ total_stake: 1_700 });
  expect(asked()).toBe(1);
});

it('fetches the result of my bet when its contest is settled', async () => {
  const items = await follow(makeQuote());
  const settled = { state: 'settled', winner: 'home', result: [1, 0] } as { state: 'settled'; winner: 'home'; result: [number, number] };
  const paid = makeMine({ stake: 300, payout_if_right: 618, state: 'settled', payout: 618 });
  server.on(CONTESTS, { json: makeContests(7, {}, null, [makeFixed(7, null, settled, paid)]) });
  say({ t: 'contest', contest: pushed(settled) });
  await waitFor(() => expect(items()?.[1]).toMatchObject({ state: 'settled', mine: { state: 'settled', payout: 618 } }));
});

it('fetches nothing when the market moves and nothing is priced', async () => {
  const items = await follow(null);
  say({ t: 'market', match_id: 7, market: makeMarket(), offer: null });
  say({ t: 'contest', contest: makeContest(7, { total_stake: 1_800 }) });
  await waitFor(() => expect(items()?.[0]).toMatchObject({ total_stake: 1_800 }));
  expect(asked()).toBe(1);
});
