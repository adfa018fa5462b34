import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '#domain/time.ts';
import { makeDay, makeLeague, makeMatch, makeMeta, makeScore, makeTable, makeTeam } from '#test/web/fixtures/matches.ts';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { t, tVi, tZh } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';
import { clearServerTime } from '#web/lib/clock.ts';
import { findTimeZone, useTimeZone } from '#web/lib/dates.ts';

const league = makeLeague();
const upcoming = makeMatch({ id: 12, home: makeTeam('Lyndale Rovers'), away: makeTeam('Marlow Athletic') });

let server: TestServer;
const matchMedia = window.matchMedia;
beforeAll(async () => {
  server = await startTestServer();
  // Preloaded, so that no test waits for it.
  await import('./matches-page.tsx');
  await import('#web/features/match-list/calendar-panel.tsx');
});
beforeEach(async () => {
  queryClient.clear();
  server.reset();
  server.on('GET /api/meta', { json: makeMeta() });
  server.on('GET /api/matches', { json: makeDay([upcoming]) });
  server.on('GET /api/matches/recommended', { json: { match: null } });
  server.on('GET /api/leagues', { json: { items: [{ ...league, season: '2026/27', teams: 20, matches_today: 1, live: 0 }] } });
  server.on('GET /api/leagues/1/standings', { json: makeTable() });
  await chooseLocale('en');
});
afterEach(() => {
  window.matchMedia = matchMedia;
  findTimeZone();
  clearServerTime();
});
afterAll(() => server.stop());

const row = (team: string) => screen.findByRole('link', { name: new RegExp(`${team}.*,`) });
const listCalls = () => server.heard.filter(({ path }) => path === '/api/matches');
const onPhone = () => {
  window.matchMedia = (media) => Object.assign(matchMedia(media), { matches: media === '(width < 768px)' });
};
const daysIn = async () => within(await screen.findByRole('navigation', { name: t('matches.dates_nav') })).getAllByRole('link');

describe('the calendar', () => {
  it('is navigated by keyboard, and returns the focus to its button', async () => {
    const { path } = renderSite('/matches?date=2026-03-31');
    await row('Lyndale Rovers');
    const button = screen.getByRole('button', { name: t('matches.choose_day') });
    button.focus();
    await userEvent.keyboard('{Enter}');
    const month = await screen.findByRole('grid', { name: 'March 2026' });
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Tuesday, 31 March 2026'));
    expect(within(month).getByRole('gridcell', { selected: true }).textContent).toBe('31');
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByRole('grid', { name: 'April 2026' })).toBeTruthy();
    await userEvent.keyboard('{PageUp}{Enter}');
    await waitFor(() => expect(path()).toBe('/matches?date=2026-03-01'));
    expect(screen.queryByRole('grid')).toBeNull();
    expect(document.activeElement).toBe(button);
  });

  it('is closed by Escape, and leads back to today', async () => {
    const { path } = renderSite('/matches?date=2026-03-31');
    await row('Lyndale Rovers');
    const button = screen.getByRole('button', { name: t('matches.choose_day') });
    await userEvent.click(button);
    await screen.findByRole('grid');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('grid')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(button));
    await userEvent.click(button);
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: t('common.today') }));
    await waitFor(() => expect(path()).toBe('/matches'));
  });

  it.each([
    ['zh-CN', tZh, '2026年3月', ['星期一', '星期日']],
    ['vi', tVi, 'tháng 3 năm 2026', ['Thứ Hai', 'Chủ Nhật']],
  ] as const)('uses the language %s', async (locale, say, month, [first, last]) => {
    await chooseLocale(locale);
    renderSite('/matches?date=2026-03-31');
    await userEvent.click(await screen.findByRole('button', { name: say('matches.choose_day') }));
    const grid = await screen.findByRole('grid', { name: month });
    const days = [...grid.querySelectorAll('th')].map((day) => day.getAttribute('aria-label'));
    expect([days[0], days.at(-1)]).toEqual([first, last]);
  });

  it('is a sheet on the phone', async () => {
    onPhone();
    const { path } = renderSite('/matches?date=2026-03-31');
    await userEvent.click(await screen.findByRole('button', { name: t('matches.choose_day') }));
    const sheet = await screen.findByRole('dialog', { name: t('matches.choose_day') });
    await userEvent.click(within(sheet).getByRole('button', { name: 'Monday, 16 March 2026' }));
    await waitFor(() => expect(path()).toBe('/matches?date=2026-03-16'));
  });
});

describe('the strip of days', () => {
  it.each(['2026-03-01', '2026-03-31', '2027-01-01'])('has the day before and after %s on the phone as well', async (date) => {
    onPhone();
    renderSite(`/matches?date=${date}`);
    const days = await daysIn();
    const at = days.findIndex((day) => day.getAttribute('aria-current') === 'date');
    const numbers = [-1, 0, 1].map((step) => days[at + step]?.querySelector('b')?.textContent);
    expect(numbers).toEqual([-1, 0, 1].map((step) => String(new Date(Date.parse(date) + step * 24 * HOUR_MS).getUTCDate())));
  });
});

describe('an invalid address', () => {
  it.each([
    ['date=2026-02-30', t('matches.fault.date')],
    ['date=9999-01-01', t('matches.fault.date')],
    ['status=xyz', t('matches.fault.filter')],
    [`q=${'a'.repeat(10_000)}`, t('matches.fault.search', { max: 80 })],
  ])('with ?%.20s says so, and is corrected', async (query, words) => {
    const { path } = renderSite(`/matches?${query}&league=1`);
    await row('Lyndale Rovers');
    expect(screen.getByText(words)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: t('common.close') }));
    expect(screen.queryByText(words)).toBeNull();
    await waitFor(() => expect(path()).toMatch(/^\/matches\?(q=a{80}&)?league=1$/));
  });

  it('sends no request for a search of control characters', async () => {
    renderSite('/matches?q=a%00%07b');
    await screen.findByRole('button', { name: t('matches.remove_filter', { filter: t('matches.only_search', { q: 'a b' }) }) });
    await waitFor(() => expect(new Set(listCalls().map(({ query }) => query.q))).toEqual(new Set([undefined, 'a b'])));
  });

  it('with an unknown league says so, and links back', async () => {
    server.on('GET /api/matches', ({ query }) => ({ json: query.league_id ? makeDay([], { leagues: [] }) : makeDay([upcoming]) }));
    const { path } = renderSite('/matches?league=999999999');
    expect(await screen.findByText(t('matches.empty.league'))).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: t('matches.empty.all_action') }));
    await waitFor(() => expect(path()).toBe('/matches'));
  });
});

it('falls back to UTC if the server does not know the zone, and says so', async () => {
  // A zone newer than the server.
  useTimeZone.setState({ name: 'America/Coyhaique', isAssumed: false });
  server.on('GET /api/matches', ({ query }) =>
    query.tz === 'UTC' ? { json: makeDay([upcoming]) } : { status: 400, json: { code: 'invalid_time_zone', detail: 'Unknown.' } },
  );
  renderSite('/matches');
  await row('Lyndale Rovers');
  expect(screen.getByText(t('matches.zone_unknown'))).toBeTruthy();
});

describe('a server in trouble', () => {
  it('that asks to wait gets another request automatically after that time', async () => {
    const refusal = { status: 429, json: { code: 'rate_limited', detail: 'Too many tries.', params: { seconds: 1 } } };
    server.on('GET /api/matches', refusal, refusal, refusal, { json: makeDay([upcoming]) });
    renderSite('/matches');
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByText('Too many tries.')).toBeTruthy();
    expect(within(alert).getByText(t('common.retry_in', { seconds: 1 }))).toBeTruthy();
    await row('Lyndale Rovers');
  });

  it('leaves no tab loading for ever', async () => {
    server.on('GET /api/matches', { status: 500, json: { detail: 'Out of order.' } });
    renderSite('/matches?tab=leagues');
    expect(within(await screen.findByRole('alert')).getByText('Out of order.')).toBeTruthy();
  });
});

describe('a browser whose clock is wrong', () => {
  it.each([HOUR_MS, -HOUR_MS])('by %i ms shows ages by the server’s clock', async (ahead) => {
    const live = makeMatch({ id: 11, status: 'ht', score: makeScore(1, 0), market: null });
    const confirmed_at = new Date(Date.now() + ahead - 90_000).toISOString();
    server.setClock(ahead);
    server.on('GET /api/matches', { json: makeDay([live], { confirmed_at }) });
    renderSite('/matches');
    expect(await screen.findByText(t('common.updated_ago', { ago: '1 min ago' }))).toBeTruthy();
  });

  it('does not show a bet as open that the server has closed', async () => {
    const begun = { ...upcoming, kickoff_at: new Date(Date.now() + HOUR_MS / 2).toISOString() };
    const drawAt340 = t('common.pick_at', { pick: t('common.draw'), odds: '3.40' });
    server.setClock(HOUR_MS);
    server.on('GET /api/matches', { json: makeDay([begun]) });
    renderSite('/matches');
    await row('Lyndale Rovers');
    await waitFor(() => expect(screen.queryByRole('button', { name: drawAt340 })).toBeNull());
    expect(screen.getByLabelText(drawAt340)).toBeTruthy();
  });
});

describe('a list that is long, or old', () => {
  it('is rendered completely in the end', async () => {
    const many = Array.from({ length: 60 }, (_, i) => makeMatch({ id: 100 + i }));
    server.on('GET /api/matches', { json: makeDay(many) });
    renderSite('/matches');
    await waitFor(() => expect(document.querySelectorAll('[data-match-link]')).toHaveLength(60));
  });

  it('fetches the next page as its end comes near', async () => {
    const near: (() => void)[] = [];
    class ComesNear {
      observe: () => void;
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        this.observe = () => near.push(() => tell([{ isIntersecting: true }]));
      }
      disconnect = () => undefined;
    }
    globalThis.IntersectionObserver = ComesNear as unknown as typeof IntersectionObserver;
    const last = makeMatch({ id: 13, home: makeTeam('Castellar') });
    server.on('GET /api/matches', ({ query }) => ({
      json: makeDay(query.page === '2' ? [last] : [upcoming], { total: 101, page: Number(query.page) }),
    }));
    renderSite('/matches');
    await row('Lyndale Rovers');
    await waitFor(() => expect(near).not.toEqual([]));
    expect(screen.queryByText('Castellar')).toBeNull();
    act(() => {
      for (const tell of near) tell();
    });
    await row('Castellar');
    Reflect.deleteProperty(globalThis, 'IntersectionObserver');
  });

  it('is refetched on a phone that shows prices, as often as the server wants', async () => {
    onPhone();
    server.on('GET /api/meta', { json: makeMeta({ odds_refresh_seconds: 1 }) });
    renderSite('/matches');
    await row('Lyndale Rovers');
    const before = listCalls().length;
    await waitFor(() => expect(listCalls().length).toBeGreaterThan(before + 1));
  });
});
