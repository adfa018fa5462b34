import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeGroup, makeLeague, makeMeta, makeRow, makeTable } from '#test/web/fixtures/matches.ts';
import { makeFinish, makeOutlook } from '#test/web/fixtures/outlook.ts';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const STANDINGS = 'GET /api/leagues/1/standings';
const OUTLOOK = 'GET /api/leagues/1/outlook';
const ADDRESS = '/leagues/1/standings?tab=outlook';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  queryClient.clear();
  server.reset();
  server.on('GET /api/meta', { json: makeMeta() });
  server.on(STANDINGS, { json: makeTable() });
  await chooseLocale('en');
});
afterAll(() => server.stop());

describe('the season outlook', () => {
  it('shows expected points, final places and the chance of each zone, with marks for what is certain', async () => {
    const first = makeFinish('Avalon Town', [9_999, 1, 0, 0], { bounds: { best: 1, worst: 2 } });
    const last = makeFinish('Northgate', [0, 60, 3_000, 6_940], { points: 3, expected_points: 5 });
    server.on(OUTLOOK, { json: makeOutlook([first, last]) });
    renderSite(ADDRESS);
    const caption = t('outlook.caption', { league: 'First Division', season: '2026/27' });
    const table = await screen.findByRole('table', { name: caption });
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual([
      t('outlook.column.team'),
      t('outlook.column.points'),
      t('outlook.column.expected'),
      t('outlook.column.places'),
      t('outlook.title'),
      t('leagues.zone.champions_league'),
      t('leagues.zone.relegation'),
    ]);
    const cells = (name: string) =>
      within(within(table).getByRole('row', { name: new RegExp(name) }))
        .getAllByRole('cell')
        .map(({ textContent }) => textContent);
    // What is not certain mathematically is never called so, however often it came out.
    expect(cells('Avalon Town')).toEqual([
      '20',
      '26.4',
      '',
      `>99%${t('outlook.above', { chance: '99%' })}`,
      `✓${t('outlook.certain')}`,
      `–${t('outlook.impossible')}`,
    ]);
    const below = `<1%${t('outlook.below', { chance: '1%' })}`;
    expect(cells('Northgate')).toEqual(['3', '5.0', '', below, below, '69%']);
    expect(within(table).getAllByRole('img', { name: t('outlook.spread', { place: 4, from: 3, to: 4 }) }).length).toBeGreaterThan(0);
    expect(screen.getByText(new RegExp(t('outlook.marks')))).toBeTruthy();
    expect(screen.getByText(/football-1/)).toBeTruthy();
  });

  it('says that nothing is certain while fixtures are missing', async () => {
    server.on(OUTLOOK, { json: makeOutlook([makeFinish('Avalon Town', [10_000, 0, 0, 0], { bounds: null })]) });
    renderSite(ADDRESS);
    expect(await screen.findByText(new RegExp(t('outlook.uncertain')))).toBeTruthy();
    expect(screen.queryByText(t('outlook.certain'))).toBeNull();
  });

  it.each(['season_over', 'past_season', 'not_ready'] as const)('says why there is none (%s), and leads to the table', async (reason) => {
    server.on(OUTLOOK, { json: makeOutlook([], { reason, outlook: null }) });
    renderSite(ADDRESS);
    expect(await screen.findByText(t(`outlook.none.${reason}`))).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: t('outlook.to_table') }));
    expect(await screen.findByRole('table')).toBeTruthy();
  });

  it('shows an error, and retries', async () => {
    server.on(
      OUTLOOK,
      { status: 500, json: { code: 'internal', detail: 'Something went wrong.' } },
      { json: makeOutlook([makeFinish('Avalon Town', [1, 0, 0, 0])]) },
    );
    renderSite(ADDRESS);
    expect(await screen.findByText(t('outlook.failed'))).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: t('common.retry') }));
    expect(await screen.findByRole('table')).toBeTruthy();
  });

  it.each([
    ['a cup', makeTable({ league: makeLeague({ form: 'cup' }) })],
    ['groups', makeTable({ tables: [makeGroup([makeRow(1, 'A')], 'Group A'), makeGroup([makeRow(1, 'B')], 'Group B')] })],
    ['another sport', makeTable({ league: makeLeague({ sport: 'basketball', draw_possible: false }) })],
  ])('has no tab for %s', async (_, table) => {
    server.on(STANDINGS, { json: table });
    renderSite('/leagues/1/standings');
    expect(await screen.findByRole('tab', { name: t('leagues.tabs.table') })).toBeTruthy();
    expect(screen.queryByRole('tab', { name: t('leagues.tabs.outlook') })).toBeNull();
  });
});

it('a table while nothing is played has arrows against the one before the last round, in words too', async () => {
  const rows = [makeRow(1, 'Avalon Town', { moved: 2 }), makeRow(2, 'Northgate')];
  server.on(STANDINGS, { json: makeTable({ tables: [makeGroup(rows)], moved_since: { kind: 'round', round: 'Round 7' } }) });
  renderSite('/leagues/1/standings');
  expect(await screen.findByRole('img', { name: t('leagues.moved_up', { count: 2 }) })).toBeTruthy();
  const round = t('leagues.round_names.number', { name: '7' });
  expect(screen.getByText(t('leagues.moved_round', { round }))).toBeTruthy();
});
