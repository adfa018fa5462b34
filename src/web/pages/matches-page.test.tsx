import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveChange } from '#contract/live.ts';
import {
  makeDay,
  makeLeague,
  makeMarket,
  makeMatch,
  makeMeta,
  makeScore,
  makeState,
  makeTable,
  makeTeam,
} from '#test/web/fixtures/matches.ts';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { type LiveServer, startLiveServer } from '#test/web/live-server.ts';
import { t } from '#test/web/words.ts';
import { useShield } from '#web/data/shield.ts';

/** The name of the filter begins so; the number of matches follows. */
const FINISHED = new RegExp(`^${t('matches.status.finished')}`);
const LEAGUES = [makeLeague(), makeLeague({ id: 2, name: 'Crown Cup', form: 'cup' })];
let live: ReturnType<typeof makeMatch>;
const upcoming = makeMatch({ id: 12, home: makeTeam('Lyndale Rovers'), away: makeTeam('Marlow Athletic') });
const finished = makeMatch({
  id: 13,
  league_id: 2,
  status: 'pen',
  round: 'Final',
  score: { ...makeScore(1, 1), penalty: [4, 2] },
  home: makeTeam('Castellar'),
  away: makeTeam('Villareja'),
});

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
  // Preloaded, so that no test waits for it.
  await import('./matches-page.tsx');
  site = { renderSite, stopLive: startLive() };
  // A topic joined before the connection opens is fetched again when it does.
  await vi.waitUntil(() => liveServer.heard.length > 0, { timeout: 30_000 });
});
beforeEach(async () => {
  const { queryClient } = await import('#web/data/query-client.ts');
  const { chooseLocale } = await import('#web/i18n/locale-store.ts');
  const { useFavorites } = await import('#web/data/favorites.ts');
  queryClient.clear();
  live = makeMatch({
    id: 11,
    status: 'h2',
    minute: 67,
    seen_at: new Date().toISOString(),
    score: makeScore(2, 1),
    red_cards: { home: 0, away: 1 },
  });
  useFavorites.setState({ match: new Set(), team: new Set(), league: new Set() });
  server.reset();
  liveServer.heard.length = 0;
  server.on('GET /api/meta', { json: makeMeta() });
  server.on('GET /api/matches', { json: makeDay([live, upcoming, finished], { leagues: LEAGUES }) });
  server.on('GET /api/matches/recommended', { json: { match: { ...upcoming, league: LEAGUES[0] } } });
  server.on('GET /api/leagues', { json: { items: [] } });
  server.on('GET /api/leagues/1/standings', { json: makeTable() });
  await chooseLocale('en');
});
afterAll(async () => {
  site.stopLive();
  await liveServer.stop().catch(() => undefined);
  await server.stop();
});

it('begins with its matches if they are loaded already', async () => {
  const { preparePage } = await import('#web/app/router.tsx');
  await preparePage({ pathname: '/matches', search: '' });
  site.renderSite('/matches');
  expect(screen.getByRole('link', { name: /Castellar.*,/ })).toBeDefined();
});

const rowOf = async (team: string): Promise<HTMLElement> => {
  const [link] = await screen.findAllByRole('link', { name: new RegExp(`${team}.*,`) });
  const row = link?.closest('li');
  if (!row) throw new Error(`no row of ${team}`);
  return row;
};
/** The name of a price. */
const priceOf = (pick: 'home' | 'draw' | 'away', odds: string) => t('common.pick_at', { pick: t(`common.${pick}`), odds });
const score = (home: number, away: number) =>
  t('match.score_line', { home: 'Avalon Town', away: 'Northgate', home_score: home, away_score: away });
const listCalls = () => server.heard.filter(({ path }) => path === '/api/matches');
/** Pushes a change to the page, once it listens. */
async function push(change: LiveChange): Promise<void> {
  const joined = () =>
    liveServer.heard.flatMap((message) => (message.t === 'join' && message.topic.startsWith('matches:') ? [message.topic] : []));
  await waitFor(() => expect(joined()).not.toEqual([]));
  const topic = joined().at(-1) ?? '';
  seq += 1;
  act(() => liveServer.say({ t: 'change', topic, seq, change }));
  liveServer.setSeq(topic, seq);
}

describe('a row', () => {
  it('shows a live match’s minute, score, red cards and losing side; its prices are no buttons', async () => {
    site.renderSite('/matches');
    const row = await rowOf('Avalon Town');
    expect(within(row).getByRole('link').getAttribute('aria-label')).toBe(
      `${score(2, 1)}, ${t('match.status.long.h2')}, ${t('match.minute', { minute: '67' })}`,
    );
    expect(within(row).getByText('67′')).toBeTruthy();
    expect(within(row).getByLabelText(t('match.red_cards', { count: 1 }))).toBeTruthy();
    expect(within(row).getByLabelText(t('common.probability', { home: '44%', draw: '27%', away: '29%' }))).toBeTruthy();
    expect(within(row).getByLabelText(priceOf('home', '2.15'))).toBeTruthy();
    // Each bar is marked, and one says it in words.
    expect(screen.getAllByRole('img', { name: t('common.chances_of_market') }).length).toBeGreaterThan(1);
    expect(screen.getAllByText(t('common.chances_of_market'), { selector: 'p' })).toHaveLength(1);
    expect(within(row).queryByRole('button', { name: new RegExp(priceOf('home', '2.15')) })).toBeNull();
  });

  it('opens the slip with the outcome picked, from a price before kick-off', async () => {
    server.on('GET /api/matches/12', { status: 404, json: {} });
    const { path } = site.renderSite('/matches');
    await userEvent.click(within(await rowOf('Lyndale Rovers')).getByRole('button', { name: priceOf('draw', '3.25') }));
    await waitFor(() => expect(path()).toBe('/match/12?market=1x2&pick=draw&odds=3.25'));
  });

  it('has no buttons before kick-off while no stakes are taken', async () => {
    server.on('GET /api/matches', { json: makeDay([makeMatch({ home: makeTeam('Lyndale Rovers'), offer: null })]) });
    site.renderSite('/matches');
    const row = await rowOf('Lyndale Rovers');
    expect(within(row).getByRole('img', { name: t('common.home') }).textContent).toContain('–');
    expect(within(row).queryByRole('button', { name: new RegExp(t('common.pick_at', { pick: '.+', odds: '\\d' })) })).toBeNull();
  });

  it('of a finished match has no prices, and shows how the shoot-out ended', async () => {
    site.renderSite('/matches');
    const row = await rowOf('Castellar');
    expect(within(row).getByText(t('match.pens_score', { home: 4, away: 2 }))).toBeTruthy();
    expect(within(row).queryByLabelText(new RegExp(t('common.pick_at', { pick: '.+', odds: '\\d' })))).toBeNull();
  });
});

describe('filters', () => {
  it('are kept in the address and sent with the request', async () => {
    const { path } = site.renderSite('/matches?invite=ABCDEFGH');
    await userEvent.click(await screen.findByRole('button', { name: FINISHED }));
    await waitFor(() => expect(path()).toBe('/matches?invite=ABCDEFGH&status=finished'));
    await waitFor(() => expect(listCalls().at(-1)?.query).toMatchObject({ status: 'finished', per_league: '8' }));
    await userEvent.click(await screen.findByRole('button', { name: FINISHED, pressed: true }));
    await waitFor(() => expect(path()).toBe('/matches?invite=ABCDEFGH'));
  });

  it('show a whole league, and lead back', async () => {
    const { path } = site.renderSite('/matches?league=2');
    await screen.findByRole('button', { name: t('matches.remove_filter', { filter: t('matches.only_league', { league: 'Crown Cup' }) }) });
    expect(listCalls().some(({ query }) => query.league_id === '2' && query.per_league === undefined)).toBe(true);
    await userEvent.click(
      screen.getByRole('button', { name: t('matches.remove_filter', { filter: t('matches.only_league', { league: 'Crown Cup' }) }) }),
    );
    await waitFor(() => expect(path()).toBe('/matches'));
  });

  it('search from "/", and clear the search if nothing was found', async () => {
    server.on('GET /api/matches', ({ query }) => ({ json: makeDay(query.q ? [] : [live], { leagues: query.q ? [] : LEAGUES }) }));
    const { path } = site.renderSite('/matches');
    await rowOf('Avalon Town');
    await userEvent.keyboard('/zzz{Enter}');
    await waitFor(() => expect(path()).toBe('/matches?q=zzz'));
    expect(await screen.findByText(t('matches.empty.search', { q: 'zzz' }))).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: t('matches.empty.search_action') }));
    await rowOf('Avalon Town');
    await waitFor(() => expect(path()).toBe('/matches'));
  });

  it('show further pages of a long day', async () => {
    server.on('GET /api/matches', ({ query }) => ({
      json: makeDay(query.page === '2' ? [finished] : [live], { leagues: LEAGUES, total: 101, page: Number(query.page) }),
    }));
    site.renderSite('/matches');
    await userEvent.click(await screen.findByRole('button', { name: t('matches.load_more') }));
    await rowOf('Castellar');
    expect(screen.queryByRole('button', { name: t('matches.load_more') })).toBeNull();
  });
});

describe('the keyboard', () => {
  it('moves through rows, stars one and changes the day', async () => {
    const { path } = site.renderSite('/matches?date=2026-03-02');
    await rowOf('Avalon Town');
    const labels = () => document.activeElement?.getAttribute('aria-label');
    await userEvent.keyboard('j');
    expect(labels()).toMatch(/^Avalon Town/);
    await userEvent.keyboard('jj');
    expect(labels()).toMatch(/^Castellar/);
    await userEvent.keyboard('k');
    expect(labels()).toMatch(/^Lyndale Rovers/);
    await userEvent.keyboard('f');
    expect(
      screen.getByRole('button', {
        name: t('favorites.remove', { name: t('match.versus', { home: 'Lyndale Rovers', away: 'Marlow Athletic' }) }),
      }),
    ).toBeTruthy();
    // Pinned: the favorite is first now, and kept the focus.
    expect(document.querySelectorAll('[data-match-link]')[0]?.getAttribute('data-match-link')).toBe('12');
    expect(labels()).toMatch(/^Lyndale Rovers/);
    await userEvent.keyboard(']');
    await waitFor(() => expect(path()).toBe('/matches?date=2026-03-03'));
    await userEvent.keyboard('[[[[');
    await waitFor(() => expect(path()).toBe('/matches?date=2026-03-01'));
  });
});

describe('a push', () => {
  it('of a goal changes the row, highlights and announces it, without a request', async () => {
    site.renderSite('/matches');
    const row = await rowOf('Avalon Town');
    const before = listCalls().length;
    await push({
      t: 'match',
      match: makeState(live, { minute: 68, seen_at: new Date(Date.now() + 1_000).toISOString(), score: makeScore(2, 2) }),
    });
    await waitFor(() => expect(within(row).getByRole('link').getAttribute('aria-label')).toMatch(new RegExp(`^${score(2, 2)}`)));
    const sweep = await within(row).findByTestId('goal-sweep');
    expect(await screen.findByText(t('match.goal', { line: score(2, 2) }))).toBeTruthy();
    fireEvent.animationEnd(sweep);
    expect(within(row).queryByTestId('goal-sweep')).toBeNull();
    expect(listCalls().length).toBe(before);
  });

  it.each<[string, () => LiveChange]>([
    [
      'of a goal',
      () => ({ t: 'match', match: makeState(live, { seen_at: new Date(Date.now() + 1_000).toISOString(), score: makeScore(2, 2) }) }),
    ],
    ['to fetch again', () => ({ t: 'refetch' })],
  ])('%s counts too if it arrives before the first reply, which may be older', async (_, change) => {
    const answer = server.hold('GET /api/matches', { json: makeDay([live], { leagues: LEAGUES }) });
    site.renderSite('/matches');
    await waitFor(() => expect(listCalls()).not.toEqual([]));
    const { subscribeLive } = await import('#web/data/live.ts');
    const heard = new Promise<void>((resolve) => {
      const stop = subscribeLive((message) => {
        if (message.t !== 'change') return;
        stop();
        // Pushes are applied in the next frame.
        requestAnimationFrame(() => resolve());
      });
    });
    await push(change());
    await act(() => heard);
    server.on('GET /api/matches', { json: makeDay([{ ...live, score: makeScore(2, 2) }], { leagues: LEAGUES }) });
    answer();
    const row = await rowOf('Avalon Town');
    // The list is fetched again every 15 s during play.
    await waitFor(() => expect(within(row).getByRole('link').getAttribute('aria-label')).toMatch(new RegExp(`^${score(2, 2)}`)), {
      timeout: 10_000,
    });
  });

  it('of a price shows its direction for a while', async () => {
    site.renderSite('/matches');
    const row = await rowOf('Lyndale Rovers');
    await push({
      t: 'market',
      match_id: 12,
      market: makeMarket({ confirmed_at: new Date(Date.now() + 1_000).toISOString() }),
      offer: { home: 2.05, draw: 3.25, away: 3.5 },
    });
    await waitFor(() =>
      expect(within(row).getByRole('button', { name: `${priceOf('home', '2.05')}, ${t('common.price_down')}` })).toBeTruthy(),
    );
    expect(within(row).getByRole('button', { name: `${priceOf('away', '3.50')}, ${t('common.price_up')}` })).toBeTruthy();
    expect(within(row).getByRole('button', { name: priceOf('draw', '3.25') })).toBeTruthy();
  });
});

describe('when there is nothing to show', () => {
  it('an empty day links to the next one', async () => {
    server.on('GET /api/matches', { json: makeDay([], { leagues: [] }) });
    site.renderSite('/matches?date=2026-03-02');
    expect(await screen.findByText(t('matches.empty.day'))).toBeTruthy();
    const links = screen.getAllByRole('link', { name: t('matches.next_day') });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/matches?date=2026-03-03', '/matches?date=2026-03-03']);
  });

  it('says that results are hidden, instead of that no match is live, behind a shield that hides them', async () => {
    server.on('GET /api/matches', { json: makeDay([]) });
    useShield.setState({ shield: { revealed: [] } });
    site.renderSite('/matches?status=live');
    expect(await screen.findByText(t('matches.empty.hidden'))).toBeTruthy();
    expect(screen.queryByText(t('matches.empty.live'))).toBeNull();
    act(() => useShield.setState({ shield: null }));
    expect(screen.getByText(t('matches.empty.live'))).toBeTruthy();
  });

  it('an error is shown, with a retry', async () => {
    server.on('GET /api/matches', { status: 500, json: { detail: 'Out of order.' } });
    site.renderSite('/matches');
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByText(t('matches.load_failed'))).toBeTruthy();
    expect(within(alert).getByText('Out of order.')).toBeTruthy();
    server.on('GET /api/matches', { json: makeDay([live], { leagues: LEAGUES }) });
    await userEvent.click(within(alert).getByRole('button', { name: t('common.retry') }));
    await rowOf('Avalon Town');
  });

  it('a late feed is named while a match is live', async () => {
    const confirmed_at = new Date(Date.now() - 150_000).toISOString();
    const quiet = { ...live, seen_at: confirmed_at, market: null };
    server.on('GET /api/matches', { json: makeDay([quiet], { leagues: LEAGUES, confirmed_at }) });
    site.renderSite('/matches');
    expect(await screen.findByText(new RegExp(`^${t('common.updated_ago', { ago: '[23]' })}`))).toBeTruthy();
  });

  it('favorites explain how to add some', async () => {
    site.renderSite('/matches?tab=favorites');
    expect(await screen.findByText(t('favorites.empty'))).toBeTruthy();
  });
});
