import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { getPlayer, type PlayerMatch, type PlayerPage } from '#contract/players.ts';
import { getTeam } from '#contract/teams.ts';
import { DAY_MS } from '#domain/time.ts';
import { makeLeague, makeMarket, makeMatch, makeMeta, makeScore, makeTeam } from '#test/web/fixtures/matches.ts';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const league = makeLeague();
const cup = makeLeague({ id: 77, name: 'Crown Cup' });
const town = makeTeam('Avalon Town', { id: 31 });
const inDays = (days: number, rest: Partial<Parameters<typeof makeMatch>[0]> = {}) => ({
  ...makeMatch({ home: town, kickoff_at: new Date(Date.now() + days * DAY_MS).toISOString(), ...rest }),
  league,
});
const next = inDays(2, { away: makeTeam('Villareja'), market: makeMarket() });
const LONG = 'Wolfeschlegelsteinhausenbergerdorffmeier';

const inMatch = (days: number, rest: Partial<PlayerMatch> = {}): PlayerMatch => ({
  match: inDays(days, { status: 'ft', score: makeScore(2, 1), away: makeTeam('Castellar') }),
  ...{ role: 'starter', came_on: null, went_off: null, minutes: 90, goals: 0, penalties: 0, own_goals: 0, assists: 0, card: null },
  ...{ rating: null, is_best: false, ...rest },
});
const competition = {
  ...{ league, season: '2026/27', starts: 3, appearances: 4, goals: 2, penalties: 1, assists: 0, yellow_cards: 1, red_cards: 0 },
  ...{ rating: { mean: 7.46, matches: 3 }, minutes: { played: 312, matches: 4 } },
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await chooseLocale('en');
});
beforeEach(() => {
  server.reset();
  queryClient.clear();
  server.on('GET /api/meta', { json: makeMeta() });
  server.on('GET /api/teams/31', {
    json: getTeam.reply.parse({
      team: town,
      sport: 'football',
      country_code: null,
      expected_goals: null,
      leagues: [league],
      matches: [next],
    }),
  });
});
afterAll(() => server.stop());

const answer = (rest: Partial<PlayerPage> = {}, id = 5) =>
  server.on(`GET /api/players/${id}`, {
    json: getPlayer.reply.parse({
      ...{ player: { id: 5, name: 'Ann Ash', number: 9, position: 'FWD' }, team: town, sport: 'football', competitions: [competition] },
      ...{ matches: [], known: { begun: 14, with_lineup: 12 }, rated_by: ['API-Football'], absence: null, could_be: [], ...rest },
    }),
  });
const figures = (part: HTMLElement) =>
  within(part)
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling!.textContent]);

it('shows who the player is, the next match, the season by competition and where it is from', async () => {
  answer({
    competitions: [
      competition,
      { ...competition, league: cup, starts: 1, appearances: 1, goals: 0, penalties: 0, rating: null, minutes: null },
    ],
    absence: { match_id: next.id, kind: 'suspended', reason: 'Red Card' },
  });
  renderSite('/player/5');
  const header = (await screen.findByRole('heading', { level: 1, name: 'Ann Ash' })).closest('header')!;
  expect(within(header).getByRole('link', { name: 'Avalon Town' }).getAttribute('href')).toBe('/team/31');
  expect(within(header).getByText('No. 9 · Forward')).toBeTruthy();
  expect(within(header).getByText(t('match.absence.suspended'))).toBeTruthy();
  expect(within(header).getByText(t('player_page.misses'))).toBeTruthy();
  expect(within(header).getByText('Red Card').lang).toBe('en');
  expect(document.title).toBe(`${t('titles.player', { name: 'Ann Ash', team: 'Avalon Town' })} · Matchpoint`);
  const coming = await screen.findByRole('region', { name: t('team_page.next') });
  expect(
    within(coming)
      .getByRole('link', { name: /Villareja/ })
      .getAttribute('href'),
  ).toBe(`/match/${next.id}`);
  expect(figures(screen.getByRole('region', { name: 'First Division' }))).toEqual([
    [t('player_page.figure.appearances'), `4${t('player_page.starts', { count: 3 })}`],
    [t('player_page.figure.minutes'), '312'],
    [t('player_page.figure.goals'), `2${t('player_page.penalties', { count: 1 })}`],
    [t('player_page.figure.assists'), '0'],
    [t('player_page.figure.yellow_cards'), '1'],
    [t('player_page.figure.red_cards'), '0'],
    [t('player_page.figure.rating'), `7.5${t('player_page.of_matches', { known: 3, all: 4 })}`],
  ]);
  expect(figures(screen.getByRole('region', { name: 'Crown Cup' })).map(([name]) => name)).not.toContain(t('player_page.figure.minutes'));
  expect(screen.getByText(new RegExp(t('team_page.known_from', { with_lineup: 12, begun: 14 }))).textContent).toContain('API-Football');
});

it('lists the matches with the player’s part in each', async () => {
  answer({
    matches: [
      inMatch(-3, { goals: 2, assists: 1, rating: 8.8, is_best: true, went_off: { minute: 83, stoppage: null }, minutes: 83 }),
      inMatch(-9, { role: 'substitute', came_on: { minute: 78, stoppage: null }, minutes: 12, card: 'yellow', own_goals: 1 }),
      inMatch(-12, { role: 'bench', minutes: null }),
      inMatch(-15, { role: null, minutes: null, goals: 1 }),
    ],
  });
  renderSite('/player/5');
  const list = (await screen.findByRole('heading', { name: t('player_page.matches') })).closest('section')!;
  const rows = within(list).getAllByRole('listitem');
  const words = rows.map((row) => row.textContent);
  expect(rows.map((row) => within(row).getByRole('link').getAttribute('href')?.startsWith('/match/'))).toEqual([true, true, true, true]);
  expect(within(rows[0]!).getByRole('img', { name: t('match.result.W') })).toBeTruthy();
  for (const part of ['Started · 83 min', '2 goals, 1 assist, off 83′', t('players.best_rating', { value: '8.8' })])
    expect(words[0]).toContain(part);
  for (const part of ['Came on · 12 min', '1 own goal, Yellow card, on 78′']) expect(words[1]).toContain(part);
  expect(words[2]).toContain(t('player_page.role.bench'));
  expect(words[3]).toContain('1 goal');
  for (const role of ['starter', 'substitute', 'bench'] as const) expect(words[3]).not.toContain(t(`player_page.role.${role}`));
});

it('says what is empty, also for a long name, and works without the team’s matches', async () => {
  server.on('GET /api/teams/31', { status: 503, json: { code: 'unavailable', detail: 'The service is having a rest.' } });
  answer({
    player: { id: 5, name: LONG, number: null, position: null },
    competitions: [],
    absence: { match_id: 1, kind: 'doubtful', reason: null },
  });
  renderSite('/player/5');
  expect(await screen.findByRole('heading', { level: 1, name: LONG })).toBeTruthy();
  expect(screen.getByText(t('player_page.may_miss'))).toBeTruthy();
  expect(screen.getByText(t('player_page.none_hint'))).toBeTruthy();
  expect(screen.queryByText(t('player_page.season'))).toBeNull();
});

it('leads from a shortened name to the player, or to those who could be meant', async () => {
  answer({}, 6);
  answer();
  const { path, navigate } = renderSite('/player/6');
  expect(await screen.findByRole('heading', { level: 1, name: 'Ann Ash' })).toBeTruthy();
  await waitFor(() => expect(path()).toBe('/player/5'));
  answer({ player: { id: 7, name: 'A. Ash', number: null, position: null }, competitions: [], could_be: [{ id: 5, name: 'Ann Ash' }] }, 7);
  await navigate('/player/7');
  expect((await screen.findByRole('link', { name: 'Ann Ash' })).getAttribute('href')).toBe('/player/5');
  expect(screen.getByText(t('player_page.could_be'))).toBeTruthy();
});

it('says that a player does not exist, and what failed; a mistyped address leads to the matches', async () => {
  server.on('GET /api/players/404', { status: 404, json: { code: 'not_found', detail: 'Not here.' } });
  const { navigate, path } = renderSite('/player/404');
  expect(await within(await screen.findByRole('main')).findByText(t('titles.player_missing'))).toBeTruthy();
  await waitFor(() => expect(document.title).toBe(`${t('titles.player_missing')} · Matchpoint`));
  server.on('GET /api/players/500', { status: 400, json: { code: 'invalid_query', detail: 'That went wrong.' } });
  await navigate('/player/500');
  expect(await screen.findByText(t('player_page.load_failed'))).toBeTruthy();
  expect(screen.getByText('That went wrong.')).toBeTruthy();
  await navigate('/player/5x');
  await waitFor(() => expect(path()).toBe('/matches'));
});
