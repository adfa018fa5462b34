import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { getTeam, getTeamPlayers, getTeamStrength, type TeamPlayer } from '#contract/teams.ts';
import { DAY_MS } from '#domain/time.ts';
import {
  makeGroup,
  makeLeague,
  makeMarket,
  makeMatch,
  makeMeta,
  makeRow,
  makeScore,
  makeTable,
  makeTeam,
} from '#test/web/fixtures/matches.ts';
import { makeFinish, makeOutlook } from '#test/web/fixtures/outlook.ts';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const league = makeLeague();
const town = makeTeam('Avalon Town', { id: 31 });
const inDays = (days: number | null, rest: Partial<Parameters<typeof makeMatch>[0]> = {}) => ({
  ...makeMatch({ home: town, kickoff_at: days === null ? null : new Date(Date.now() + days * DAY_MS).toISOString(), ...rest }),
  league,
});
const won = inDays(-9, { status: 'ft', score: makeScore(2, 1), away: makeTeam('Castellar') });
const lost = inDays(-3, { status: 'ft', score: makeScore(2, 0), home: makeTeam('Harbour'), away: town });
const next = inDays(2, { away: makeTeam('Villareja'), market: makeMarket() });
const after = inDays(9, { away: makeTeam('Northgate') });
const undated = inDays(null, { away: makeTeam('Oldbridge'), status: 'tbd' });

const player = (name: string, rest: Partial<TeamPlayer> = {}): TeamPlayer => ({
  ...{
    id: null,
    name,
    number: 9,
    position: 'FWD',
    starts: 3,
    appearances: 4,
    goals: 0,
    penalties: 0,
    assists: 0,
    yellow_cards: 0,
    red_cards: 0,
  },
  rating: null,
  ...rest,
});
const LONG = 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await chooseLocale('en');
});
beforeEach(() => {
  server.reset();
  queryClient.clear();
  server.on('GET /api/meta', { json: makeMeta() });
  answerTable();
  answerPlayers([]);
  answerStrength([]);
  answerOutlook([]);
});
afterAll(() => server.stop());

const answerTeam = (matches: (typeof next)[], rest: object = {}) =>
  server.on('GET /api/teams/31', {
    json: getTeam.reply.parse({
      team: town,
      sport: 'football',
      country_code: 'gb-eng',
      leagues: [league],
      matches,
      expected_goals: null,
      ...rest,
    }),
  });
const answerTable = () => {
  const rows = Array.from({ length: 9 }, (_, index) =>
    makeRow(index + 1, `Side ${index + 1}`, { team: makeTeam(`Side ${index + 1}`, { id: 100 + index }) }),
  );
  rows[6] = makeRow(7, 'Avalon Town', { team: town, played: 10, goals_for: 20, goals_against: 5 });
  server.on(`GET /api/leagues/${league.id}/standings`, { json: makeTable({ league, tables: [makeGroup(rows)] }) });
};
const answerPlayers = (players: TeamPlayer[], rest: object = {}) =>
  server.on('GET /api/teams/31/players', {
    json: getTeamPlayers.reply.parse({
      ...{ coach: null, players, matches: { begun: 10, with_lineup: 8 }, goals: { all: 20, named: 18 }, rated_by: [], ...rest },
    }),
  });
const answerStrength = (balances: number[]) =>
  server.on('GET /api/teams/31/strength', {
    json: getTeamStrength.reply.parse({
      league: balances.length > 0 ? league : null,
      points: balances.map((balance, index) => ({
        ...{ match_id: index + 1, at: new Date(Date.UTC(2026, 8, index + 1, 15)).toISOString(), scored: 1.5 + balance, conceded: 1.5 },
      })),
    }),
  });

const answerOutlook = (teams: ReturnType<typeof makeFinish>[]) =>
  server.on(`GET /api/leagues/${league.id}/outlook`, { json: makeOutlook(teams) });

const rowsIn = (part: HTMLElement) =>
  within(part)
    .getAllByRole('link', { name: /Avalon Town/ })
    .map((link) => link.getAttribute('href'));

it('shows place, form, leagues, the next match with its odds, the table around the team, and the strength line', async () => {
  answerTeam([won, lost, next, after]);
  answerStrength([-0.1, 0.25]);
  answerPlayers([player('Ann Ash', { goals: 5, penalties: 2 }), player('Bo Birch', { goals: 7 }), player('Cy Cedar')]);
  renderSite('/team/31');
  const header = (await screen.findByRole('heading', { level: 1, name: 'Avalon Town' })).closest('header')!;
  await within(header).findByText(t('team_page.place', { place: t('match.place', { position: 7 }), league: 'First Division' }));
  expect(within(header).getByRole('img', { name: /win, loss/ })).toBeTruthy();
  expect(within(header).getByRole('link', { name: 'First Division' }).getAttribute('href')).toBe(`/leagues/${league.id}/standings`);
  expect(within(header).getByRole('button', { name: /Avalon Town/ })).toBeTruthy();
  expect(document.title).toBe(`${t('titles.matches_of', { name: 'Avalon Town' })} · Matchpoint`);
  expect(rowsIn(screen.getByRole('region', { name: t('team_page.next') }))).toEqual([`/match/${next.id}`]);
  const table = screen.getByRole('table');
  expect(
    within(table)
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Side 5', 'Side 6', 'Avalon Town', 'Side 8', 'Side 9']);
  expect(within(table).getByRole('link', { name: 'Side 5' }).getAttribute('href')).toBe('/team/104');
  expect(screen.getByText(t('team_page.beside_average', { value: '2.00', average: '2.24' }))).toBeTruthy();
  const line = await screen.findByRole('img', { name: /compared with an average side/ });
  expect(line.getAttribute('aria-label')).toContain('-0.10 on 1 Sep');
  expect(line.getAttribute('aria-label')).toContain('+0.25 on 2 Sep');
  const scorers = screen.getByText(t('team_page.scorers')).closest('section')!;
  expect(
    within(scorers)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent?.slice(0, 8)),
  ).toEqual(['Bo Birch', 'Ann Ash2']);
  expect(within(scorers).getByText(t('leagues.scorers_known', { all: 20, named: 18 }))).toBeTruthy();
});

it('lists fixtures by day, those without one last, and results with the latest first', async () => {
  answerTeam([won, lost, next, after, undated]);
  const { path } = renderSite('/team/31');
  await userEvent.click(await screen.findByRole('tab', { name: t('team_page.tabs.matches') }));
  await waitFor(() => expect(path()).toBe('/team/31?tab=matches'));
  expect(rowsIn(screen.getByRole('region', { name: t('team_page.fixtures') }))).toEqual(
    [next, after, undated].map(({ id }) => `/match/${id}`),
  );
  expect(rowsIn(screen.getByRole('region', { name: t('team_page.results') }))).toEqual([lost, won].map(({ id }) => `/match/${id}`));
  expect(screen.getByRole('heading', { name: t('team_page.undated') })).toBeTruthy();
});

it('lists the squad by position, and says where it is from', async () => {
  answerTeam([next]);
  const rated = player(LONG, { number: 10, goals: 3, rating: { mean: 7.46, matches: 4 } });
  answerPlayers([player('Eve Elm', { number: 1, position: 'GK' }), rated, player('Dee Dogwood', { number: null, position: null })], {
    ...{ coach: 'C. Oach', rated_by: ['API-Football'] },
  });
  renderSite('/team/31?tab=squad');
  const table = await screen.findByRole('table', { name: t('team_page.tabs.squad') });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    ...[t('match.position.GK'), '1Eve Elm40000–', t('match.position.FWD'), `10${LONG}430007.5`],
    ...[t('team_page.position_unknown'), 'Dee Dogwood40000–'],
  ]);
  expect(screen.getByText(t('match.coach', { name: 'C. Oach' }))).toBeTruthy();
  expect(screen.getByText(new RegExp(t('team_page.known_from', { with_lineup: 8, begun: 10 })))).toBeTruthy();
  expect(screen.getByText(/API-Football/)).toBeTruthy();
});

it('says what is empty', async () => {
  answerTeam([], { leagues: [] });
  const { navigate } = renderSite('/team/31');
  expect(await screen.findByText(t('team_page.none_hint'))).toBeTruthy();
  await navigate('/team/31?tab=matches');
  expect(await screen.findByText(t('team_page.none'))).toBeTruthy();
  await navigate('/team/31?tab=squad');
  expect(await screen.findByText(t('team_page.squad_none'))).toBeTruthy();
});

it('says that it is playing, and has no squad and strength in other sports', async () => {
  const live = inDays(-0.04, { status: 'h2', score: makeScore(1, 0), away: makeTeam('Villareja') });
  answerTeam([won, live, next], { sport: 'basketball' });
  renderSite('/team/31?tab=squad');
  expect(rowsIn(await screen.findByRole('region', { name: t('team_page.playing') }))).toEqual([`/match/${live.id}`]);
  expect(screen.getAllByRole('tab')).toHaveLength(2);
  for (const part of ['players', 'strength']) expect(server.calls()).not.toContain(`GET /api/teams/31/${part}`);
});

it('says that a team does not exist, and what failed', async () => {
  server.on('GET /api/teams/404', { status: 404, json: { code: 'not_found', detail: 'Not here.' } });
  const { navigate } = renderSite('/team/404');
  expect(await within(await screen.findByRole('main')).findByText(t('titles.team_missing'))).toBeTruthy();
  await waitFor(() => expect(document.title).toBe(`${t('titles.team_missing')} · Matchpoint`));
  server.on('GET /api/teams/500', { status: 400, json: { code: 'invalid_query', detail: 'That went wrong.' } });
  await navigate('/team/500');
  expect(await screen.findByText(t('team_page.load_failed'))).toBeTruthy();
  expect(screen.getByText('That went wrong.')).toBeTruthy();
});

it('says what the team plays for, by chances and by what is certain, and its expected goals', async () => {
  answerTeam([won, next], { expected_goals: { matches: 8, scored: 1.724, conceded: 0.9 } });
  answerOutlook([makeFinish('Avalon Town', [3_000, 7_000, 0, 0], { team: town, bounds: { best: 1, worst: 2 } })]);
  renderSite('/team/31');
  const card = (await screen.findByText(t('outlook.heading'))).closest('section')!;
  const sentences = [
    t('outlook.secured', { aim: t('outlook.aim.champions_league') }),
    t('outlook.open', { aim: t('outlook.aim.title'), chance: '30%' }),
  ];
  expect(within(card).getByText(sentences.join(' '))).toBeTruthy();
  expect(within(card).getByText(t('leagues.zone.champions_league'))).toBeTruthy();
  expect(
    within(card)
      .getByRole('link', { name: t('outlook.to_outlook') })
      .getAttribute('href'),
  ).toContain('tab=outlook');
  expect(screen.getByText('1.72')).toBeTruthy();
  expect(screen.getByText(t('team_page.expected_from', { count: 8 }))).toBeTruthy();
});

it.each([
  ['settled', makeFinish('', [0, 0, 10_000, 0], { team: town, bounds: { best: 3, worst: 3 } })],
  ['quiet', makeFinish('', [10, 10, 9_970, 10], { team: town })],
] as const)('has nothing left to play for (%s)', async (key, finish) => {
  answerTeam([won, next]);
  answerOutlook([finish]);
  renderSite('/team/31');
  expect(await screen.findByText(t(`outlook.${key}`))).toBeTruthy();
});
