import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeDay, makeLeague, makeMatch, makeMeta, makeScore, makeState, makeTeam } from '#test/web/fixtures/matches.ts';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { type LiveServer, startLiveServer } from '#test/web/live-server.ts';
import { t } from '#test/web/words.ts';

const DAY = '2026-03-02';
const FAVORITES = t('favorites.title');
/** What stands between the names of two teams. */
const VERSUS = t('match.versus', { home: '', away: '' });
const at = (time: string) => new Date(`${DAY}T${time}`).toISOString();
const [FIRST, CUP] = [makeLeague(), makeLeague({ id: 2, name: 'Crown Cup', form: 'cup' })];
const town = makeTeam('Avalon Town', { id: 71 });
const early = makeMatch({ id: 11, kickoff_at: at('12:00'), home: makeTeam('Northgate'), away: makeTeam('Osterley') });
const late = makeMatch({ id: 12, kickoff_at: at('15:00'), home: makeTeam('Lyndale Rovers'), away: makeTeam('Marlow Athletic') });
const cupTie = makeMatch({ id: 13, league_id: 2, kickoff_at: at('18:00'), home: makeTeam('Castellar'), away: makeTeam('Villareja') });
/** Not part of the day's list. */
const beyond = makeMatch({
  id: 21,
  kickoff_at: at('14:00'),
  status: 'h1',
  minute: 20,
  score: makeScore(0, 0),
  seen_at: at('14:20'),
  home: town,
});
const otherDay = makeMatch({ id: 22, kickoff_at: new Date('2026-03-09T12:00').toISOString(), home: makeTeam('Eastport') });
const chosen = (match: typeof early, league = FIRST) => ({ ...match, league });
const answer = (...items: ReturnType<typeof chosen>[]) => ({ json: { items, confirmed_at: new Date().toISOString() } });

let server: TestServer;
let liveServer: LiveServer;
let renderSite: typeof import('#test/web/render-site.tsx').renderSite;
let stopLive: () => void;

beforeAll(async () => {
  server = await startTestServer();
  // The socket uses the page's address, so modules that need it are loaded after that is set.
  liveServer = await startLiveServer(server.server);
  ({ renderSite } = await import('#test/web/render-site.tsx'));
  const { startLive } = await import('#web/data/live.ts');
  await import('./matches-page.tsx');
  stopLive = startLive();
  // A topic joined before the connection opens is fetched again when it does.
  await vi.waitUntil(() => liveServer.heard.length > 0, { timeout: 30_000 });
});
beforeEach(async () => {
  const { queryClient } = await import('#web/data/query-client.ts');
  const { chooseLocale } = await import('#web/i18n/locale-store.ts');
  queryClient.clear();
  server.reset();
  liveServer.heard.length = 0;
  server.on('GET /api/meta', { json: makeMeta() });
  server.on('GET /api/matches', { json: makeDay([early, late, cupTie], { leagues: [FIRST, CUP] }) });
  server.on('GET /api/matches/recommended', { json: { match: null } });
  server.on('GET /api/leagues', { json: { items: [] } });
  server.on('GET /api/leagues/1/standings', { status: 404, json: {} });
  await follow({});
  await chooseLocale('en');
});
afterAll(async () => {
  stopLive();
  await liveServer.stop().catch(() => undefined);
  await server.stop();
});

async function follow(lists: { match?: number[]; team?: number[]; league?: number[] }): Promise<void> {
  const { useFavorites } = await import('#web/data/favorites.ts');
  useFavorites.setState({ match: new Set(lists.match), team: new Set(lists.team), league: new Set(lists.league) });
}
const selectedCalls = () => server.heard.filter(({ path }) => path === '/api/matches/selected').map(({ query }) => query);
const list = () => screen.getByRole('main');
const section = (name: string) => screen.findByRole('region', { name });
const teamsIn = (element: HTMLElement) =>
  within(element)
    .queryAllByRole('listitem')
    .map((row) => within(row).getByRole('link').getAttribute('aria-label')?.split(VERSUS)[0]?.split(' 0–0')[0]);
const sections = () =>
  within(list())
    .getAllByRole('region')
    .map((region) => within(region).getAllByRole('heading')[0]?.textContent?.replace('★', ''))
    .filter((name) => [FAVORITES, 'First Division', 'Crown Cup'].includes(name ?? ''));

describe('a day with favorites', () => {
  it('begins with followed matches, also from outside the list, and does not repeat them', async () => {
    await follow({ match: [12], team: [town.id] });
    server.on('GET /api/matches/selected', answer(chosen(beyond), chosen(late), chosen(otherDay)));
    renderSite(`/matches?date=${DAY}`);
    expect(teamsIn(await section(FAVORITES))).toEqual(['Avalon Town', 'Lyndale Rovers']);
    expect(teamsIn(await section('First Division'))).toEqual(['Northgate']);
    expect(selectedCalls()).toEqual([{ date: DAY, tz: expect.any(String), ids: '12', team_ids: String(town.id) }]);
  });

  it('puts starred leagues first, by the star beside their name', async () => {
    renderSite(`/matches?date=${DAY}`);
    await section('Crown Cup');
    expect(sections()).toEqual(['First Division', 'Crown Cup']);
    await userEvent.click(screen.getByRole('button', { name: t('favorites.add', { name: 'Crown Cup' }) }));
    expect(sections()).toEqual(['Crown Cup', 'First Division']);
    expect(document.activeElement?.getAttribute('aria-label')).toBe(t('favorites.remove', { name: 'Crown Cup' }));
    expect(selectedCalls()).toEqual([]);
  });

  it('pins at once, before an answer, and the star keeps the focus', async () => {
    server.on('GET /api/matches/selected', { ...answer(chosen(late)), afterMs: 60_000 });
    renderSite(`/matches?date=${DAY}`);
    await section('First Division');
    await userEvent.click(
      screen.getByRole('button', {
        name: t('favorites.add', { name: t('match.versus', { home: 'Lyndale Rovers', away: 'Marlow Athletic' }) }),
      }),
    );
    expect(teamsIn(await section(FAVORITES))).toEqual(['Lyndale Rovers']);
    expect(document.activeElement?.getAttribute('aria-label')).toBe(
      t('favorites.remove', { name: t('match.versus', { home: 'Lyndale Rovers', away: 'Marlow Athletic' }) }),
    );
    await userEvent.keyboard('{Enter}');
    expect(screen.queryByRole('region', { name: FAVORITES })).toBeNull();
    expect(teamsIn(await section('First Division'))).toEqual(['Northgate', 'Lyndale Rovers']);
  });

  it('shows both together, so that nothing moves, and works without favorites that cannot be loaded', async () => {
    await follow({ team: [town.id] });
    const release = server.hold('GET /api/matches/selected', answer(chosen(beyond)));
    renderSite(`/matches?date=${DAY}`);
    await waitFor(() => expect(selectedCalls()).toHaveLength(1));
    expect(screen.queryByRole('region', { name: 'First Division' })).toBeNull();
    expect(screen.getByTestId('list-skeleton')).toBeTruthy();
    release();
    await section(FAVORITES);
    expect(sections()).toEqual([FAVORITES, 'First Division', 'Crown Cup']);
  });

  it('works without favorites that cannot be loaded', async () => {
    await follow({ team: [town.id], match: [12] });
    server.on('GET /api/matches/selected', { status: 500, json: {} });
    renderSite(`/matches?date=${DAY}`);
    expect(teamsIn(await section(FAVORITES))).toEqual(['Lyndale Rovers']);
    expect(sections()).toEqual([FAVORITES, 'First Division', 'Crown Cup']);
  });

  it('has nothing pinned when filtered to a league, whose favorites come first', async () => {
    await follow({ match: [12] });
    server.on('GET /api/matches/selected', answer(chosen(late)));
    renderSite(`/matches?date=${DAY}&league=1`);
    expect(teamsIn(await section('First Division'))).toEqual(['Lyndale Rovers', 'Northgate']);
    expect(screen.queryByRole('region', { name: FAVORITES })).toBeNull();
  });

  it('updates the clock in a pinned row, and announces its goals', async () => {
    await follow({ team: [town.id] });
    server.on('GET /api/matches/selected', answer(chosen(beyond)));
    renderSite(`/matches?date=${DAY}`);
    const row = within(await section(FAVORITES)).getByRole('listitem');
    const topic = `matches:${DAY}`;
    await waitFor(() => expect(liveServer.heard).toContainEqual(expect.objectContaining({ t: 'join', topic })));
    const match = makeState(beyond, { minute: 21, seen_at: at('14:21'), score: makeScore(1, 0) });
    const line = t('match.score_line', { home: 'Avalon Town', away: 'Northgate', home_score: 1, away_score: 0 });
    act(() => liveServer.say({ t: 'change', topic, seq: 1, change: { t: 'match', match } }));
    await waitFor(() => expect(within(row).getByRole('link').getAttribute('aria-label')).toMatch(new RegExp(`^${line}`)));
    expect(screen.getByText(t('match.goal', { line }))).toBeTruthy();
  });
});

describe('the tab of favorites', () => {
  it('shows the day’s followed matches, then starred ones of other days, and moves by day', async () => {
    await follow({ match: [22], team: [town.id], league: [2] });
    server.on('GET /api/matches/selected', ({ query }) =>
      query.date === DAY ? answer(chosen(beyond), chosen(cupTie, CUP), chosen(otherDay)) : answer(chosen(otherDay)),
    );
    const { path } = renderSite(`/matches?date=${DAY}&tab=favorites`);
    expect(teamsIn(await section('Crown Cup'))).toEqual(['Castellar']);
    expect(selectedCalls()[0]).toMatchObject({ date: DAY, ids: '22', team_ids: String(town.id), league_ids: '2' });
    expect(screen.getByRole('heading', { name: t('favorites.other_days') })).toBeTruthy();
    expect(screen.getAllByRole('region', { name: 'First Division' }).map(teamsIn)).toEqual([['Avalon Town'], ['Eastport']]);
    await userEvent.keyboard(']');
    await waitFor(() => expect(path()).toBe('/matches?date=2026-03-03&tab=favorites'));
    expect(await screen.findByText(t('favorites.none_that_day'))).toBeTruthy();
    expect(teamsIn(await section('First Division'))).toEqual(['Eastport']);
  });

  it('removes unstarred matches at once', async () => {
    await follow({ match: [12, 13] });
    server.on('GET /api/matches/selected', answer(chosen(late), chosen(cupTie, CUP)));
    renderSite(`/matches?date=${DAY}&tab=favorites`);
    await section('Crown Cup');
    await userEvent.click(
      screen.getByRole('button', { name: t('favorites.remove', { name: t('match.versus', { home: 'Castellar', away: 'Villareja' }) }) }),
    );
    expect(screen.queryByRole('region', { name: 'Crown Cup' })).toBeNull();
    expect(teamsIn(await section('First Division'))).toEqual(['Lyndale Rovers']);
  });

  it('shows what to do if nothing is starred', async () => {
    renderSite(`/matches?date=${DAY}&tab=favorites`);
    expect(await screen.findByText(t('favorites.empty'))).toBeTruthy();
    const hrefs = [t('favorites.to_matches'), t('favorites.to_leagues')].map((name) =>
      within(list()).getByRole('link', { name }).getAttribute('href'),
    );
    expect(hrefs).toEqual([`/matches?date=${DAY}`, '/leagues']);
    expect(selectedCalls()).toEqual([]);
  });

  it('shows an error, and retries', async () => {
    await follow({ match: [12] });
    server.on('GET /api/matches/selected', { status: 500, json: { detail: 'Out of order.' } });
    renderSite(`/matches?date=${DAY}&tab=favorites`);
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByText(t('favorites.load_failed'))).toBeTruthy();
    server.on('GET /api/matches/selected', answer(chosen(late)));
    await userEvent.click(within(alert).getByRole('button', { name: t('common.retry') }));
    expect(teamsIn(await section('First Division'))).toEqual(['Lyndale Rovers']);
  });
});
