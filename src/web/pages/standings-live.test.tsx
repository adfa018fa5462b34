import { act, screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeDraw, makeDraws, makeFixtures, makeTie } from '#test/web/fixtures/leagues.ts';
import { makeGroup, makeLeague, makeMatch, makeMeta, makeRow, makeScore, makeState, makeTable } from '#test/web/fixtures/matches.ts';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { type LiveServer, startLiveServer } from '#test/web/live-server.ts';
import { t } from '#test/web/words.ts';

const STANDINGS = '/api/leagues/1/standings';

let server: TestServer;
let liveServer: LiveServer;
// The socket uses the page's address, so modules that need it are loaded after that is set.
let site: { renderSite: typeof import('#test/web/render-site.tsx').renderSite; stopLive: () => void };
let seq = 0;

beforeAll(async () => {
  server = await startTestServer();
  liveServer = await startLiveServer(server.server);
  const { renderSite } = await import('#test/web/render-site.tsx');
  const { startLive } = await import('#web/data/live.ts');
  await import('./standings-page.tsx');
  site = { renderSite, stopLive: startLive() };
  // A topic joined before the connection opens is fetched again when it does.
  await vi.waitUntil(() => liveServer.heard.length > 0, { timeout: 30_000 });
});
beforeEach(async () => {
  const { queryClient } = await import('#web/data/query-client.ts');
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

/** Pushes the match's score to the page, once it listens. */
async function tell(home: number, away: number, status: 'h2' | 'ft' = 'h2'): Promise<void> {
  const joined = () => liveServer.heard.flatMap((message) => (message.t === 'join' ? [message.topic] : []));
  await waitFor(() => expect(joined()).not.toEqual([]));
  const change = { t: 'match' as const, match: makeState(match, { status, score: makeScore(home, away) }) };
  seq += 1;
  act(() => liveServer.say({ t: 'change', topic: joined().at(-1)!, seq, change }));
}

it('refetches the table at a goal that counts in it, and at nothing else', async () => {
  const table = (goals: number) => {
    const playing = { match_id: match.id, goals_for: goals, goals_against: 1 };
    return { json: makeTable({ in_play: 1, tables: [makeGroup([makeRow(1, 'Avalon Town', { playing })])] }) };
  };
  server.on(`GET ${STANDINGS}`, table(1), table(2));
  site.renderSite('/leagues/1/standings');
  await screen.findByRole('link', { name: t('leagues.playing', { score: '1–1' }) });
  await tell(1, 1);
  await tell(2, 1);
  expect(await screen.findByRole('link', { name: t('leagues.playing', { score: '2–1' }) })).toBeTruthy();
  expect(server.heard.filter(({ path }) => path === STANDINGS)).toHaveLength(2);
});

it('shows a goal in the round’s matches without a request', async () => {
  server.on(`GET ${STANDINGS}`, { json: makeTable() });
  server.on('GET /api/leagues/1/fixtures', { json: makeFixtures({ items: [match] }) });
  site.renderSite('/leagues/1/standings?tab=fixtures');
  await screen.findByRole('link', { name: /Avalon Town 1–1 Northgate/ });
  await tell(1, 2);
  expect(await screen.findByRole('link', { name: /Avalon Town 1–2 Northgate/ })).toBeTruthy();
  expect(server.heard.filter(({ path }) => path.endsWith('/fixtures'))).toHaveLength(1);
});

describe('a draw', () => {
  const draw = (tie: Parameters<typeof makeTie>[0]) =>
    makeDraws({
      draws: [
        makeDraw([
          ['Semi-finals', [makeTie(tie), null]],
          ['Final', [null]],
        ]),
      ],
    });
  const asked = () => server.heard.filter(({ path }) => path === '/api/leagues/1/draw').length;
  const open = async () => {
    server.on(`GET ${STANDINGS}`, { json: makeTable({ league: makeLeague({ form: 'cup' }), tables: [], has_draw: true }) });
    const over = { ...match, status: 'ft' as const, minute: null, score: makeScore(2, 1) };
    server.on('GET /api/leagues/1/draw', { json: draw({ matches: [match] }) }, { json: draw({ winner: 'home', matches: [over] }) });
    site.renderSite('/leagues/1/standings');
    await screen.findByRole('link', { name: /Avalon Town 1–1 Northgate/ });
  };

  it('shows a goal without a request, and refetches who advances after the match', async () => {
    await open();
    await tell(2, 1);
    expect(await screen.findByRole('link', { name: /Avalon Town 2–1 Northgate/ })).toBeTruthy();
    expect(asked()).toBe(1);
    await tell(2, 1, 'ft');
    expect(await screen.findByRole('link', { name: /Avalon Town 2–1 Northgate.*Avalon Town through/ })).toBeTruthy();
    expect(asked()).toBe(2);
  });

  it('refetches after missed messages', async () => {
    await open();
    await tell(1, 1);
    seq += 1;
    await tell(1, 1);
    await waitFor(() => expect(asked()).toBe(2));
  });
});
