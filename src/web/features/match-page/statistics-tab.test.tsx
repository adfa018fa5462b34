import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LOCALES } from '#domain/identity/locale.ts';
import { STATISTIC_KINDS } from '#domain/matches/match-details.ts';
import { makeDetail } from '#test/web/fixtures/matches.ts';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { renderPart } from '#test/web/render-site.tsx';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { showLocale } from '#web/i18n/locale-store.ts';
import { StatisticsTab } from './statistics-tab.tsx';

const ADDRESS = 'GET /api/matches/7/statistics';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  queryClient.clear();
  server.reset();
  await showLocale('en');
});
afterAll(() => server.stop());

const show = () => renderPart(<StatisticsTab match={makeDetail({ id: 7, status: 'h2' })} />);

it('formats each number by its kind, and names those that were not counted', async () => {
  server.on(ADDRESS, {
    json: {
      items: [
        { kind: 'expected_goals', home: 1.5, away: 0.1 },
        { kind: 'possession', home: 58, away: 42 },
        { kind: 'passes', home: 1204, away: null },
      ],
      missing: null,
    },
  });
  show();
  await screen.findByText(t('match.statistic.possession'));
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'Avalon Town: 1.50',
    'Northgate: 0.10',
    'Avalon Town: 58%',
    'Northgate: 42%',
    'Avalon Town: 1,204',
    `Northgate: –${t('match.stats_uncounted')}`,
  ]);
});

describe.each(LOCALES)('in %s', (locale) => {
  it('has a name for every kind', async () => {
    await showLocale(locale);
    server.on(ADDRESS, { json: { items: STATISTIC_KINDS.map((kind) => ({ kind, home: 1, away: 2 })), missing: null } });
    show();
    const names = (await screen.findAllByRole('term')).map(({ textContent }) => textContent);
    expect(new Set(names).size).toBe(STATISTIC_KINDS.length);
    for (const name of names) expect(name).not.toMatch(/^$|statistic/);
  });
});

it.each([
  ['not_started', t('match.stats_missing.not_started')],
  ['not_covered', t('match.stats_missing.not_covered')],
] as const)('says why there are none: %s', async (missing, words) => {
  server.on(ADDRESS, { json: { items: [], missing } });
  show();
  expect(await screen.findByText(words)).toBeTruthy();
});

it('can be retried after an error', async () => {
  server.on(ADDRESS, { status: 400, json: { code: 'invalid_query', detail: 'No.' } }, { json: { items: [], missing: 'not_started' } });
  show();
  await userEvent.click(await screen.findByRole('button', { name: t('common.retry') }));
  expect(await screen.findByText(t('match.stats_missing.not_started'))).toBeTruthy();
});
