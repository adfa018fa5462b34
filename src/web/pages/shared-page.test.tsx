import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { type Shared, shared } from '#contract/shares.ts';
import { LOCALES } from '#domain/identity/locale.ts';
import { beGuest } from '#test/web/fixtures/accounts.ts';
import { makeBrief, makeLeague, makeScore, makeTeam } from '#test/web/fixtures/matches.ts';
import { servePages } from '#test/web/page-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { t, tVi, tZh } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const ID = '0b9f3c1e-5a0f-4d5e-9f63-2f1f0c7a9d11';
const CONTEST = '0198f000-0000-7000-8000-000000000001';

const WORDS = { en: t, 'zh-CN': tZh, vi: tVi };

const server = await servePages();
beforeEach(async () => {
  queryClient.clear();
  localStorage.setItem('promo_shown_at', String(Date.now()));
  beGuest();
  await chooseLocale('en');
});

const match = makeBrief({ status: 'ft', score: makeScore(2, 1), home: makeTeam('Avalon Town'), away: makeTeam('Northgate') });
const bet = { contest_id: CONTEST, market: '1x2', pick: 'home', odds: 3.4, ending: 'won', points: null } as const;
const serve = (rest: Partial<Shared>) =>
  server.on(`GET /api/shares/${ID}`, {
    json: shared.parse({
      id: ID,
      match,
      league: makeLeague(),
      name: null,
      is_hidden: false,
      bet: null,
      forecast: null,
      table: null,
      ...rest,
    }),
  });

it('shows a won bet to a guest, without what its user kept back', async () => {
  serve({ bet });
  renderSite(`/shared/${ID}`);
  expect(await screen.findByRole('heading', { level: 1, name: t('glance.heading.won') })).toBeTruthy();
  expect(screen.getByText('Avalon Town to win')).toBeTruthy();
  expect(['Avalon Town', 'Northgate'].map((name) => screen.getByText(name).closest('p')?.textContent)).toEqual([
    'Avalon Town2',
    'Northgate1',
  ]);
  expect(screen.getByText('3.40')).toBeTruthy();
  expect(screen.getByText(t('glance.anonymous'))).toBeTruthy();
  expect(screen.queryByText(t('glance.stake'))).toBeNull();
  expect(screen.getByRole('link', { name: t('glance.receipt') }).getAttribute('href')).toBe(`/contests/${CONTEST}/receipt`);
  expect(screen.getByRole('link', { name: t('glance.to_match') }).getAttribute('href')).toBe(`/match/${match.id}`);
});

it('shows the name and the points if its user wants that', async () => {
  serve({ name: 'swift-fox-12', bet: { ...bet, points: { stake: 100, payout: 340, refund: 0 } } });
  renderSite(`/shared/${ID}`);
  expect(await screen.findByText(t('glance.by', { name: 'swift-fox-12' }))).toBeTruthy();
  expect(screen.getByText(t('bets.points_value', { points: '340' }))).toBeTruthy();
});

const row = { place: 1, position: 1, kind: 'member', name: null, is_sharer: false, points: 12, round_points: 4 } as const;
const table = {
  ...{ group: 'Sunday Office', members: 40 },
  round: { key: 'day:2026-11-26', league: null, round: null, starts_at: '2026-11-26T15:00:00.000Z' },
  rows: [
    row,
    { ...row, position: 2, place: 2, kind: 'model' as const },
    { ...row, position: 30, place: 29, name: 'swift-fox-12', is_sharer: true, points: 3, round_points: 0 },
  ],
};

it('shows a table of a group, in which members who are not named have their place alone', async () => {
  serve({ match: null, league: null, name: 'swift-fox-12', table });
  renderSite(`/shared/${ID}`);
  expect(await screen.findByRole('heading', { level: 1, name: t('glance.heading.table') })).toBeTruthy();
  const [, ...rows] = screen.getAllByRole('row');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    `1${t('glance.table_member')}+412`,
    `2${t('glance.table_model')}+412`,
    '29swift-fox-12+03',
  ]);
  expect(rows.map((one) => one.getAttribute('aria-current'))).toEqual([null, null, 'true']);
});

it.each(LOCALES)('tells nothing of a table that the spoiler shield hides, in %s', async (locale) => {
  await chooseLocale(locale);
  serve({ match: null, league: null, is_hidden: true });
  renderSite(`/shared/${ID}`);
  expect(await screen.findByText(WORDS[locale]('glance.hidden_table'))).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});

it('says that a correction took the win away', async () => {
  serve({ bet: { ...bet, ending: 'lost' } });
  renderSite(`/shared/${ID}`);
  expect(await screen.findByRole('heading', { level: 1, name: t('glance.heading.lost') })).toBeTruthy();
});

it.each(LOCALES)('tells nothing of a bet that the spoiler shield hides, in %s', async (locale) => {
  await chooseLocale(locale);
  serve({ is_hidden: true, match: makeBrief({ ...match, status: 'ns', score: makeScore(null, null) }) });
  renderSite(`/shared/${ID}`);
  expect(await screen.findByText(/shield|防剧透|Chống spoil/)).toBeTruthy();
  expect(document.body.textContent).not.toMatch(/3[.,]40|2–1/);
});

it('shows percentages and how they scored', async () => {
  const scored = { outcome: 'home', mine: -0.65, model: -0.8 } as const;
  serve({ forecast: { home: 52, draw: 28, away: 20, made_at: '2026-11-20T12:00:00.000Z', scored } });
  renderSite(`/shared/${ID}`);
  expect(await screen.findByText(t('glance.scored', { outcome: 'Avalon Town', mine: '−0.65', model: '−0.80' }))).toBeTruthy();
  expect(screen.getByRole('img', { name: t('common.probability', { home: '52%', draw: '28%', away: '20%' }) })).toBeTruthy();
});

it('says when the link no longer works, and leads elsewhere from addresses that cannot be one', async () => {
  server.on(`GET /api/shares/${ID}`, { status: 404, json: { code: 'not_found', detail: 'x' } });
  renderSite(`/shared/${ID}`);
  expect((await screen.findAllByText(t('glance.missing')))[0]?.closest('main')).toBeTruthy();
  server.on('GET /api/matches', { status: 404, json: { code: 'not_found', detail: 'x' } });
  const { path } = renderSite('/shared/latest');
  await waitFor(() => expect(path()).toBe('/matches'));
});
