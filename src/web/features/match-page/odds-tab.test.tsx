import { act, screen } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { MatchDetail } from '#contract/matches.ts';
import { makeBookmaker, makeDetail, makeMeta, makeScore } from '#test/web/fixtures/matches.ts';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { renderPart } from '#test/web/render-site.tsx';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { showLocale } from '#web/i18n/locale-store.ts';
import { matchOddsQuery } from './api.ts';
import { OddsTab } from './odds-tab.tsx';

const ADDRESS = 'GET /api/matches/7/odds';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  queryClient.clear();
  server.reset();
  server.on('GET /api/meta', { json: makeMeta() });
  await showLocale('en');
});
afterAll(() => server.stop());

const show = (rest: Partial<MatchDetail> = {}) => renderPart(<OddsTab match={makeDetail({ id: 7, ...rest })} />);

it('draws each price’s movement since opening, and describes it in words', async () => {
  server.on(ADDRESS, { json: { items: [makeBookmaker('Anchor', { home: 1.95 })] } });
  const { container } = show();
  expect(await screen.findByText(t('match.moved_to', { from: '2.00', to: '1.95' }))).toBeTruthy();
  await expect.poll(() => container.querySelectorAll('svg path').length).toBe(3);
});

it('colours a price by its direction when it moves', async () => {
  server.on(ADDRESS, ...[2.3, 2.4, 2.2].map((home) => ({ json: { items: [makeBookmaker('Anchor', { home })] } })));
  show();
  const look = () => queryClient.refetchQueries({ queryKey: matchOddsQuery(7).queryKey });
  expect((await screen.findByText('2.30')).className).not.toMatch(/text-(good|bad)/);
  await act(look);
  expect((await screen.findByText('2.40')).className).toMatch(/text-good/);
  await act(look);
  expect((await screen.findByText('2.20')).className).toMatch(/text-bad/);
});

it('keeps its data when a refresh fails, and says so', async () => {
  server.on(ADDRESS, { json: { items: [makeBookmaker('Anchor')] } }, { status: 400, json: { code: 'invalid_query', detail: 'No.' } });
  show();
  await screen.findByText('Anchor');
  await act(() => queryClient.invalidateQueries({ queryKey: matchOddsQuery(7).queryKey }));
  expect(await screen.findByText(t('match.odds_kept'))).toBeTruthy();
  expect(screen.getByText('Anchor')).toBeTruthy();
});

it('labels the last prices after the match: neither stale nor suspended, the best marked', async () => {
  const ended = { suspended: true, confirmed_at: '2026-03-02T18:00:00.000Z' };
  server.on(ADDRESS, { json: { items: [makeBookmaker('Anchor', { home: 2.2, ...ended }), makeBookmaker('Bluegate', ended)] } });
  show({ status: 'ft', score: makeScore(1, 0) });
  expect((await screen.findByText('2.20')).textContent).toBe(`2.20▲, ${t('match.best')}`);
  expect(screen.queryByText(new RegExp(`${t('match.suspended')}|${t('match.last_seen', { ago: '' })}`))).toBeNull();
});

it.each([
  ['ns', t('match.odds_none')],
  ['ft', t('match.odds_none_past')],
] as const)('says of a match that is %s that there are none', async (status, words) => {
  server.on(ADDRESS, { json: { items: [] } });
  show({ status });
  expect(await screen.findByText(words)).toBeTruthy();
});
