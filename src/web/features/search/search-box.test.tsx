import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type SearchHit, search } from '#contract/search.ts';
import { makeLegalFacts } from '#test/web/fixtures/legal.ts';
import { makeLeague, makeMeta, makeTeam } from '#test/web/fixtures/matches.ts';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { useSession } from '#web/data/session.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const league = makeLeague({ id: 4, name: 'First Division' });
const town = makeTeam('Avalon Town', { id: 31, names: { vi: 'Thị trấn Avalon' } });
const rovers = makeTeam('Avalon Rovers', { id: 32 });
const teamHit = (team: typeof town): SearchHit => ({ kind: 'team', team, sport: 'football', country_code: 'gb-eng', league });
const found = (...items: SearchHit[]) => ({ json: search.reply.parse({ items }) });
const HITS = found(teamHit(town), teamHit(rovers), { kind: 'league', league });

let server: TestServer;
const { matchMedia } = window;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  server.reset();
  server.on('GET /api/meta', { json: makeMeta() });
  server.on('GET /api/legal', { json: makeLegalFacts() });
  server.on('GET /api/search', HITS);
  queryClient.clear();
  // Otherwise the promo would open during the test.
  localStorage.setItem('promo_shown_at', String(Date.now()));
  useSession.setState({ user: null, token: '', booted: true });
  await chooseLocale('en');
});
afterEach(() => {
  window.matchMedia = matchMedia;
});
afterAll(() => server.stop());

const asked = () => server.heard.filter(({ path }) => path === '/api/search').map(({ query }) => query.q);
const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: t('search.label') });
const options = async () => (await screen.findAllByRole('option')).map(({ textContent }) => textContent);

/** The terms page needs little from the server. */
async function start() {
  const user = userEvent.setup();
  const site = renderSite('/terms');
  await screen.findByRole('heading', { name: t('legal.terms.heading') });
  return { user, ...site };
}

describe('the search box', () => {
  it('shows results while typing, with a request once the typing pauses', async () => {
    const { user } = await start();
    await user.click(box());
    server.on('GET /api/search', ({ query }) => (query.q === 'aval' ? HITS : found()));
    // In one task, so that no pause is long enough for a request, however slow the machine is.
    for (const text of ['a', 'av', 'ava', 'aval']) fireEvent.input(box(), { target: { value: text } });
    await screen.findByText('Avalon Rovers');
    expect(await options()).toEqual([
      `Avalon Town${t('search.team')} · First Division`,
      `Avalon Rovers${t('search.team')} · First Division`,
      `First Division${t('search.league')} · ${t('matches.sports.football')} · ${t('leagues.countries.gb-eng')}`,
      t('search.in_day', { q: 'aval' }),
    ]);
    // The first letter opens the suggestions, which ask at once; those after it wait.
    expect(asked().filter((text) => text !== 'a')).toEqual(['aval']);
    expect(box().getAttribute('aria-expanded')).toBe('true');
  });

  it('opens a team by keyboard alone, and clears the text', async () => {
    const { user, path } = await start();
    await user.keyboard('/');
    expect(document.activeElement).toBe(box());
    await user.keyboard('aval');
    await screen.findByText('Avalon Rovers');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    const second = screen.getByRole('option', { name: /Avalon Rovers/ });
    expect(second.getAttribute('aria-selected')).toBe('true');
    expect(box().getAttribute('aria-activedescendant')).toBe(second.id);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(path()).toBe('/team/32'));
    expect(box().value).toBe('');
    expect(screen.queryByRole('option')).toBeNull();
  });

  it('opens a player, who is named with the team', async () => {
    server.on('GET /api/search', found({ kind: 'player', player: { id: 7, name: 'Tobias Lind' }, team: town, sport: 'football' }));
    const { user, path } = await start();
    await user.type(box(), 'lind');
    await user.click(await screen.findByRole('option', { name: new RegExp(`Tobias Lind.*${t('search.player')} · Avalon Town`) }));
    await waitFor(() => expect(path()).toBe('/player/7'));
  });

  it('opens a league by mouse', async () => {
    const { user, path } = await start();
    await user.type(box(), 'first');
    await user.click(await screen.findByRole('option', { name: new RegExp(`First Division.*${t('search.league')}`) }));
    await waitFor(() => expect(path()).toBe('/leagues/4/standings'));
  });

  it('filters the list on Enter without a selection, and on its own last line', async () => {
    const { user, path } = await start();
    await user.type(box(), 'aval');
    await screen.findByText('Avalon Rovers');
    await user.keyboard('{Enter}');
    await screen.findByRole('heading', { name: t('matches.heading') });
    await waitFor(() => expect(path()).toBe('/matches?q=aval'));
    expect(box().value).toBe('aval');
    await user.click(screen.getByRole('button', { name: t('search.clear') }));
    await waitFor(() => expect(path()).toBe('/matches'));
    await user.type(box(), 'town');
    await user.click(await screen.findByRole('option', { name: t('search.in_day', { q: 'town' }) }));
    await waitFor(() => expect(path()).toBe('/matches?q=town'));
  });

  it('closes on Escape, and cancels the search on the next', async () => {
    const { user, path } = await start();
    await user.type(box(), 'aval');
    await screen.findByText('Avalon Rovers');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('option')).toBeNull();
    expect(box().value).toBe('aval');
    await user.keyboard('{Escape}');
    expect(box().value).toBe('');
    expect(document.activeElement).not.toBe(box());
    await waitFor(() => expect(path()).toBe('/terms'));
  });

  it('selects nothing when the focus leaves', async () => {
    const { user, path } = await start();
    await user.type(box(), 'aval');
    await screen.findByText('Avalon Rovers');
    await user.keyboard('{ArrowDown}{Tab}');
    await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
    await waitFor(() => expect(path()).toBe('/terms'));
  });

  it('says that nothing was found, and offers the next step', async () => {
    server.on('GET /api/search', found());
    const { user } = await start();
    await user.type(box(), 'qwxz');
    expect(await screen.findByText(t('search.nothing'))).toBeTruthy();
    expect(await options()).toEqual([t('search.in_day', { q: 'qwxz' })]);
  });

  it('shows what failed, and retries', async () => {
    server.on('GET /api/search', { status: 503, json: { code: 'unavailable', detail: 'The service is having a rest.' } }, HITS);
    const { user, path } = await start();
    await user.type(box(), 'aval');
    expect((await screen.findByRole('alert')).textContent).toContain(t('search.failed'));
    await user.click(screen.getByRole('option', { name: t('common.retry') }));
    expect(await screen.findByText('Avalon Rovers')).toBeTruthy();
    await waitFor(() => expect(path()).toBe('/terms'));
  });

  it('keeps earlier results while more is typed', async () => {
    const { user } = await start();
    await user.type(box(), 'ava');
    await screen.findByText('Avalon Rovers');
    let isShown = true;
    server.on('GET /api/search', () => {
      isShown &&= screen.queryByText('Avalon Rovers') !== null;
      return found(teamHit(town));
    });
    await user.type(box(), 'lon t');
    await waitFor(() => expect(screen.queryByText('Avalon Rovers')).toBeNull());
    expect(isShown).toBe(true);
    expect(screen.getByText('Avalon Town')).toBeTruthy();
  });

  it('names teams in the current language, and accepts any text', async () => {
    const { user } = await start();
    await user.click(box());
    await user.paste('x'.repeat(10_000));
    expect(box().value).toHaveLength(80);
    await user.clear(box());
    await user.paste('ava\u0000\u0007');
    await chooseLocale('vi');
    expect(await screen.findByText('Thị trấn Avalon')).toBeTruthy();
  });
});

describe('on the phone', () => {
  it('replaces the bar, and restores it', async () => {
    window.matchMedia = (media) => Object.assign(matchMedia(media), { matches: media === '(width < 768px)' });
    const { user, path } = await start();
    // Testing Library also takes the headings of cards for banners.
    const bar = screen.getByRole('button', { name: t('search.label') }).closest('header')!;
    expect(within(bar).queryByRole('combobox')).toBeNull();
    await user.click(within(bar).getByRole('button', { name: t('search.label') }));
    expect(document.activeElement).toBe(box());
    await user.keyboard('{Escape}');
    expect(within(bar).queryByRole('combobox')).toBeNull();
    expect(document.activeElement).toBe(within(bar).getByRole('button', { name: t('search.label') }));
    await user.keyboard('{Enter}aval');
    await user.click(await screen.findByRole('option', { name: /Avalon Town/ }));
    await waitFor(() => expect(path()).toBe('/team/31'));
    expect(within(bar).queryByRole('combobox')).toBeNull();
  });
});
