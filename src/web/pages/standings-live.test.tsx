import { act, screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { type LiveServer, startLiveServer } from '#test/web/live-server.ts';
import { makeFixtures } from '#web/test-leagues.ts';
import { makeGroup, makeMatch, makeMeta, makeRow, makeScore, makeState, makeTable } from '#web/test-matches.ts';

const STANDINGS = '/api/leagues/1/standings';

let server: TestServer;
let liveServer: LiveServer;
// The socket's address is that of the page: what follows it may be loaded only once there is one.
let site: { renderSite: typeof import('#web/test-render.tsx').renderSite; stopLive: () => void };
let seq = 0;

beforeAll(async () => {
  server = await startTestServer();
  liveServer = await startLiveServer(server.server);
  const { renderSite } = await import('#web/test-render.tsx');
  const { startLive } = await import('#web/lib/live.ts');
  await import('./standings-page.tsx');
  site = { renderSite, stopLive: startLive() };
});
beforeEach(async () => {
  const { queryClient } = await import('#web/lib/query-client.ts');
  const { chooseLocale } = await import('#web/i18n/locale-store.ts');
  queryClient.clear();
  server.reset();
  liveServer.heard.length = 0;
  seq = 0;
  server.on('GET /api/meta', { json: makeMeta() });
  await chooseLocale('en');
});
afterAll(async () => {
  site.stopLive();
  await liveServer.stop().catch(() => undefined);
  await server.stop();
});

const match = makeMatch({ id: 77, status: 'h2', minute: 60, kickoff_at: new Date().toISOString(), score: makeScore(1, 1) });

/** Tells the page how the match stands, once it listens. */
async function tell(home: number, away: number): Promise<void> {
  const joined = () => liveServer.heard.flatMap((message) => (message.t === 'join' ? [message.topic] : []));
  await waitFor(() => expect(joined()).not.toEqual([]));
  const change = { t: 'match' as const, match: makeState(match, { score: makeScore(home, away) }) };
  seq += 1;
  act(() => liveServer.say({ t: 'change', topic: joined().at(-1)!, seq, change }));
}

it('asks for the table anew at a goal that counts in it, and at nothing else', async () => {
  const table = (goals: number) => {
    const playing = { match_id: match.id, goals_for: goals, goals_against: 1 };
    return { json: makeTable({ in_play: 1, tables: [makeGroup([makeRow(1, 'Avalon Town', { playing })])] }) };
  };
  server.on(`GET ${STANDINGS}`, table(1), table(2));
  site.renderSite('/leagues/1/standings');
  await screen.findByRole('link', { name: 'Playing now, 1–1' });
  await tell(1, 1);
  await tell(2, 1);
  expect(await screen.findByRole('link', { name: 'Playing now, 2–1' })).toBeTruthy();
  expect(server.heard.filter(({ path }) => path === STANDINGS)).toHaveLength(2);
});

it("shows a goal in the round's matches without asking", async () => {
  server.on(`GET ${STANDINGS}`, { json: makeTable() });
  server.on('GET /api/leagues/1/fixtures', { json: makeFixtures({ items: [match] }) });
  site.renderSite('/leagues/1/standings?tab=fixtures');
  await screen.findByRole('link', { name: /Avalon Town 1–1 Northgate/ });
  await tell(1, 2);
  expect(await screen.findByRole('link', { name: /Avalon Town 1–2 Northgate/ })).toBeTruthy();
  expect(server.heard.filter(({ path }) => path.endsWith('/fixtures'))).toHaveLength(1);
});
