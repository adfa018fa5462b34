import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeGroup, makeLeague, makeMeta, makeRow, makeTable } from '#test/web/fixtures/matches.ts';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { t } from '#test/web/words.ts';
import { Providers } from '#web/app/providers.tsx';
import { queryClient } from '#web/data/query-client.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';
import { StandingsPanel } from './standings-panel.tsx';

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

const renderPanel = () =>
  render(
    <Providers>
      <MemoryRouter>
        <StandingsPanel league={makeLeague()} />
      </MemoryRouter>
    </Providers>,
  );

it('shows the top of the table as it stands, and links to all of it', async () => {
  server.on(STANDINGS, { json: makeTable() });
  renderPanel();
  expect(await screen.findByRole('row', { name: /Avalon Town/ })).toBeTruthy();
  expect(screen.getByText(`${t('leagues.zone.champion')}:`)).toBeTruthy();
  expect(screen.getByRole('link', { name: t('leagues.full_table') }).getAttribute('href')).toBe('/leagues/1/standings');
  expect(server.heard.find(({ path }) => path.endsWith('/standings'))?.query).toEqual({ view: 'all', live: '1', top: '5' });
});

it('shows the first of many groups, with its name', async () => {
  const tables = ['A', 'B'].map((name) => makeGroup([makeRow(1, `Team ${name}`)], `Group ${name}`));
  server.on(STANDINGS, { json: makeTable({ tables }) });
  renderPanel();
  expect(await screen.findByRole('row', { name: /Team A/ })).toBeTruthy();
  expect(screen.getByRole('heading', { name: `First Division ${t('leagues.round_names.group', { name: 'A' })}` })).toBeTruthy();
  expect(screen.queryByText('Team B')).toBeNull();
});

it.each([
  [t('leagues.no_tables'), []],
  [t('leagues.standings_empty'), [makeGroup([])]],
])('says: %s', async (words, tables) => {
  server.on(STANDINGS, { json: makeTable({ tables }) });
  renderPanel();
  expect(await screen.findByText(words)).toBeTruthy();
});
