import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { beGuest, beUser, makeOverview } from '#test/web/fixtures/accounts.ts';
import { makeForecast, makeForecasts, makeGroup, makeMine, makeStanding, makeTable } from '#test/web/fixtures/forecast-league.ts';
import { makeOverview as makeLeagueOverview } from '#test/web/fixtures/leagues.ts';
import { makeBrief, makeLeague, makeScore, makeTeam } from '#test/web/fixtures/matches.ts';
import { servePages } from '#test/web/page-server.ts';
import { renderPart, renderSite } from '#test/web/render-site.tsx';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { useToasts } from '#web/data/toasts.ts';
import { MatchForecast } from '#web/features/forecast-league/match-forecast.tsx';
import { chooseLocale, loadAllWords } from '#web/i18n/locale-store.ts';

const MATCHES = 'GET /api/forecast-league/matches';
const OWN = 'GET /api/forecast-league/forecasts';
const STANDING = 'GET /api/forecast-league/standing';
const TABLE = 'GET /api/forecast-league/table';
const GROUPS = 'GET /api/forecast-league/groups';

const server = await servePages();
beforeEach(async () => {
  queryClient.clear();
  useToasts.setState({ toasts: [] });
  beUser();
  server.on('GET /api/account/overview', { json: makeOverview() });
  server.on('GET /api/leagues', { json: { items: [makeLeagueOverview({ id: 1 }), makeLeagueOverview({ id: 9, sport: 'tennis' })] } });
  server.on(MATCHES, { json: makeForecasts([]) });
  server.on(OWN, { json: makeForecasts([]) });
  server.on(STANDING, { json: makeStanding() });
  server.on(TABLE, { json: makeTable([]) });
  server.on(GROUPS, { json: { items: [] } });
  await chooseLocale('en');
});

const asked = (path: string) => server.heard.filter((one) => one.path === path).map(({ query }) => query);
const slider = (name: string) => screen.getByRole<HTMLInputElement>('slider', { name });
const typed = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name: t('forecast_league.percent_of', { name }) });
/** The name of the button that opens or closes a match. */
const toggle = (does: 'make' | 'change' | 'show', teams = 'Avalon – Northgate') => ({ name: `${t(`forecast_league.${does}`)}, ${teams}` });
const shown = () => screen.getAllByRole<HTMLInputElement>('slider').map(({ value }) => Number(value));
const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));

const avalon = (rest: Parameters<typeof makeForecast>[0] = {}) =>
  makeForecast({ match: makeBrief({ id: 7, home: makeTeam('Avalon'), away: makeTeam('Northgate') }), ...rest });
const FORECAST = '/api/forecast-league/forecasts/7';

describe('the matches to forecast', () => {
  it('are forecast by sliders that always add up to 100, and saved', async () => {
    server.on(MATCHES, { json: makeForecasts([avalon()]) });
    server.on(`PUT ${FORECAST}`, { json: avalon({ mine: makeMine(60, 20, 20) }) });
    renderSite('/forecast-league');
    const open = await screen.findByRole('button', toggle('make'));
    expect(screen.getByText(t('forecast_league.not_made'))).toBeTruthy();
    await userEvent.click(open);
    expect(shown()).toEqual([33, 34, 33]);
    fireEvent.input(slider('Avalon'), { target: { value: '60' } });
    expect(shown()).toEqual([60, 20, 20]);
    fireEvent.input(slider('Avalon'), { target: { value: '100' } });
    expect(shown()).toEqual([100, 0, 0]);
    fireEvent.input(slider('Avalon'), { target: { value: '60' } });
    expect(shown()).toEqual([60, 20, 20]);
    await userEvent.click(screen.getByRole('button', { name: t('forecast_league.save') }));
    expect(await screen.findByText(t('forecast_league.saved'))).toBeTruthy();
    expect(server.bodiesOf(`PUT ${FORECAST}`)).toEqual([{ home: 60, draw: 20, away: 20 }]);
    expect(screen.getByRole('img', { name: t('common.probability', { home: '60%', draw: '20%', away: '20%' }) })).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: t('forecast_league.unchanged') }).disabled).toBe(true);
  });

  it('accept typed numbers, but only percentages', async () => {
    server.on(MATCHES, { json: makeForecasts([avalon({ mine: makeMine(50, 30, 20) })]) });
    renderSite('/forecast-league');
    await userEvent.click(await screen.findByRole('button', toggle('change')));
    await userEvent.clear(typed(t('common.draw')));
    expect(shown()).toEqual([50, 30, 20]);
    await userEvent.type(typed(t('common.draw')), '65');
    expect(shown()).toEqual([25, 65, 10]);
    await userEvent.type(typed(t('common.draw')), '9');
    await userEvent.type(typed(t('common.draw')), '-');
    expect(typed(t('common.draw')).value).toBe('65');
    await userEvent.clear(typed(t('common.draw')));
    await userEvent.tab();
    expect(typed(t('common.draw')).value).toBe('65');
  });

  it('show others’ forecasts, and errors of saving', async () => {
    server.on(MATCHES, { json: makeForecasts([avalon()]) });
    server.on(`PUT ${FORECAST}`, { status: 503, json: { code: 'unavailable', detail: 'We will be back in a moment.' } });
    renderSite('/forecast-league');
    await userEvent.click(await screen.findByRole('button', toggle('make')));
    const table = screen.getByRole('table', { name: t('forecast_league.opinions') });
    expect(rowsOf(table)).toEqual([
      ['', t('common.home'), t('common.draw'), t('common.away')],
      [t('forecast_league.who.model'), '50%', '30%', '20%'],
      [t('forecast_league.who.market'), t('forecast_league.silent')],
      [t('forecast_league.who.crowd'), t('forecast_league.silent')],
    ]);
    await userEvent.click(screen.getByRole('button', { name: t('forecast_league.save') }));
    expect((await screen.findByRole('alert')).textContent).toBe('We will be back in a moment.');
  });

  it('leave the list when they begin; the reason stays visible', async () => {
    server.on(MATCHES, { json: makeForecasts([avalon()]) }, { json: makeForecasts([]) });
    server.on(`PUT ${FORECAST}`, { status: 409, json: { code: 'forecast_closed', detail: 'Forecasts of this match are closed.' } });
    renderSite('/forecast-league');
    await userEvent.click(await screen.findByRole('button', toggle('make')));
    await userEvent.click(screen.getByRole('button', { name: t('forecast_league.save') }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Avalon – Northgate' })).toBeNull());
    expect(await screen.findByText('Forecasts of this match are closed.')).toBeTruthy();
  });

  it('have two outcomes in sports without a draw', async () => {
    const league = makeLeague({ sport: 'tennis' });
    const match = makeBrief({ ...avalon().match, sport: 'tennis', draw_possible: false });
    server.on(MATCHES, { json: makeForecasts([avalon({ league, match, others: { model: null, market: null, crowd: null } })]) });
    renderSite('/forecast-league');
    await userEvent.click(await screen.findByRole('button', toggle('make')));
    fireEvent.input(slider('Northgate'), { target: { value: '71' } });
    expect(shown()).toEqual([29, 71]);
    expect(screen.queryByRole('slider', { name: t('common.draw') })).toBeNull();
  });

  it('can be taken back', async () => {
    server.on(MATCHES, { json: makeForecasts([avalon({ mine: makeMine(50, 30, 20) })]) });
    server.on(`DELETE ${FORECAST}`, { json: avalon() });
    renderSite('/forecast-league');
    await userEvent.click(await screen.findByRole('button', toggle('change')));
    await userEvent.click(screen.getByRole('button', { name: t('forecast_league.withdraw') }));
    expect(await screen.findByText(t('forecast_league.withdrawn'))).toBeTruthy();
    expect(shown()).toEqual([33, 34, 33]);
  });

  it('are filtered by sport, kept in the address, and paged', async () => {
    server.on(MATCHES, { json: makeForecasts([avalon()], { total: 45 }) });
    const { path } = renderSite('/forecast-league?sport=chess&page=0');
    await userEvent.click(await screen.findByRole('radio', { name: t('matches.sports.tennis') }));
    await waitFor(() => expect(path()).toBe('/forecast-league?sport=tennis'));
    await userEvent.click(await screen.findByRole('link', { name: t('common.page_next') }));
    await waitFor(() => expect(path()).toBe('/forecast-league?sport=tennis&page=2'));
    await waitFor(() =>
      expect(asked('/api/forecast-league/matches')).toEqual([
        { page: '1' },
        { page: '1', sport: 'tennis' },
        { page: '2', sport: 'tennis' },
      ]),
    );
  });

  it('may be missing, or still loading', async () => {
    renderSite('/forecast-league');
    expect(await screen.findByText(t('forecast_league.matches_none'))).toBeTruthy();
  });

  it('show an error, and retry', async () => {
    server.on(MATCHES, { status: 500, json: { code: 'internal', detail: 'Something went wrong.' } }, { json: makeForecasts([avalon()]) });
    renderSite('/forecast-league');
    await userEvent.click(await screen.findByRole('button', { name: t('common.retry') }));
    expect(await screen.findByText('Avalon')).toBeTruthy();
  });
});

describe('to guests', () => {
  it('the page describes itself, asks them to sign in, and shows the table', async () => {
    beGuest();
    server.on(TABLE, { json: makeTable([{ handle: 'ana', rank: 1, forecasts: 12, mean: -0.912, over_model: 0.041 }]) });
    const { path } = renderSite('/forecast-league');
    expect(await screen.findByText(t('forecast_league.signed_out'))).toBeTruthy();
    expect(within(screen.getByRole('tabpanel')).getByRole('button', { name: t('shell.sign_in') })).toBeTruthy();
    await userEvent.click(screen.getByRole('tab', { name: t('forecast_league.tabs.table') }));
    await waitFor(() => expect(path()).toBe('/forecast-league?tab=table'));
    expect(rowsOf(await screen.findByRole('table', { name: t('forecast_league.tabs.table') }))[1]).toEqual([
      '1',
      'ana',
      '12',
      '+0.04',
      '−0.91',
    ]);
    expect(server.calls()).not.toContain(MATCHES);
  });
});

describe('my forecasts', () => {
  it('compare the user with others on the same matches, and show their calibration', async () => {
    server.on(STANDING, {
      json: makeStanding({
        forecasts: 14,
        mean: -0.9512,
        rank: 3,
        ranked: 40,
        beside: [{ name: 'model', matches: 12, mine: -0.94, other: -0.99 }],
        calibration: [
          { forecast: 0.1, frequency: 0.05, count: 20 },
          { forecast: 0.7, frequency: 0.8, count: 10 },
        ],
      }),
    });
    const { path } = renderSite('/forecast-league?tab=mine');
    expect(await screen.findByText('−0.95')).toBeTruthy();
    expect(screen.getByText(t('forecast_league.rank_of', { rank: 3, ranked: 40 }))).toBeTruthy();
    expect(screen.getByText(t('forecast_league.scored_count', { count: 14 }))).toBeTruthy();
    expect(
      rowsOf(screen.getByRole('table', { name: `${t('forecast_league.beside')} · ${t('forecast_league.higher_is_better')}` }))[1],
    ).toEqual([t('forecast_league.beside_row.model'), '12', '−0.94', '−0.99', '+0.05']);
    const chart = t('track_record.chart', { outcome: t('forecast_league.calibration_name'), bins: 2, distance: '[\\d.]+' });
    expect(screen.getByRole('img', { name: new RegExp(`^${chart}`) })).toBeTruthy();
    await userEvent.click(screen.getByText(t('track_record.as_table')));
    expect(rowsOf(screen.getByRole('table', { name: t('forecast_league.calibration') }))[2]).toEqual(['70.0%', '80.0%', '10']);
    await userEvent.click(screen.getByRole('radio', { name: t('forecast_league.windows.days_30') }));
    await waitFor(() => expect(path()).toBe('/forecast-league?tab=mine&window=days_30'));
    await waitFor(() => expect(asked('/api/forecast-league/standing').at(-1)).toEqual({ window: 'days_30' }));
  });

  it('show from when there is a rank, and what to do before the first one', async () => {
    server.on(STANDING, { json: makeStanding({ forecasts: 2, mean: -1 }) }, { json: makeStanding() });
    renderSite('/forecast-league?tab=mine');
    expect(await screen.findByText(t('forecast_league.rank_none', { min: 10 }))).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: t('forecast_league.windows.days_90') }));
    expect(await screen.findByText(t('forecast_league.standing_none'))).toBeTruthy();
  });

  it('show the score of each ended one, and what does not count', async () => {
    const finished = makeBrief({ id: 7, status: 'ft', score: makeScore(1, 1), home: makeTeam('Avalon'), away: makeTeam('Northgate') });
    const scored = { outcome: 'draw', mine: Math.log(0.25), model: Math.log(0.3), market: null, crowd: null } as const;
    server.on(OWN, {
      json: makeForecasts([
        avalon({ match: finished, state: 'scored', mine: makeMine(60, 25, 15), scored }),
        makeForecast({
          state: 'void',
          mine: makeMine(10, 20, 70),
          match: makeBrief({ home: makeTeam('Rainedoff'), away: makeTeam('Mudford') }),
        }),
      ]),
    });
    renderSite('/forecast-league?tab=mine&list=scored');
    expect(await screen.findByText('−1.39')).toBeTruthy();
    expect(screen.getByText(t('forecast_league.state.void'))).toBeTruthy();
    expect(asked('/api/forecast-league/forecasts')).toEqual([{ status: 'scored', page: '1' }]);
    await userEvent.click(screen.getByRole('button', toggle('show')));
    expect(rowsOf(screen.getByRole('table', { name: t('forecast_league.opinions') })).slice(0, 3)).toEqual([
      ['', t('common.home'), t('common.draw'), t('common.away'), t('forecast_league.score')],
      [t('forecast_league.who.mine'), '60%', '25%', '15%', '−1.39'],
      [t('forecast_league.who.model'), '50%', '30%', '20%', '−1.20'],
    ]);
    await userEvent.click(screen.getByRole('button', toggle('show', 'Rainedoff – Mudford')));
    expect(screen.getByText(t('forecast_league.void_why'))).toBeTruthy();
  });
});

describe('leagues among friends', () => {
  const mine = makeGroup({ is_owner: true });
  const rows = [
    { handle: 'bo', rank: 1, forecasts: 4, mean: -0.8, over_model: null, is_owner: false, is_me: false },
    { handle: 'ada', rank: null, forecasts: 0, mean: null, over_model: null, is_owner: true, is_me: true },
  ];
  const serveGroup = (group: typeof mine) => {
    server.on(GROUPS, { json: { items: [group] } });
    server.on(`GET /api/forecast-league/groups/${group.id}`, { json: { ...group, table: rows } });
  };

  it('are joined by a link with one press', async () => {
    server.on('POST /api/forecast-league/groups/join', { json: mine });
    const { path } = renderSite('/forecast-league?join=abcd-2345');
    const code = await screen.findByRole<HTMLInputElement>('textbox', { name: t('forecast_league.join_code') });
    expect(code.value).toBe('ABCD2345');
    serveGroup(mine);
    await userEvent.click(screen.getByRole('button', { name: t('forecast_league.join_submit') }));
    expect(await screen.findByText(t('forecast_league.joined', { name: 'Sunday friends' }))).toBeTruthy();
    expect(server.bodiesOf('POST /api/forecast-league/groups/join')).toEqual([{ code: 'ABCD2345' }]);
    await waitFor(() => expect(path()).toBe(`/forecast-league?tab=friends&group=${mine.id}`));
    expect(
      rowsOf(await screen.findByRole('table', { name: t('forecast_league.open_group', { name: 'Sunday friends' }) })).slice(1),
    ).toEqual([
      ['1', 'bo', '4', '–', '−0.80', t('forecast_league.remove')],
      ['–', `ada${t('forecast_league.is_you')}${t('forecast_league.is_owner')}`, '0', '–', '–', ''],
    ]);
  });

  it('reject an unknown code, before and after it is entered', async () => {
    server.on('POST /api/forecast-league/groups/join', { status: 404, json: { code: 'not_found', detail: 'This does not exist.' } });
    renderSite('/forecast-league?tab=friends');
    const code = await screen.findByRole('textbox', { name: t('forecast_league.join_code') });
    await userEvent.type(code, 'ABC');
    await userEvent.click(screen.getByRole('button', { name: t('forecast_league.join_submit') }));
    expect(await screen.findByText(t('forecast_league.join_unknown'))).toBeTruthy();
    expect(server.bodiesOf('POST /api/forecast-league/groups/join')).toEqual([]);
    await userEvent.type(code, 'DEFGH');
    expect(screen.queryByText(t('forecast_league.join_unknown'))).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: t('forecast_league.join_submit') }));
    expect(await screen.findByText(t('forecast_league.join_unknown'))).toBeTruthy();
  });

  it('are created, renamed and deleted; a name that looks like markup is shown as text', async () => {
    const named = makeGroup({ name: '<b>Bold</b>', is_owner: true });
    server.on('POST /api/forecast-league/groups', { status: 201, json: named });
    renderSite('/forecast-league?tab=friends');
    await userEvent.type(await screen.findByRole('textbox', { name: t('forecast_league.create_name') }), '  <b>Bold</b> ');
    serveGroup(named);
    await userEvent.click(screen.getByRole('button', { name: t('forecast_league.create_submit') }));
    expect(await screen.findByRole('heading', { name: '<b>Bold</b>' })).toBeTruthy();
    expect(server.bodiesOf('POST /api/forecast-league/groups')).toEqual([{ name: '<b>Bold</b>' }]);

    server.on(`PATCH /api/forecast-league/groups/${named.id}`, { json: { ...named, name: 'Plain' } });
    await userEvent.click(screen.getByRole('button', { name: t('forecast_league.rename') }));
    const dialog = within(await screen.findByRole('dialog'));
    const field = dialog.getByRole('textbox', { name: t('forecast_league.create_name') });
    await userEvent.clear(field);
    await userEvent.type(field, 'Plain');
    serveGroup({ ...named, name: 'Plain' });
    await userEvent.click(dialog.getByRole('button', { name: t('forecast_league.rename_submit') }));
    expect(await screen.findByRole('heading', { name: 'Plain' })).toBeTruthy();

    server.on(`DELETE /api/forecast-league/groups/${named.id}`, { json: {} });
    await userEvent.click(screen.getByRole('button', { name: t('forecast_league.end') }));
    server.on(GROUPS, { json: { items: [] } });
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: t('forecast_league.end') }));
    expect(await screen.findByText(t('forecast_league.groups_none'))).toBeTruthy();
  });

  it('lose a removed member after confirmation, and a leaving one', async () => {
    serveGroup(mine);
    server.on(`DELETE /api/forecast-league/groups/${mine.id}/members/bo`, { json: {} });
    server.on(`DELETE /api/forecast-league/groups/${mine.id}/members/ada`, { json: {} });
    renderSite('/forecast-league?tab=friends');
    await userEvent.click(await screen.findByRole('button', { name: t('forecast_league.remove_of', { name: 'bo' }) }));
    const removal = within(await screen.findByRole('dialog', { name: t('forecast_league.remove_title', { name: 'bo' }) }));
    expect(removal.getByText(t('forecast_league.remove_lead', { name: 'bo' }))).toBeTruthy();
    await userEvent.click(removal.getByRole('button', { name: t('forecast_league.remove') }));
    await waitFor(() => expect(server.calls()).toContain(`DELETE /api/forecast-league/groups/${mine.id}/members/bo`));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: t('forecast_league.leave') }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: t('forecast_league.leave') }));
    await waitFor(() => expect(server.calls()).toContain(`DELETE /api/forecast-league/groups/${mine.id}/members/ada`));
  });

  it('offer members nothing but leaving', async () => {
    serveGroup({ ...mine, is_owner: false });
    renderSite('/forecast-league?tab=friends');
    expect(await screen.findByRole('button', { name: t('forecast_league.leave') })).toBeTruthy();
    const owners = [t('forecast_league.remove'), t('forecast_league.rename'), t('forecast_league.end')];
    expect(screen.queryByRole('button', { name: new RegExp(owners.join('|')) })).toBeNull();
  });
});

describe('on a match', () => {
  const GET = `GET ${FORECAST}`;
  beforeEach(() => loadAllWords());
  const show = () => renderPart(<MatchForecast match={{ id: 7, status: 'ns' }} />);

  it('is made, and links to the league', async () => {
    server.on(GET, { json: avalon({ mine: makeMine(50, 30, 20) }) });
    show();
    expect((await screen.findByRole<HTMLInputElement>('slider', { name: 'Avalon' })).value).toBe('50');
    expect(screen.getByRole('link', { name: t('forecast_league.link') }).getAttribute('href')).toBe('/forecast-league');
  });

  it('is compared once locked, or only mentioned as missing', async () => {
    server.on(GET, { json: avalon({ state: 'locked', mine: makeMine(50, 30, 20) }) });
    show();
    expect(await screen.findByRole('table', { name: t('forecast_league.opinions') })).toBeTruthy();
    expect(screen.queryByRole('slider')).toBeNull();
    queryClient.clear();
    server.on(GET, { json: avalon({ state: 'locked' }) });
    show();
    expect(await screen.findByText(t('forecast_league.locked_without'))).toBeTruthy();
  });

  it('asks guests to sign in, and makes no request', async () => {
    beGuest();
    show();
    expect(await screen.findByRole('button', { name: t('shell.sign_in') })).toBeTruthy();
    expect(server.calls()).not.toContain(GET);
  });

  it('shows an error, and retries', async () => {
    server.on(GET, { status: 500, json: {} }, { json: avalon() });
    show();
    await userEvent.click(await screen.findByRole('button', { name: t('common.retry') }));
    expect(await screen.findByRole('slider', { name: 'Avalon' })).toBeTruthy();
  });
});
