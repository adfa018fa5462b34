import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { makeLeague, makeMeta, makeTable } from '#web/test-matches.ts';
import { renderSite } from '#web/test-render.tsx';

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

it('shows the table with zones in words, and its title in the language on show', async () => {
  server.on('GET /api/leagues/1/standings', { json: makeTable() });
  renderSite('/leagues/1/standings');
  const table = await screen.findByRole('table', { name: 'First Division, table of season 2026/27' });
  const row = within(table).getByRole('row', { name: /Northgate/ });
  expect(within(row).getByText('−4')).toBeTruthy();
  expect(within(row).getByText('Relegation:')).toBeTruthy();
  expect(within(row).getAllByLabelText('Last matches: win, draw, loss').length).toBe(2);
  expect(document.title).toBe('First Division table · Matchpoint');
  await chooseLocale('zh-CN');
  expect(await screen.findByRole('heading', { name: '甲级联赛' })).toBeTruthy();
});

it('keeps the season in the address', async () => {
  server.on('GET /api/leagues/1/standings', ({ query }) => ({
    json: makeTable({ season: query.season ?? '2026/27', seasons: ['2026/27', '2025/26'] }),
  }));
  const { path } = renderSite('/leagues/1/standings');
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Season' }), '2025/26');
  expect(path()).toBe('/leagues/1/standings?season=2025%2F26');
  await waitFor(() => expect(screen.getByRole('table', { name: /season 2025\/26/ })).toBeTruthy());
});

it('says that a cup has no table', async () => {
  server.on('GET /api/leagues/1/standings', { json: makeTable({ league: makeLeague({ form: 'cup' }), rows: [] }) });
  renderSite('/leagues/1/standings');
  expect(await screen.findByText('A cup has no table')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Matches of this cup' }).getAttribute('href')).toBe('/matches?league=1');
});

it('says that there is no such league, with a way back', async () => {
  server.on('GET /api/leagues/1/standings', { status: 404, json: { code: 'not_found', detail: 'No such league.' } });
  renderSite('/leagues/1/standings');
  expect(await screen.findByRole('link', { name: 'See all matches' })).toBeTruthy();
});
