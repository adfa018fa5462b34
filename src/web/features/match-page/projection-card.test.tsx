import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { beGuest, beUser } from '#test/web/fixtures/accounts.ts';
import { makeProjection } from '#test/web/fixtures/forecasts.ts';
import { makeDetail } from '#test/web/fixtures/matches.ts';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { renderPart } from '#test/web/render-site.tsx';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { useUiState } from '#web/data/ui-state.ts';
import { showLocale } from '#web/i18n/locale-store.ts';
import { ProjectionCard } from './projection-card.tsx';

const ADDRESS = 'GET /api/matches/7/projection';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  queryClient.clear();
  server.reset();
  beUser();
  await showLocale('en');
});
afterAll(() => server.stop());

const show = () => renderPart(<ProjectionCard match={makeDetail({ id: 7 })} />);

it('tells guests what signing in shows, and sends no request', async () => {
  beGuest();
  show();
  expect(screen.getByText(t('forecast.projection_guest'))).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: t('shell.sign_in') }));
  expect(useUiState.getState().showLogin).toBe(true);
  expect(server.calls()).not.toContain(ADDRESS);
});

it('shows the drivers of each side’s goals, which add up to them', async () => {
  server.on(ADDRESS, { json: makeProjection() });
  show();
  expect(await screen.findByText('1.75')).toBeTruthy();
  const home = within(screen.getByRole('heading', { level: 4, name: 'Avalon Town' }).parentElement as HTMLElement);
  const termValue = (term: string) => home.getByText(term).parentElement?.lastElementChild?.textContent;
  expect(termValue(t('forecast.driver.level'))).toBe('+0.30');
  expect(termValue(t('forecast.driver.opponent_defence'))).toBe('-0.04');
  expect(termValue(t('forecast.driver.form'))).toBe('+0.02');
  expect(termValue(t('forecast.driver.rest'))).toBe('0.00');
  expect(termValue(t('forecast.driver_sum'))).toBe(t('forecast.driver_goals', { sum: '+0.56', goals: '1.75' }));
  expect(screen.getByText('Avalon Town: +0.56 = ln 1.75')).toBeTruthy();
});

it('lists likely scores by half', async () => {
  server.on(ADDRESS, { json: makeProjection() });
  show();
  const half = (await screen.findByText(t('forecast.half.second'))).parentElement as HTMLElement;
  expect(
    within(half)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['1–023%', '0–021%', '1–114%']);
});

it('shows each result’s effect on the table, without very rare ones', async () => {
  const effect = (position: number, relegation: number) => ({ seasons: 3_000, position, champion: 0.01, zones: { relegation } });
  const effects = { now: effect(11.4, 0.2), home: effect(10.1, 0.1), draw: null, away: effect(12.9, 0.3) };
  server.on(ADDRESS, { json: makeProjection({ table: { simulated_at: new Date().toISOString(), home: effects, away: effects } }) });
  show();
  const table = await screen.findByRole('table', { name: t('forecast.table_caption', { team: 'Avalon Town' }) });
  const rows = within(table).getAllByRole('row');
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['', t('forecast.place'), t('forecast.champion'), t('leagues.zone.relegation')],
    [t('forecast.if.now'), '11.4', '1%', '20%'],
    [t('forecast.if.home', { team: 'Avalon Town' }), '10.1', '1%', '10%'],
    [t('forecast.if.away', { team: 'Northgate' }), '12.9', '1%', '30%'],
  ]);
});

it('says that no season was simulated', async () => {
  server.on(ADDRESS, { json: makeProjection() });
  show();
  expect(await screen.findByText(t('forecast.table_none'))).toBeTruthy();
});

it('offers a retry', async () => {
  server.on(ADDRESS, { status: 400, json: { code: 'invalid_query', detail: 'No.' } }, { json: makeProjection() });
  show();
  await userEvent.click(await screen.findByRole('button', { name: t('common.retry') }));
  expect(await screen.findByText(t('forecast.drivers'))).toBeTruthy();
});
