import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { SPORTS, type Sport } from '#domain/matches/sport.ts';
import { makeOverview } from '#test/web/fixtures/leagues.ts';
import { makeDay, makeLeague, makeMarket, makeMatch, makeMeta, makeScore, makeTable } from '#test/web/fixtures/matches.ts';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { t, tVi, tZh } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const leagueOf = (sport: Sport) =>
  makeLeague({ id: 1 + SPORTS.indexOf(sport), sport, name: `${sport} league`, draw_possible: sport === 'football' });
const market = makeMarket({ odds: { home: 1.5, draw: null, away: 2.5 }, probability: { home: 0.62, draw: 0, away: 0.38 } });
const next = makeMatch({ id: 21, league_id: 2, draw_possible: false, market, offer: { home: 1.45, draw: null, away: 2.4 } });
const live = makeMatch({
  id: 22,
  league_id: 2,
  status: 'live',
  minute: 4,
  period: { kind: 'quarter', n: 3 },
  score: makeScore(64, 60),
  draw_possible: false,
  market,
});

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await import('./matches-page.tsx');
});
beforeEach(async () => {
  queryClient.clear();
  server.reset();
  server.on('GET /api/meta', { json: makeMeta() });
  server.on('GET /api/leagues', {
    json: { items: SPORTS.map((sport, i) => makeOverview({ ...leagueOf(sport), matches_today: 3 + i })) },
  });
  server.on('GET /api/matches', ({ query }) => ({
    json: query.sport === 'basketball' ? makeDay([live, next], { leagues: [leagueOf('basketball')] }) : makeDay([]),
  }));
  server.on('GET /api/matches/recommended', { json: { match: { ...next, league: leagueOf('basketball') } } });
  server.on('GET /api/leagues/2/standings', { json: makeTable({ league: leagueOf('basketball') }) });
  await chooseLocale('en');
});
afterAll(() => server.stop());

it.each([
  ['en', 'Sports', ['Football', 'Basketball', 'Tennis', 'Esports']],
  [
    'zh-CN',
    tZh('matches.sports_nav'),
    [tZh('matches.sports.football'), tZh('matches.sports.basketball'), tZh('matches.sports.tennis'), tZh('matches.sports.esports')],
  ],
  [
    'vi',
    tVi('matches.sports_nav'),
    [tVi('matches.sports.football'), tVi('matches.sports.basketball'), tVi('matches.sports.tennis'), 'Esports'],
  ],
] as const)('offers the four sports with their numbers of matches, in %s', async (locale, name, sports) => {
  await chooseLocale(locale);
  renderSite('/matches?sport=tennis');
  const rail = within(await screen.findByRole('navigation', { name }));
  // The current sport shows its day's own count: here nothing is played.
  const counted = sports.map((sport, i) => `${sport}${[3, 4, 0, 6][i]}`);
  await waitFor(() => expect(rail.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(counted));
});

it('links to a sport’s matches, with two prices each and a recommendation of two', async () => {
  const { path } = renderSite('/matches');
  const rail = within(await screen.findByRole('navigation', { name: t('matches.sports_nav') }));
  await userEvent.click(await rail.findByRole('link', { name: /^Basketball/ }));
  await waitFor(() => expect(path()).toBe('/matches?sport=basketball'));
  const list = within(await screen.findByRole('region', { name: 'basketball league' }));
  expect(list.getByText('Q3 4′')).toBeTruthy();
  expect(list.queryByRole('button', { name: /draw/i })).toBeNull();
  const card = within((await screen.findByRole('link', { name: t('matches.predict') })).closest('section') as HTMLElement);
  expect(card.getAllByRole('link', { name: / at \d/ }).map(({ textContent }) => textContent)).toEqual(['1.45Home', '2.40Away']);
});
