import { screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { getMatchCourse } from '#contract/match-course.ts';
import type { Lineup } from '#contract/matches.ts';
import { getMatchPlayers, type MatchPlayers } from '#contract/players.ts';
import { LOCALES } from '#domain/identity/locale.ts';
import { makeDetail, makeEvent } from '#test/web/fixtures/matches.ts';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { renderPart } from '#test/web/render-site.tsx';
import { queryClient } from '#web/data/query-client.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';
import { AbsencesCard } from './absences-card.tsx';
import { Commentary } from './commentary.tsx';
import { LineupsTab } from './lineups-tab.tsx';
import { RatingsCard } from './ratings-card.tsx';
import { Scorers } from './scorers.tsx';
import { ShotMap } from './shot-map.tsx';
import { TimelineTab } from './timeline-tab.tsx';

const lineup = (names: string[], fallback: Lineup['fallback'] = null): Lineup => ({
  ...{ formation: null, coach: null, fallback, based_on: null },
  players: names.map((name, index) => ({ name, number: index + 1, position: 'FWD', grid: null, starter: index < 11 })),
});
const event = (type: 'goal' | 'yellow' | 'substitution', rest: object = {}) => makeEvent({ type, minute: 10, ...rest });
const detail = makeDetail({
  ...{ id: 7, status: 'ft', lineups: { home: lineup(['Tobias Lind', 'Bo Birch']), away: lineup(['Tobias Lind']) } },
  events: [
    event('goal', { player: 'T. Lind', other: 'Bo Birch' }),
    event('yellow', { player: 'Tobias Lind', side: 'away', minute: 20 }),
    event('yellow', { player: 'Nobody Known', minute: 30 }),
    event('substitution', { player: 'Bo Birch', other: 'Cy Cedar', minute: 60 }),
  ],
  ratings: { source: 'A', home: [{ name: 'Bo Birch', number: 2, minutes: 60, rating: 7 }], away: [] },
});
const soon = makeDetail({
  ...{ id: 7, lineups: { home: lineup([], 'no_players_data'), away: lineup([], 'no_players_data') } },
  absences: { home: [{ name: 'Bo Birch', kind: 'injured', reason: null }], away: [] },
});

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  server.reset();
  queryClient.clear();
  await chooseLocale('en');
});
afterAll(() => server.stop());

const known: MatchPlayers = {
  home: [
    { id: 1, name: 'Tobias Lind' },
    { id: 2, name: 'Bo Birch' },
    { id: 3, name: 'Cy Cedar' },
  ],
  away: [{ id: 4, name: 'Tobias Lind' }],
};
const answer = (players = known) => server.on('GET /api/matches/7/players', { json: getMatchPlayers.reply.parse(players) });
/** The links to players, in the order of the page. */
const links = () =>
  screen
    .queryAllByRole('link')
    .filter((link) => link.getAttribute('href')?.startsWith('/player/'))
    .map((link) => [link.textContent, link.getAttribute('href')]);

it.each([
  ['timeline', <TimelineTab key="" match={detail} />],
  ['line-ups', <LineupsTab key="" match={detail} />],
  ['scorers', <Scorers key="" match={detail} />],
  ['ratings', <RatingsCard key="" match={detail} />],
  ['absences', <AbsencesCard key="" match={soon} />],
])('links the names of the %s to the players of their side', async (part, content) => {
  answer();
  renderPart(content);
  await waitFor(() => expect(links().length).toBeGreaterThan(0));
  const expected = {
    timeline: [
      ['T. Lind', '/player/1'],
      ['Bo Birch', '/player/2'],
      ['Tobias Lind', '/player/4'],
      ['Cy Cedar', '/player/3'],
      ['Bo Birch', '/player/2'],
    ],
    'line-ups': [
      ['Tobias Lind', '/player/1'],
      ['Bo Birch', '/player/2'],
      ['Tobias Lind', '/player/4'],
      // The man of the match, and the list of ratings.
      ['Bo Birch', '/player/2'],
      ['Bo Birch', '/player/2'],
    ],
    scorers: [['T. Lind', '/player/1']],
    ratings: [
      ['Bo Birch', '/player/2'],
      ['Bo Birch', '/player/2'],
    ],
    absences: [['Bo Birch', '/player/2']],
  }[part];
  expect(links()).toEqual(expected);
});

it.each(LOCALES)('links the names in sentences and keeps the sentences, in %s', async (locale) => {
  await chooseLocale(locale);
  const { unmount } = renderPart(<Commentary match={detail} />);
  const before = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  unmount();
  queryClient.clear();
  answer();
  renderPart(<Commentary match={detail} />);
  await waitFor(() => expect(links().length).toBeGreaterThanOrEqual(4));
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(before);
  expect(links()).toEqual(
    expect.arrayContaining([
      ['T. Lind', '/player/1'],
      ['Cy Cedar', '/player/3'],
    ]),
  );
  expect(before.join()).not.toMatch(/[\uE000\uE001]/);
});

it('links the names in the list of shots', async () => {
  const shot = { id: 's', side: 'home', period: 'H1', minute: 10, stoppage: null, player: 'T. Lind', x: 0.9, y: 0.5, expected_goals: 0.3 };
  const shots = {
    source: 'Feed',
    items: [
      { ...shot, outcome: 'goal' },
      { ...shot, id: 'u', player: null, outcome: 'saved' },
    ],
  };
  server.on('GET /api/matches/7/course', { json: getMatchCourse.reply.parse({ pressure: null, expected_goals: null, shots }) });
  answer();
  renderPart(<ShotMap match={detail} />);
  await waitFor(() => expect(links()).toEqual([['T. Lind', '/player/1']]));
});

it('shows names without links while they are unknown, if that fails, and names without a page', async () => {
  server.on('GET /api/matches/7/players', { status: 503, json: { code: 'unavailable', detail: 'Later.' } });
  const { unmount } = renderPart(<TimelineTab match={detail} />);
  await waitFor(() => expect(server.calls()).toContain('GET /api/matches/7/players'));
  expect(screen.getByText('T. Lind')).toBeTruthy();
  expect(links()).toEqual([]);
  unmount();
  queryClient.clear();
  answer({ home: [], away: [] });
  renderPart(<TimelineTab match={detail} />);
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.getByText('Nobody Known')).toBeTruthy();
  expect(links()).toEqual([]);
});
