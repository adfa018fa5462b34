import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeOverview } from '#test/web/fixtures/leagues.ts';
import { makeMeta } from '#test/web/fixtures/matches.ts';
import { makePast, makeTrackRecord } from '#test/web/fixtures/track-record.ts';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { t, tVi } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const RECORD = 'GET /api/forecasts/track-record';
const NOTHING = { model: null, beside: [], hit_rate: null, by_league: [], by_lead_time: [], recent: [] };
const NO_BINS = { home: [], draw: [], away: [] };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  queryClient.clear();
  server.reset();
  localStorage.clear();
  server.on('GET /api/meta', { json: makeMeta() });
  server.on('GET /api/leagues', {
    json: { items: [makeOverview({ id: 1, names: { vi: 'Hạng Nhất' } }), makeOverview({ id: 9, sport: 'tennis' })] },
  });
  await chooseLocale('en');
});
afterAll(() => server.stop());

const answer = (rest: Parameters<typeof makeTrackRecord>[0] = {}) => server.on(RECORD, { json: makeTrackRecord(rest) });
const asked = () => server.heard.filter(({ path }) => path === '/api/forecasts/track-record').map(({ query }) => query);
const card = async (heading: string) => within((await screen.findByRole('heading', { name: heading })).closest('section') as HTMLElement);
const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));

describe('the summary', () => {
  it('shows how many forecasts were checked, and that chance explains the distance to the market', async () => {
    answer();
    renderSite('/track-record');
    expect(await screen.findByText(t('track_record.checked', { count: 312 }))).toBeTruthy();
    expect(screen.getByText(t('track_record.verdict.market.level', { count: 312 }))).toBeTruthy();
    const apart = t('track_record.difference', { model: '0.2012', other: '0.2001', difference: '+0.0011', error: '0.0009' });
    expect(screen.getByText(apart, { exact: false })).toBeTruthy();
  });

  it.each([
    [-0.004, t('track_record.verdict.crowd.better', { count: 312 })],
    [0.004, t('track_record.verdict.crowd.worse', { count: 312 })],
  ])('says so if chance does not: %s', async (difference, words) => {
    const [one] = makeTrackRecord().beside;
    answer({ beside: [{ ...one!, name: 'crowd', rps_difference: difference }] });
    renderSite('/track-record');
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it('makes no comparison and gives no figure below 30 matches', async () => {
    const few = { matches: 12, rps: 0.1, log_loss: 0.5, brier: 0.3 };
    answer({
      model: few,
      beside: [{ name: 'market', model: few, other: { ...few, rps: 0.3 }, rps_difference: -0.2, rps_standard_error: 0.001 }],
      hit_rate: { matches: 12, top: 0.5, top_three: 0.9 },
    });
    renderSite('/track-record');
    expect(await screen.findByText(t('track_record.verdict.market.few', { needed: 30, count: 12 }))).toBeTruthy();
    const better = t('track_record.verdict.market.better', { count: 12 });
    expect(screen.queryByText(new RegExp(`${better}|0\\.1000|50\\.0%`))).toBeNull();
    const rows = rowsOf((await card(t('track_record.figures'))).getByRole('table'));
    expect(rows[1]).toEqual([t('track_record.model_all'), '12', t('track_record.few')]);
    expect(rows[2]).toEqual([t('track_record.yardsticks')]);
    expect((await card(t('track_record.reliability'))).queryByRole('img')).toBeNull();
  });
});

it('compares the figures with the market’s on the same matches, and with published ones', async () => {
  answer();
  renderSite('/track-record');
  const figures = await card(t('track_record.figures'));
  const rows = rowsOf(figures.getByRole('table'));
  expect(rows[1]).toEqual([t('track_record.model_all'), '312', '0.2012', '0.9934', '0.5921']);
  expect(rows[3]).toEqual([t('track_record.same_matches.market'), '312', '0.2001', '0.9934', '0.5921']);
  expect(rows).toContainEqual([t('track_record.yardstick.fivethirtyeight'), '', '0.2053', '1.0062', '0.6019']);
  expect(figures.getByText(t('track_record.yardstick_note.football'))).toBeTruthy();
});

it('plots forecast against frequency for each outcome, and repeats it as a table', async () => {
  answer();
  renderSite('/track-record');
  const reliability = await card(t('track_record.reliability'));
  expect(
    reliability.getByRole('img', { name: t('track_record.chart', { outcome: t('common.home'), distance: '4.0', bins: 10 }) }),
  ).toBeTruthy();
  expect(rowsOf(reliability.getByRole('table', { hidden: true }))[1]).toEqual(['5.0%', '9.0%', '30']);
  await userEvent.click(reliability.getByRole('radio', { name: t('common.draw') }));
  expect(
    reliability.getByRole('img', { name: t('track_record.chart', { outcome: t('common.draw'), distance: '1.0', bins: 1 }) }),
  ).toBeTruthy();
  expect(rowsOf(reliability.getByRole('table', { hidden: true }))).toHaveLength(2);
});

it('keeps groups apart that forecast the same', async () => {
  const even = { forecast: 0.5, count: 30 };
  answer({
    reliability: {
      home: [
        { ...even, frequency: 0.4 },
        { ...even, frequency: 0.6 },
      ],
      draw: [],
      away: [],
    },
  });
  renderSite('/track-record');
  const reliability = await card(t('track_record.reliability'));
  expect(rowsOf(reliability.getByRole('table', { hidden: true })).slice(1)).toEqual([
    ['50.0%', '40.0%', '30'],
    ['50.0%', '60.0%', '30'],
  ]);
  expect(reliability.getByRole('img').querySelectorAll('circle')).toHaveLength(2);
});

it('shows misses like hits, each with its forecast and a link to its match', async () => {
  answer({
    recent: [
      makePast(),
      makePast({
        match_id: 8,
        home: { name: 'Northgate', names: {} },
        away: { name: 'Eastham', names: { vi: 'Đông Hàm' } },
        score: [0, 0],
        outcome: 'draw',
        market: null,
      }),
    ],
  });
  renderSite('/track-record');
  const recent = await card(t('track_record.recent'));
  expect(recent.getByText(t('track_record.recent_aside', { hits: 1, count: 2 }))).toBeTruthy();
  const [hit, miss] = recent.getAllByRole('listitem');
  expect(within(hit!).getByText(t('track_record.hit'))).toBeTruthy();
  expect(within(hit!).getByText(t('track_record.market_gave', { percent: '48%' }))).toBeTruthy();
  expect(within(miss!).getByText(t('track_record.miss'))).toBeTruthy();
  expect(within(miss!).getByText(t('track_record.gave', { percent: '26%' }))).toBeTruthy();
  expect(within(miss!).queryByText(new RegExp(`^${t('track_record.market_gave', { percent: '' })}`))).toBeNull();
  expect(within(miss!).getByRole('link').getAttribute('href')).toBe('/match/8');
  expect(within(miss!).getByText('Eastham')).toBeTruthy();
  await act(() => chooseLocale('vi'));
  expect(await screen.findByText('Đông Hàm')).toBeTruthy();
});

it('counts all recent ones, and shows the rest on request', async () => {
  const recent = Array.from({ length: 50 }, (_, i) => makePast({ match_id: i + 1, outcome: i < 25 ? 'home' : 'away' }));
  answer({ recent });
  renderSite('/track-record');
  const latest = await card(t('track_record.recent'));
  expect(latest.getByText(t('track_record.recent_aside', { hits: 25, count: 50 }))).toBeTruthy();
  expect(latest.getAllByRole('listitem')).toHaveLength(20);
  await userEvent.click(latest.getByRole('button', { name: t('track_record.show_all') }));
  expect(latest.getAllByRole('listitem')).toHaveLength(50);
  expect(latest.getAllByText(t('track_record.miss'))).toHaveLength(25);
});

it('sorts leagues by any column, those with too few matches last', async () => {
  const figures = { matches: 60, rps: 0.21, log_loss: 1, brier: 0.6, season: '2026/27' };
  answer({
    by_league: [
      { ...figures, league_id: 1, league: 'Alpha', rps: 0.22 },
      { ...figures, league_id: 3, league: 'Beta', matches: 40 },
      { ...figures, league_id: 4, league: 'Gamma', matches: 5, rps: 0.1 },
    ],
  });
  server.on('GET /api/leagues', { json: { items: [] } });
  renderSite('/track-record');
  const leagues = await card(t('track_record.by_league'));
  const names = () => leagues.getAllByRole('link').map(({ textContent }) => textContent);
  expect(names()).toEqual(['Alpha', 'Beta', 'Gamma']);
  await userEvent.click(leagues.getByRole('button', { name: t('track_record.figure.rps') }));
  expect(names()).toEqual(['Beta', 'Alpha', 'Gamma']);
  expect(leagues.getByRole('columnheader', { name: t('track_record.figure.rps') }).getAttribute('aria-sort')).toBe('ascending');
  await userEvent.click(leagues.getByRole('button', { name: t('track_record.figure.rps') }));
  expect(names()).toEqual(['Alpha', 'Beta', 'Gamma']);
  expect(leagues.getByRole('columnheader', { name: t('track_record.figure.rps') }).getAttribute('aria-sort')).toBe('descending');
});

describe('the selection', () => {
  it('is kept in the address, and its choices do not shrink', async () => {
    answer();
    const { path } = renderSite('/track-record');
    await screen.findByText(t('track_record.checked', { count: 312 }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: t('track_record.league') }), 'Second Division');
    await waitFor(() => expect(path()).toBe('/track-record?league=2'));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: t('track_record.season') }), '2026/27');
    await waitFor(() => expect(path()).toBe('/track-record?league=2&season=2026%2F27'));
    await waitFor(() => expect(asked()).toContainEqual({ sport: 'football', league_id: '2', season: '2026/27' }));
    const options = within(screen.getByRole('combobox', { name: t('track_record.league') })).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual([t('track_record.all_leagues'), 'First Division', 'Second Division']);
    expect(screen.getByRole('link', { name: t('track_record.download') }).getAttribute('href')).toBe(
      '/api/forecasts/track-record.csv?sport=football&league_id=2&season=2026%2F27',
    );
  });

  it('can be another sport, without draws and exact scores', async () => {
    server.on(RECORD, {
      json: makeTrackRecord({
        hit_rate: null,
        reliability: { ...makeTrackRecord().reliability, draw: [] },
        recent: [makePast({ model: { home: 0.7, draw: 0, away: 0.3 } })],
      }),
    });
    const { path } = renderSite('/track-record?league=1');
    await userEvent.click(await screen.findByRole('radio', { name: t('matches.sports.tennis') }));
    await waitFor(() => expect(path()).toBe('/track-record?sport=tennis'));
    await waitFor(() => expect(asked()).toContainEqual({ sport: 'tennis' }));
    const reliability = await card(t('track_record.reliability'));
    expect(reliability.queryByRole('radio', { name: t('common.draw') })).toBeNull();
    expect(screen.queryByRole('heading', { name: t('track_record.scores') })).toBeNull();
    expect(screen.getByText(t('track_record.yardstick.ranks'))).toBeTruthy();
    expect(screen.getByRole('img', { name: t('common.probability_two', { home: '70%', away: '30%' }) })).toBeTruthy();
  });

  it('names leagues in the current language', async () => {
    await chooseLocale('vi');
    answer();
    renderSite('/track-record');
    const leagues = await card(tVi('track_record.by_league'));
    expect(await leagues.findByRole('link', { name: 'Hạng Nhất' })).toBeTruthy();
  });
});

describe('without data', () => {
  it('shows that none has been checked yet, with nothing to download', async () => {
    answer({ ...NOTHING, reliability: NO_BINS });
    renderSite('/track-record');
    expect(await screen.findByText(t('track_record.empty'))).toBeTruthy();
    expect(screen.queryByRole('link', { name: t('track_record.download') })).toBeNull();
  });

  it('links back from a selection without results', async () => {
    answer({ ...NOTHING, reliability: NO_BINS });
    const { path } = renderSite('/track-record?league=99&season=1999');
    await userEvent.click(await screen.findByRole('button', { name: t('track_record.show_all') }));
    await waitFor(() => expect(path()).toBe('/track-record'));
  });

  it('shows an error, and retries', async () => {
    server.on(RECORD, { status: 500, json: { code: 'internal', detail: 'Something went wrong.' } }, { json: makeTrackRecord() });
    renderSite('/track-record');
    expect(await screen.findByText(t('track_record.load_failed'))).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: t('common.retry') }));
    expect(await screen.findByText(t('track_record.checked', { count: 312 }))).toBeTruthy();
  });
});

it('is linked at the foot of every page', async () => {
  answer();
  const { path } = renderSite('/terms');
  await userEvent.click(await screen.findByRole('link', { name: t('shell.track_record') }));
  await waitFor(() => expect(path()).toBe('/track-record'));
  expect(await screen.findByRole('heading', { level: 1, name: t('track_record.heading') })).toBeTruthy();
  await waitFor(() => expect(document.title).toBe(`${t('titles.track_record')} · Matchpoint`));
});
