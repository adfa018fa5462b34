import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeDetail, makeHeadToHead, makePast, makeScore, makeTeam } from '#test/web/fixtures/matches.ts';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { renderPart } from '#test/web/render-site.tsx';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { showLocale } from '#web/i18n/locale-store.ts';
import { HeadToHeadTab } from './head-to-head-tab.tsx';

const ADDRESS = 'GET /api/matches/7/head-to-head';
const [avalon, northgate] = [makeTeam('Avalon Town', { id: 1 }), makeTeam('Northgate', { id: 2 })];

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

const show = () => renderPart(<HeadToHeadTab match={makeDetail({ id: 7, home: avalon, away: northgate })} />);

it('counts all meetings, lists the last, and shows each team’s recent form', async () => {
  const meeting = makePast({ id: 90, home: northgate, away: avalon, score: makeScore(1, 3) });
  const other = makePast({ id: 91, home: avalon, away: makeTeam('Lyndale'), score: makeScore(0, 2) });
  server.on(ADDRESS, {
    json: makeHeadToHead({
      totals: { played: 4, home_wins: 2, draws: 1, away_wins: 1, home_goals: 7, away_goals: 5 },
      items: [meeting],
      recent: { home: [other], away: [] },
    }),
  });
  show();
  expect(
    await screen.findByText(t('match.h2h_totals', { home: 'Avalon Town', away: 'Northgate', home_wins: 2, draws: 1, away_wins: 1 })),
  ).toBeTruthy();
  expect(screen.getByText(t('match.h2h_scored.football', { home: 7, away: 5 }))).toBeTruthy();
  const line = t('match.score_line', { home: 'Northgate', away: 'Avalon Town', home_score: 1, away_score: 3 });
  const link = screen.getByRole('link', { name: new RegExp(`^${line}, 2 Mar 2026`) });
  expect(link.getAttribute('href')).toBe('/match/90');
  const lately = screen.getByRole('link', { name: /^Avalon Town 0–2 Lyndale/ }).closest('li') as HTMLElement;
  expect(within(lately).getByRole('img', { name: t('match.result.L') })).toBeTruthy();
  expect(screen.getByText(t('match.recent_none'))).toBeTruthy();
});

it('says that the teams have not met', async () => {
  server.on(ADDRESS, { json: makeHeadToHead() });
  show();
  expect(await screen.findByText(t('match.h2h_none'))).toBeTruthy();
});

it('can be retried after an error', async () => {
  server.on(ADDRESS, { status: 400, json: { code: 'invalid_query', detail: 'No.' } }, { json: makeHeadToHead() });
  show();
  expect(await screen.findByText(t('match.h2h_load_failed'))).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: t('common.retry') }));
  expect(await screen.findByText(t('match.h2h_none'))).toBeTruthy();
});
