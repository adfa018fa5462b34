import { screen, within } from '@testing-library/react';
import type { Messages } from 'use-intl';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Locale } from '#domain/identity/locale.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { makeFixtures } from '#test/web/fixtures/leagues.ts';
import { makeGroup, makeLeague, makeMatch, makeMeta, makeRow, makeScore, makeTable } from '#test/web/fixtures/matches.ts';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { renderPart, renderSite } from '#test/web/render-site.tsx';
import { t, tVi, tZh } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { StandingsPanel } from '#web/features/leagues/standings-panel.tsx';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const STANDINGS = 'GET /api/leagues/1/standings';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  queryClient.clear();
  server.reset();
  server.on('GET /api/meta', { json: makeMeta() });
  await chooseLocale('en');
});
afterAll(() => server.stop());

const leagueOf = (sport: Sport, form: 'league' | 'cup' = 'league') =>
  makeLeague({ sport, form, draw_possible: false, settles_on: 'whole_match' });
const season = { played: 16, won: 10, drawn: 0, lost: 6, goals_for: 1312, goals_against: 1287, goal_difference: 25, points: 20 };

const answer = (sport: Sport) =>
  server.on(STANDINGS, {
    json: makeTable({
      league: leagueOf(sport),
      tables: [makeGroup([makeRow(1, 'Harbour Hawks', season), makeRow(2, 'New Five', { ...season, played: 0, won: 0, lost: 0 })])],
      points: { win: 2, draw: 0 },
      ordered_by: sport === 'basketball' ? 'win_rate' : 'points',
    }),
  });
const headsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);
/** The heads of columns, in a language. */
const heads = (say: typeof t, ...columns: (keyof Messages['leagues']['column'])[]) =>
  columns.map((column) => say(`leagues.column.${column}`));

it.each([
  ['en', t, '0.625'],
  ['zh-CN', tZh, '0.625'],
  ['vi', tVi, '0,625'],
] as const)('a basketball table is ranked by the share of games won, in %s', async (locale: Locale, say, share) => {
  await chooseLocale(locale);
  answer('basketball');
  renderSite('/leagues/1/standings');
  const table = await screen.findByRole('table');
  expect(headsOf(table)).toEqual(heads(say, 'position', 'team', 'played', 'won', 'lost', 'points_scored', 'balance', 'percentage', 'form'));
  const [first, second] = within(table).getAllByRole('row').slice(1);
  expect([...first!.querySelectorAll('td')].slice(0, 7).map(({ textContent }) => textContent)).toEqual([
    '1',
    '16',
    '10',
    '6',
    '1312:1287',
    '+25',
    share,
  ]);
  // There is no share of zero games.
  expect(within(second!).getByText('–')).toBeTruthy();
});

it('describes tie-breakers without goals', async () => {
  answer('basketball');
  renderSite('/leagues/1/standings');
  expect(await screen.findByText(t('leagues.ranked_by_share'))).toBeTruthy();
  const rules = t('leagues.list', { first: t('leagues.tie_other.goal_difference'), rest: t('leagues.tie_other.goals_for') });
  expect(screen.getByText(t('leagues.level_on_share', { rules }))).toBeTruthy();
  expect(screen.queryByText(t('leagues.points_rule', { win: 2, draw: 0 }))).toBeNull();
  expect(screen.queryByText(new RegExp(t('match.event.goal'), 'i'))).toBeNull();
  expect(screen.getByRole('radio', { name: t('leagues.view.away') })).toBeTruthy();
});

it('an esports table counts maps and points, without home and away', async () => {
  answer('esports');
  renderSite('/leagues/1/standings');
  expect(headsOf(await screen.findByRole('table'))).toEqual(
    heads(t, 'position', 'team', 'played', 'won', 'lost', 'maps', 'balance', 'points', 'form'),
  );
  expect(screen.queryByRole('radio', { name: t('leagues.view.away') })).toBeNull();
});

it('has wins, losses and their share in the column beside the list', async () => {
  answer('basketball');
  renderPart(<StandingsPanel league={leagueOf('basketball')} />);
  const table = await screen.findByRole('table');
  expect(headsOf(table)).toEqual(heads(t, 'position', 'team', 'won', 'lost', 'percentage', 'form'));
  expect(within(table).getByRole('row', { name: /Harbour Hawks 10 6 0\.625/ })).toBeTruthy();
});

it('opens a tennis tournament with its rounds, without an empty table', async () => {
  const league = leagueOf('tennis', 'cup');
  server.on(STANDINGS, { json: makeTable({ league, tables: [] }) });
  const final = makeMatch({
    status: 'ft',
    round: 'Final',
    score: makeScore(2, 0, {
      parts: [
        { home: 6, away: 3 },
        { home: 6, away: 4 },
      ],
    }),
  });
  const rounds = ['Quarter-finals', 'Semi-finals', 'Final'].map((name, i) => ({
    name,
    from: null,
    to: null,
    finished: 4 >> i,
    total: 4 >> i,
  }));
  server.on('GET /api/leagues/1/fixtures', { json: makeFixtures({ league, rounds, round: 'Final', items: [final] }) });
  renderSite('/leagues/1/standings?tab=table');
  const line = t('match.score_line', { home: 'Avalon Town', away: 'Northgate', home_score: 2, away_score: 0 });
  expect(await screen.findByRole('link', { name: `${line}, 6–3, 6–4, ${t('match.status.long.final')}` })).toBeTruthy();
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([t('leagues.tabs.fixtures')]);
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: t('leagues.round_label') }).options).toHaveLength(3);
});
