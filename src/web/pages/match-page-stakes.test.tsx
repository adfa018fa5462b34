import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeForecast } from '#test/web/fixtures/forecasts.ts';
import { makeDetail, makeLeague, makeMeta } from '#test/web/fixtures/matches.ts';
import { makeFinish, makeOutlook } from '#test/web/fixtures/outlook.ts';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const OUTLOOK = 'GET /api/leagues/1/outlook';
const match = makeDetail({ id: 7 });

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  queryClient.clear();
  server.reset();
  server.on('GET /api/meta', { json: makeMeta() });
  server.on('GET /api/matches/7/contests', { json: { items: [] } });
  server.on('GET /api/matches/7', { json: match });
  server.on('GET /api/matches/7/score-probability', { json: makeForecast() });
  await chooseLocale('en');
});
afterAll(() => server.stop());

const side = (name: 'home' | 'away', places: number[], rest: Parameters<typeof makeFinish>[2] = {}) =>
  makeFinish(match[name].name, places, { left: 1, ...rest, team: match[name] });
const outlookOf = (...teams: ReturnType<typeof makeFinish>[]) => server.on(OUTLOOK, { json: makeOutlook(teams, { season: match.season }) });
const stakes = async () =>
  within((await screen.findByRole('heading', { name: t('outlook.both_heading') })).closest('section') as HTMLElement);
const asked = () => server.heard.filter(({ path }) => path === '/api/leagues/1/outlook').length;

it('says in the last round what both sides play for, or that nothing is left for one', async () => {
  outlookOf(
    side('home', [4_000, 6_000, 0, 0], { bounds: { best: 1, worst: 2 } }),
    side('away', [0, 0, 10_000, 0], { bounds: { best: 3, worst: 3 } }),
  );
  renderSite('/match/7');
  const card = await stakes();
  const secured = t('outlook.secured', { aim: t('outlook.aim.champions_league') });
  const open = t('outlook.open', { aim: t('outlook.aim.title'), chance: '40%' });
  expect(card.getByText(`${secured} ${open}`)).toBeTruthy();
  expect(card.getByText(t('outlook.settled'))).toBeTruthy();
  expect(card.getByText(t('outlook.both_last'))).toBeTruthy();
  expect(card.getByRole('link', { name: t('outlook.to_outlook') }).getAttribute('href')).toBe('/leagues/1/standings?tab=outlook');
});

it('names the matches left while it is not the last one for both', async () => {
  outlookOf(side('home', [0, 0, 5_000, 5_000], { left: 2 }), side('away', [5_000, 5_000, 0, 0]));
  renderSite('/match/7');
  const card = await stakes();
  expect(card.getByText(t('outlook.left', { count: 2 }))).toBeTruthy();
  expect(card.getByText(t('outlook.open_bad', { aim: t('outlook.aim.relegation'), chance: '50%' }))).toBeTruthy();
  expect(card.queryByText(t('outlook.both_last'))).toBeNull();
});

it.each([
  ['early in the season', () => outlookOf(side('home', [5_000, 5_000, 0, 0], { left: 9 }), side('away', [0, 0, 5_000, 5_000]))],
  [
    'for the match of another season',
    () => server.on(OUTLOOK, { json: makeOutlook([side('home', [1, 1, 0, 0]), side('away', [0, 0, 1, 1])], { season: '1999/00' }) }),
  ],
  ['without an outlook', () => server.on(OUTLOOK, { json: makeOutlook([], { reason: 'not_ready', outlook: null }) })],
])('says nothing %s', async (_, answer) => {
  answer();
  renderSite('/match/7');
  await waitFor(() => expect(asked()).toBe(1));
  await screen.findByRole('heading', { name: t('match.form_title') });
  expect(screen.queryByRole('heading', { name: t('outlook.both_heading') })).toBeNull();
});

it.each([
  ['after the match', makeDetail({ id: 7, status: 'ft' })],
  ['in a cup', makeDetail({ id: 7, league: makeLeague({ form: 'cup' }) })],
])('asks for no outlook %s', async (_, detail) => {
  server.on('GET /api/matches/7', { json: detail });
  renderSite('/match/7');
  await screen.findByRole('heading', { name: t('match.form_title') });
  expect(asked()).toBe(0);
});
