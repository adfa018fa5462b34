import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeMeta } from '#test/web/fixtures/matches.ts';
import { makeTrackRecord } from '#test/web/fixtures/track-record.ts';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { t, tVi } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { BACKTEST, DIVISIONS, figureOf } from '#web/features/track-record/backtest-rows.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const RECORD = 'GET /api/forecasts/track-record';
const SEASONS = ['2018/19', '2019/20', '2020/21', '2021/22', '2022/23'];

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  queryClient.clear();
  server.reset();
  server.on('GET /api/meta', { json: makeMeta() });
  server.on('GET /api/leagues', { json: { items: [] } });
  server.on(RECORD, { json: makeTrackRecord() });
  await chooseLocale('en');
});
afterAll(() => server.stop());

const whole = BACKTEST.rows.all!.all!;
const FOUR = new Intl.NumberFormat('en', { minimumFractionDigits: 4, maximumFractionDigits: 4 });
const four = (value: number | null) => FOUR.format(value!);
const heading = () => screen.findByRole('heading', { level: 2, name: t('backtest.heading') });
const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));

describe('the test on past seasons', () => {
  it('says for each of our forecasts how far it is from the bookmakers, and how many matches that is of', async () => {
    renderSite('/track-record');
    await heading();
    const lead = { matches: whole.matches, divisions: DIVISIONS.length, from: '2018', to: '2023' };
    expect(screen.getByText(t('backtest.lead', lead))).toBeTruthy();
    const distance = four(figureOf(whole, 'none')! - figureOf(whole, 'average')!);
    expect(screen.getByText(t('backtest.verdict.behind', { forecast: t('backtest.forecaster.none'), distance }))).toBeTruthy();
    expect(screen.getByText(t('backtest.what_is_rps'))).toBeTruthy();
  });

  it('compares everybody on all matches and on the shared ones, where FiveThirtyEight has figures too', async () => {
    renderSite('/track-record');
    await heading();
    const rows = rowsOf(screen.getByRole('table', { name: t('backtest.compared') }));
    const told = [figureOf(whole, 'none'), figureOf(whole, 'none', 'log_loss')];
    const shared = [figureOf(BACKTEST.shared, 'none'), figureOf(BACKTEST.shared, 'none', 'log_loss')];
    expect(rows[1]).toEqual([t('backtest.forecaster.none'), ...[...told, ...shared].map(four)]);
    const theirs = [figureOf(BACKTEST.shared, 'fivethirtyeight'), figureOf(BACKTEST.shared, 'fivethirtyeight', 'log_loss')];
    expect(rows.at(-1)).toEqual([t('backtest.forecaster.fivethirtyeight'), '–', '–', ...theirs.map(four)]);
  });

  it('shows the seasons of the chosen division by the chosen figure, with a chart of the gaps', async () => {
    renderSite('/track-record');
    await heading();
    const seasons = () => rowsOf(screen.getByRole('table', { name: t('backtest.by_season') }));
    expect(seasons().map(([first]) => first)).toEqual([t('backtest.season'), ...SEASONS, t('backtest.all_seasons')]);
    expect(seasons().at(-1)!.slice(1, 3)).toEqual([whole.matches.toLocaleString('en'), four(whole.rps[0]!)]);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: t('backtest.division_label') }), t('backtest.division.SC0'));
    await userEvent.click(screen.getByRole('radio', { name: t('backtest.measure.log_loss') }));
    const scotland = BACKTEST.rows.SC0!.all!;
    expect(seasons().at(-1)).toEqual([t('backtest.all_seasons'), scotland.matches.toLocaleString('en'), ...scotland.log_loss.map(four)]);
    expect(screen.getByRole('img', { name: t('backtest.gap_chart', { seasons: SEASONS.length }) })).toBeTruthy();
    const gaps = rowsOf(screen.getByRole('table', { name: t('backtest.gap_heading'), hidden: true }));
    expect(gaps).toHaveLength(SEASONS.length + 2);
    expect(gaps.at(-1)![1]).toMatch(/^[+−]0\.\d{4} ± 0\.\d{4}$/);
  });

  it('plots forecast against frequency for each forecast of ours and each outcome, without small groups', async () => {
    renderSite('/track-record');
    await heading();
    const card = within(screen.getByText(t('backtest.calibration_lead', { count: 30 })).closest('section') as HTMLElement);
    const points = () => card.getByRole('img').querySelectorAll('circle').length;
    const large = (bins: readonly (readonly number[])[]) => bins.filter(([, , count]) => count! >= 30).length;
    expect(points()).toBe(large(BACKTEST.calibration.none.home));
    expect(points()).toBeLessThan(BACKTEST.calibration.none.home.length);
    await userEvent.selectOptions(card.getByRole('combobox'), t('backtest.forecaster.pre'));
    await userEvent.click(card.getByRole('radio', { name: t('common.draw') }));
    expect(points()).toBe(large(BACKTEST.calibration.pre.draw));
  });

  it('says what may flatter it, and gives the two commands that check it', async () => {
    renderSite('/track-record');
    await heading();
    expect(screen.getByText(t('backtest.honest_looks', { count: BACKTEST.looks }))).toBeTruthy();
    expect(screen.getByText(t('backtest.honest_settings', { month: 'June 2018' }))).toBeTruthy();
    expect(screen.getByText(`npm run backtest -- --data football-data --from ${BACKTEST.from}`)).toBeTruthy();
    expect(screen.getByText(`npm run check:track-record -- ${window.location.origin}`)).toBeTruthy();
  });

  it('is there before the site has forecasts of its own, and a link leads to it', async () => {
    const none = { model: null, beside: [], hit_rate: null, by_league: [], by_lead_time: [], recent: [] };
    server.on(RECORD, { json: makeTrackRecord({ ...none, reliability: { home: [], draw: [], away: [] } }) });
    renderSite('/track-record');
    const place = (await heading()).closest('[id="past-seasons"]');
    expect(place).toBeTruthy();
    expect(screen.getByRole('link', { name: t('track_record.past_link') }).getAttribute('href')).toBe('#past-seasons');
  });

  it('is of football alone', async () => {
    renderSite('/track-record?sport=tennis');
    await screen.findByText(t('track_record.checked', { count: 312 }));
    expect(screen.queryByRole('link', { name: t('track_record.past_link') })).toBeNull();
    expect(screen.queryByRole('heading', { name: t('backtest.heading') })).toBeNull();
  });

  it('speaks the current language', async () => {
    await chooseLocale('vi');
    renderSite('/track-record');
    expect(await screen.findByRole('heading', { name: tVi('backtest.heading') })).toBeTruthy();
    expect(screen.getByRole('option', { name: tVi('backtest.division.E0') })).toBeTruthy();
  });
});
