import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { type DivisionRow, getDivision } from '#contract/divisions.ts';
import { getYear } from '#contract/year.ts';
import { beGuest, beUser, makeOverview } from '#test/web/fixtures/accounts.ts';
import { servePages } from '#test/web/page-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const DIVISION = 'GET /api/division';
const server = await servePages();
beforeEach(async () => {
  queryClient.clear();
  localStorage.setItem('promo_shown_at', String(Date.now()));
  beUser();
  server.on('GET /api/account/overview', { json: makeOverview() });
  await chooseLocale('en');
});

const row = (place: number, move: DivisionRow['move'], more: Partial<DivisionRow> = {}): DivisionRow => ({
  ...{ place, move, handle: `player${place}`, points: 1_000 - place, matches: 10, is_me: false, medal: null, corrected: null },
  ...more,
});

const makePage = (more: object = {}) =>
  getDivision.reply.parse({
    state: 'seated',
    season: {
      key: '2030-01',
      from: '2030-01-01T00:00:00.000Z',
      to: '2030-02-01T00:00:00.000Z',
      closes_at: '2030-02-03T00:00:00.000Z',
      is_closed: false,
    },
    division: {
      tier: 2,
      number: 2,
      tiers: [1, 2, 4],
      up: 1,
      down: 1,
      rows: [row(1, 'up'), row(2, 'stay', { is_me: true, handle: 'ada' }), row(3, 'down')],
    },
    matches: [],
    past: [],
    ...more,
  });

describe('the divisions', () => {
  it('tell zones by headings and arrows, and which matches count', async () => {
    server.on(DIVISION, { json: makePage() });
    renderSite('/divisions');
    expect(await screen.findByRole('heading', { name: t('divisions.name', { name: '2.2' }) })).toBeTruthy();
    const rows = within(screen.getByRole('table'))
      .getAllByRole('row')
      .map(({ textContent }) => textContent);
    expect(rows).toEqual([
      expect.stringContaining(t('divisions.column.player')),
      t('divisions.zone.up'),
      '1player110999',
      `2ada${t('divisions.you')}10998`,
      t('divisions.zone.down'),
      '3player310997',
    ]);
    expect(screen.getByRole('img', { name: t('divisions.move.down') })).toBeTruthy();
    expect(screen.getByText(t('divisions.mine_none'))).toBeTruthy();
  });

  it('are joined and left', async () => {
    server.on(DIVISION, { json: makePage({ state: 'out', division: null }) });
    server.on('PUT /api/division', { json: {} });
    server.on('DELETE /api/division', { json: {} });
    renderSite('/divisions');
    const join = await screen.findByRole('button', { name: t('divisions.join') });
    server.on(DIVISION, { json: makePage() });
    await userEvent.click(join);
    await userEvent.click(await screen.findByRole('button', { name: t('divisions.leave') }));
    server.on(DIVISION, { json: makePage({ state: 'out', division: null }) });
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: t('divisions.leave') }));
    expect(await screen.findByRole('button', { name: t('divisions.join') })).toBeTruthy();
  });

  it('show a past season with medals and later corrections, and link to it', async () => {
    const past = [{ season: '2029-12', tier: 1, number: 1, place: 1, players: 24, points: 900, move: 'stay', medal: 'first' }];
    const season = { ...makePage().season, key: '2029-12', is_closed: true };
    const rows = [row(1, 'stay', { is_me: true, medal: 'first', corrected: 880 })];
    server.on(DIVISION, { json: makePage({ season, past, division: { tier: 1, number: 1, tiers: [1], up: 0, down: 0, rows } }) });
    renderSite('/divisions?season=2029-12');
    expect(await screen.findByText(t('divisions.corrected', { points: 880 }))).toBeTruthy();
    expect(screen.getByText(t('divisions.corrected_hint'))).toBeTruthy();
    expect(screen.getAllByRole('img', { name: t('divisions.medal.first') })).toHaveLength(2);
    expect(screen.getByRole('link', { name: /December 2029/ }).getAttribute('aria-current')).toBe('page');
    expect(screen.queryByRole('button', { name: t('divisions.leave') })).toBeNull();
  });

  it('say what failed', async () => {
    server.on(DIVISION, { status: 500, json: { code: 'internal' } });
    renderSite('/divisions');
    expect(await screen.findByText(t('divisions.failed'), undefined, { timeout: 15_000 })).toBeTruthy();
  });

  it('ask guests to sign in', async () => {
    beGuest();
    renderSite('/divisions');
    expect(await screen.findByText(t('divisions.signed_out'))).toBeTruthy();
  });
});

describe('a year in review', () => {
  const months = Array.from({ length: 12 }, (_, month) => ({ scored: month === 10 ? 4 : 0, right: month === 10 ? 3 : 0 }));
  const review = {
    ...{ tips: { entered: 5, scored: 4, exact: 1, right: 3 }, streak: 2, months, best_call: null, toughest: null },
    ...{ best_round: null, best_place: { group: 'Friends', place: 2, members: 9 } },
    forecasts: { scored: 3, model: { matches: 3, mine: -0.9, other: -1 }, crowd: null },
    seasons: [{ season: '2029-11', tier: 2, number: 1, place: 3, medal: 'third' }],
  };
  const serve = (more: object) =>
    server.on('GET /api/account/year/2029', {
      json: getYear.reply.parse({ year: 2029, is_running: false, opens_at: null, review: null, ...more }),
    });

  it('shows what there is', async () => {
    serve({ review });
    renderSite('/year/2029');
    expect(await screen.findByRole('heading', { name: t('year.heading', { year: '2029' }) })).toBeTruthy();
    expect(screen.getByText(t('year.month_value', { right: 3, scored: 4 }))).toBeTruthy();
    expect(screen.getByText(t('year.best_place_value', review.best_place))).toBeTruthy();
    expect(screen.getByText(t('year.skill_value', { difference: '+0.1', matches: 3 }))).toBeTruthy();
    expect(screen.getByText(/November 2029/)).toBeTruthy();
    expect(screen.queryByText(t('year.best_call'))).toBeNull();
  });

  it('says that a year is empty, or when it opens', async () => {
    serve({});
    const { navigate } = renderSite('/year/2029');
    expect(await screen.findByText(t('year.none', { year: '2029' }))).toBeTruthy();
    server.on('GET /api/account/year/2030', { json: { year: 2030, is_running: true, opens_at: '2030-12-01T00:00:00.000Z', review: null } });
    await navigate('/year/2030');
    expect(await screen.findByText(t('year.opens_hint'))).toBeTruthy();
  });
});
