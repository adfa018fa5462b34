import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeOverview } from '#test/web/fixtures/leagues.ts';
import { makeMeta } from '#test/web/fixtures/matches.ts';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const LEAGUES = 'GET /api/leagues';
const ENGLAND = t('leagues.countries.gb-eng');
/** The name of any league’s link to its matches of today. */
const MATCHES_OF = new RegExp(`^${t('leagues.matches_of', { league: '.+' })}$`);

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  queryClient.clear();
  server.reset();
  localStorage.clear();
  server.on('GET /api/meta', { json: makeMeta() });
  await chooseLocale('en');
});
afterAll(() => server.stop());

const answer = (...items: ReturnType<typeof makeOverview>[]) => server.on(LEAGUES, { json: { items } });
const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

it('shows leagues by country, international ones last, with today’s matches and those in play', async () => {
  answer(
    makeOverview({ id: 1, name: 'Champions Cup', country_code: null, form: 'cup' }),
    makeOverview({ id: 2, name: 'First Division', matches_today: 3, live: 2 }),
    makeOverview({ id: 3, name: 'Primera', country_code: 'es', matches_today: 0 }),
  );
  renderSite('/leagues');
  const england = within(await screen.findByRole('region', { name: ENGLAND }));
  expect(headings()).toEqual([ENGLAND, 'Spain', t('leagues.international')]);
  expect(england.getByRole('link', { name: 'First Division' }).getAttribute('href')).toBe('/leagues/2/standings');
  const today = england.getByRole('link', { name: t('leagues.matches_of', { league: 'First Division' }) });
  expect(today.textContent).toBe(`${t('leagues.live', { count: 2 })}${t('leagues.today', { count: 3 })}`);
  expect(today.getAttribute('href')).toBe('/matches?league=2');
  expect(screen.queryByRole('textbox', { name: t('leagues.filter') })).toBeNull();
});

it('switches between the sports that have leagues, in the address', async () => {
  answer(makeOverview({ id: 1 }), makeOverview({ id: 2, sport: 'basketball', name: 'Hoops League' }));
  const { path } = renderSite('/leagues');
  await screen.findByRole('link', { name: 'First Division' });
  const sports = within(screen.getByRole('radiogroup', { name: t('matches.sports_nav') }));
  expect(sports.getAllByRole<HTMLInputElement>('radio').map(({ value }) => value)).toEqual(['football', 'basketball']);
  await userEvent.click(sports.getByRole('radio', { name: t('matches.sports.basketball') }));
  const matches = await screen.findByRole('link', { name: t('leagues.matches_of', { league: 'Hoops League' }) });
  expect(matches.getAttribute('href')).toBe('/matches?league=2&sport=basketball');
  expect(screen.queryByRole('link', { name: 'First Division' })).toBeNull();
  await waitFor(() => expect(path()).toBe('/leagues?sport=basketball'));
});

it('shows other leagues if the address asks for a sport without any', async () => {
  answer(makeOverview({ id: 2, sport: 'esports', name: 'Pixel League' }));
  renderSite('/leagues?sport=football');
  expect(await screen.findByRole('link', { name: 'Pixel League' })).toBeTruthy();
});

it('finds one of many by name or country, ignoring accents', async () => {
  answer(
    ...Array.from({ length: 12 }, (_, index) => makeOverview({ id: index + 1, name: `League ${index + 1}` })),
    makeOverview({ id: 20, name: 'Süper Lig', country_code: 'tr' }),
  );
  const { path } = renderSite('/leagues');
  const box = await screen.findByRole('textbox', { name: t('leagues.filter') });
  await userEvent.type(box, 'SUPER');
  expect(screen.getAllByRole('link', { name: MATCHES_OF })).toHaveLength(1);
  expect(screen.getByRole('link', { name: 'Süper Lig' })).toBeTruthy();
  await waitFor(() => expect(path()).toBe('/leagues?q=SUPER'));
  await userEvent.type(box, ' nothing');
  expect(await screen.findByText(t('leagues.filter_none', { q: 'SUPER nothing' }))).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: t('leagues.filter_all') }));
  expect(screen.getAllByRole('link', { name: MATCHES_OF })).toHaveLength(13);
  await waitFor(() => expect(path()).toBe('/leagues'));
});

it('keeps starred leagues on top', async () => {
  answer(makeOverview({ id: 1 }), makeOverview({ id: 2, name: 'Primera', country_code: 'es' }));
  renderSite('/leagues');
  await userEvent.click(await screen.findByRole('button', { name: t('favorites.add', { name: 'Primera' }) }));
  expect(headings()).toEqual([t('leagues.starred'), ENGLAND, 'Spain']);
  const mine = within(screen.getByRole('region', { name: t('leagues.starred') }));
  expect(mine.getByRole('link', { name: 'Primera' })).toBeTruthy();
  await userEvent.click(mine.getByRole('button', { name: t('favorites.remove', { name: 'Primera' }) }));
  expect(headings()).toEqual([ENGLAND, 'Spain']);
});

it('shows that there are none, and loading errors with a retry', async () => {
  server.on(LEAGUES, { status: 500, json: { code: 'internal', detail: 'Something went wrong.' } }, { json: { items: [] } });
  renderSite('/leagues');
  expect(await screen.findByText(t('leagues.load_failed'))).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: t('common.retry') }));
  expect(await screen.findByText(t('leagues.empty'))).toBeTruthy();
});
