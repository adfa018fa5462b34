import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#domain/time.ts';
import { makeOverview } from '#test/web/fixtures/leagues.ts';
import { makeDay, makeLeague, makeMatch, makeMeta, makeScore, makeTable, makeTeam } from '#test/web/fixtures/matches.ts';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { t } from '#test/web/words.ts';
import { useFavorites } from '#web/data/favorites.ts';
import { queryClient } from '#web/data/query-client.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const fromNow = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toISOString();
const LEAGUES = [makeLeague(), makeLeague({ id: 2, name: 'Crown Cup', form: 'cup' })];
const liveOf = (id: number, rest = {}) =>
  makeMatch({ id, status: 'h2', minute: 67, score: makeScore(2, 1), home: makeTeam(`Home ${id}`), away: makeTeam(`Away ${id}`), ...rest });
const live = liveOf(11);
const cup = liveOf(12, { league_id: 2 });
const soon = makeMatch({ id: 13, kickoff_at: fromNow(20), home: makeTeam('Lyndale Rovers') });
const later = makeMatch({ id: 14, kickoff_at: fromNow(300), home: makeTeam('Castellar') });
const over = makeMatch({ id: 15, status: 'ft', score: makeScore(3, 0), home: makeTeam('Osterley') });

/** The list of today, as the server orders it, with six finished matches in the first league. */
const day = (items = [live, cup, soon, later], finished = 6) => {
  const page = makeDay(items, { leagues: LEAGUES });
  return {
    ...page,
    leagues: page.leagues.map((league, i) => (i === 0 ? { ...league, counts: { ...league.counts, finished } } : league)),
    soon: { after: fromNow(-30), until: fromNow(60) },
  };
};

let server: TestServer;
const matchMedia = window.matchMedia;
beforeAll(async () => {
  server = await startTestServer();
  await import('./matches-page.tsx');
  await import('./matches-page-shortcuts.tsx');
  await import('#web/app/shell/sport-choice.tsx');
});
beforeEach(async () => {
  queryClient.clear();
  useFavorites.setState({ match: new Set(), team: new Set(), league: new Set() });
  server.reset();
  server.on('GET /api/meta', { json: makeMeta() });
  server.on('GET /api/matches', ({ query }) => ({ json: query.status === 'finished' ? makeDay([over], { leagues: LEAGUES }) : day() }));
  server.on('GET /api/matches/recommended', { json: { match: { ...later, league: LEAGUES[0] } } });
  server.on('GET /api/leagues', {
    json: { items: [makeOverview({ ...LEAGUES[0]! }), makeOverview({ ...makeLeague({ id: 7, sport: 'tennis' }) })] },
  });
  server.on('GET /api/leagues/1/standings', { json: makeTable() });
  await chooseLocale('en');
});
afterEach(() => {
  window.matchMedia = matchMedia;
});
afterAll(() => server.stop());

const onPhone = () => {
  window.matchMedia = (media) => Object.assign(matchMedia(media), { matches: media === '(width < 768px)' });
};
const region = async (name: string) => within(await screen.findByRole('region', { name }));
const rowsIn = (part: Awaited<ReturnType<typeof region>>) =>
  part.getAllByRole('listitem').map((row) => within(row).getByRole('link').getAttribute('href')?.replace('/match/', ''));

describe('today', () => {
  it('opens with what is being played, then what starts soon, then the leagues', async () => {
    renderSite('/matches');
    const playing = await region(t('matches.playing'));
    expect(rowsIn(playing)).toEqual(['11', '12']);
    expect(playing.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(['First Division', 'Crown Cup']);
    expect(rowsIn(await region(t('matches.soon')))).toEqual(['13']);
    expect(rowsIn(await region('First Division'))).toEqual(['14']);
    expect(server.heard.find(({ path }) => path === '/api/matches')?.query).toMatchObject({ order: 'now' });
  });

  it('says how many are played, and puts the reader’s own first', async () => {
    useFavorites.setState({ match: new Set([12]) });
    renderSite('/matches');
    const playing = await region(t('matches.playing'));
    expect(rowsIn(playing)).toEqual(['12', '11']);
    expect(playing.getByText(t('matches.playing_own', { count: 2, own: 1 }))).toBeTruthy();
    expect(screen.queryByRole('region', { name: t('favorites.title') })).toBeNull();
  });

  it('folds the finished matches of a league that has others to come, and fetches them when asked', async () => {
    const { path } = renderSite('/matches');
    const league = await region('First Division');
    const fold = league.getByRole('button', { name: t('matches.finished_count', { count: 6 }) });
    expect(fold.getAttribute('aria-expanded')).toBe('false');
    await userEvent.click(fold);
    expect(await league.findByRole('link', { name: /Osterley/ })).toBeTruthy();
    expect(server.heard.at(-1)?.query).toMatchObject({ league_id: '1', status: 'finished' });
    // It is still open when one comes back.
    await userEvent.click(screen.getAllByRole('link', { name: t('matches.standings') })[0]!);
    await waitFor(() => expect(path()).toBe('/leagues/1/standings'));
    await userEvent.click(
      within(screen.getByRole('navigation', { name: t('shell.main_nav') })).getByRole('link', { name: t('shell.matches') }),
    );
    const again = await region('First Division');
    expect(await again.findByRole('link', { name: /Osterley/ })).toBeTruthy();
    await userEvent.click(again.getByRole('button', { name: t('matches.finished_count', { count: 6 }), expanded: true }));
    expect(again.queryByRole('link', { name: /Osterley/ })).toBeNull();
  });

  it('explains when the finished matches cannot be loaded, and tries again', async () => {
    server.on('GET /api/matches', ({ query }) => (query.status === 'finished' ? { status: 500, json: {} } : { json: day() }));
    renderSite('/matches');
    const league = await region('First Division');
    await userEvent.click(league.getByRole('button', { name: t('matches.finished_count', { count: 6 }) }));
    const alert = within(await league.findByRole('alert'));
    server.on('GET /api/matches', ({ query }) => ({ json: query.status === 'finished' ? makeDay([over]) : day() }));
    await userEvent.click(alert.getByRole('button', { name: t('common.retry') }));
    expect(await league.findByRole('link', { name: /Osterley/ })).toBeTruthy();
    await userEvent.click(league.getByRole('button', { name: t('matches.finished_count', { count: 6 }) }));
  });

  it('shows some of many matches in play, and the others when asked', async () => {
    const many = Array.from({ length: 12 }, (_, i) => liveOf(100 + i, { league_id: i < 8 ? 1 : 2 }));
    server.on('GET /api/matches', { json: day(many) });
    renderSite('/matches');
    const playing = await region(t('matches.playing'));
    expect(rowsIn(playing)).toHaveLength(8);
    await userEvent.click(playing.getByRole('button', { name: t('matches.more_playing', { count: 4, leagues: 'Crown Cup' }) }));
    expect(rowsIn(playing)).toHaveLength(12);
    await userEvent.click(playing.getByRole('button', { name: t('matches.fewer_playing') }));
    expect(rowsIn(playing)).toHaveLength(8);
  });

  it('pretends nothing is live when nothing is', async () => {
    server.on('GET /api/matches', { json: day([soon, later]) });
    renderSite('/matches');
    await region(t('matches.soon'));
    expect(screen.queryByRole('region', { name: t('matches.playing') })).toBeNull();
    const chip = screen.getByRole('button', { name: t('matches.status.live') });
    expect(chip.querySelector('.bg-live')).toBeNull();
  });
});

describe('on the phone', () => {
  beforeEach(onPhone);

  it('a menu beside the mark chooses the sport', async () => {
    const { path } = renderSite('/matches');
    const name = `${t('matches.sports_nav')}: ${t('matches.sports.football')}`;
    await userEvent.click(await screen.findByRole('button', { name }));
    await userEvent.click(await screen.findByRole('menuitemradio', { name: new RegExp(t('matches.sports.tennis')) }));
    await waitFor(() => expect(path()).toBe('/matches?sport=tennis'));
  });

  it('the controls fold on scrolling down and return on scrolling up', async () => {
    renderSite('/matches');
    await region(t('matches.playing'));
    const controls = screen.getByRole('navigation', { name: t('matches.dates_nav') }).parentElement!;
    const scrollTo = (y: number) => {
      Object.defineProperty(window, 'scrollY', { value: y, configurable: true });
      fireEvent.scroll(window);
    };
    const isFolded = () => controls.className.includes('-translate-y-');
    scrollTo(120);
    expect(isFolded()).toBe(false);
    scrollTo(400);
    expect(isFolded()).toBe(true);
    // A trembling finger does not bring them back.
    scrollTo(395);
    expect(isFolded()).toBe(true);
    scrollTo(380);
    expect(isFolded()).toBe(false);
    scrollTo(0);
    expect(isFolded()).toBe(false);
  });

  it('featured match, table and invitation are one tap away, after what is being played', async () => {
    renderSite('/matches');
    const shortcuts = within(await screen.findByRole('navigation', { name: t('matches.shortcuts') }));
    const match = await shortcuts.findByRole('link', { name: new RegExp(t('matches.recommended')) });
    expect(match.getAttribute('href')).toBe('/match/14');
    expect(shortcuts.getByRole('link', { name: /First Division/ }).getAttribute('href')).toBe('/leagues/1/standings');
    expect(shortcuts.getByRole('button', { name: t('matches.invite_short') })).toBeTruthy();
    const playing = screen.getByRole('region', { name: t('matches.playing') });
    expect(playing.nextElementSibling?.contains(match)).toBe(true);
  });
});
