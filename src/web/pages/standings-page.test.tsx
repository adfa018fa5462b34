import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeFixtures, makeScorers } from '#test/web/fixtures/leagues.ts';
import { makeGroup, makeLeague, makeMatch, makeMeta, makeRow, makeScore, makeTable } from '#test/web/fixtures/matches.ts';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { queryClient } from '#web/data/query-client.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const STANDINGS = 'GET /api/leagues/1/standings';
const FIXTURES = 'GET /api/leagues/1/fixtures';
const SCORERS = 'GET /api/leagues/1/scorers';
const MISSING = { status: 404, json: { code: 'not_found', detail: 'Not found.' } };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  queryClient.clear();
  server.reset();
  localStorage.clear();
  server.on('GET /api/meta', { json: makeMeta() });
  server.on(STANDINGS, { json: makeTable() });
  server.on(FIXTURES, { json: makeFixtures() });
  server.on(SCORERS, { json: makeScorers() });
  await chooseLocale('en');
});
afterAll(() => server.stop());

describe('the table', () => {
  it('has zones in words, and its title in the current language', async () => {
    renderSite('/leagues/1/standings');
    const table = await screen.findByRole('table', { name: 'First Division, table of season 2026/27' });
    const row = within(table).getByRole('row', { name: /Northgate/ });
    expect(within(row).getByText('−4')).toBeTruthy();
    expect(within(row).getByText('Relegation:')).toBeTruthy();
    expect(within(row).getAllByLabelText('Last matches: win, draw, loss').length).toBe(2);
    const zones = within(screen.getByRole('list', { name: 'What places mean' })).getAllByRole('listitem');
    expect(zones.map(({ textContent }) => textContent)).toEqual(['1Champion', '2Relegation']);
    expect(screen.getByText('Level on points: goal difference, goals scored.')).toBeTruthy();
    expect(document.title).toBe('First Division table · Matchpoint');
    await chooseLocale('zh-CN');
    expect(await screen.findByRole('heading', { name: '甲级联赛' })).toBeTruthy();
  });

  it('shows special rules of leagues', async () => {
    const tie_breakers = ['head_to_head_points', 'head_to_head_goal_difference', 'goal_difference', 'wins'] as const;
    server.on(STANDINGS, { json: makeTable({ points: { win: 2, draw: 1 }, tie_breakers: [...tie_breakers] }) });
    renderSite('/leagues/1/standings');
    expect(await screen.findByText('Level on points: head to head (points, goal difference), goal difference, wins.')).toBeTruthy();
    expect(screen.getByText('2 points for a win, 1 point for a draw.')).toBeTruthy();
  });

  it('keeps the season in the address', async () => {
    server.on(STANDINGS, ({ query }) => ({
      json: makeTable({ season: query.season ?? '2026/27', seasons: ['2026/27', '2025/26'] }),
    }));
    const { path } = renderSite('/leagues/1/standings');
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Season' }), '2025/26');
    await waitFor(() => expect(path()).toBe('/leagues/1/standings?season=2025%2F26'));
    await waitFor(() => expect(screen.getByRole('table', { name: /season 2025\/26/ })).toBeTruthy());
  });

  it('counts all, home or away matches', async () => {
    server.on(STANDINGS, ({ query }) => ({ json: makeTable({ tables: [makeGroup([makeRow(1, `Best ${query.view}`)])] }) }));
    const { path } = renderSite('/leagues/1/standings');
    await screen.findByRole('row', { name: /Best all/ });
    await userEvent.click(screen.getByRole('radio', { name: 'Away' }));
    expect(await screen.findByRole('row', { name: /Best away/ })).toBeTruthy();
    await waitFor(() => expect(path()).toBe('/leagues/1/standings?view=away'));
  });

  it('is live while matches are in play, unless that is switched off', async () => {
    const playing = { match_id: 77, goals_for: 2, goals_against: 1 };
    server.on(STANDINGS, ({ query }) => {
      const rows = [makeRow(1, 'Avalon Town', { moved: 2, playing }), makeRow(2, 'Northgate', { moved: -1 })];
      const official = [makeRow(1, 'Northgate'), makeRow(2, 'Avalon Town')];
      return { json: makeTable({ in_play: 1, tables: [makeGroup(query.live === '1' ? rows : official)] }) };
    });
    const { path } = renderSite('/leagues/1/standings');
    const row = await screen.findByRole('row', { name: /Avalon Town/ });
    expect(within(row).getByLabelText('up 2 places')).toBeTruthy();
    expect(within(row).getByRole('link', { name: 'Playing now, 2–1' }).getAttribute('href')).toBe('/match/77');
    expect(screen.getByLabelText('down 1 place')).toBeTruthy();
    expect(screen.getByText('1 match in play is counted with its score now.')).toBeTruthy();
    await userEvent.click(screen.getByRole('switch', { name: 'As it stands' }));
    expect(await screen.findByText('1 match in play is not counted yet.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByLabelText('up 2 places')).toBeNull());
    await waitFor(() => expect(path()).toBe('/leagues/1/standings?live=0'));
  });

  it('has no switch while nothing is in play', async () => {
    renderSite('/leagues/1/standings');
    await screen.findByRole('table');
    expect(screen.queryByRole('switch', { name: 'As it stands' })).toBeNull();
  });

  it('is split by group, with links if there are many', async () => {
    const names = ['A', 'B', 'C', 'D'];
    const tables = names.map((name) => makeGroup([makeRow(1, `Team ${name}`, { zone: 'advance' })], `Group ${name}`));
    server.on(STANDINGS, { json: makeTable({ league: makeLeague({ form: 'cup' }), tables }) });
    renderSite('/leagues/1/standings');
    const group = within(await screen.findByRole('region', { name: 'Group C' }));
    expect(group.getByRole('table', { name: 'First Division, Group C, season 2026/27' })).toBeTruthy();
    expect(group.getByRole('row', { name: /Team C/ })).toBeTruthy();
    const jump = within(screen.getByRole('navigation', { name: 'Groups' })).getByRole('link', { name: 'Group C' });
    expect(jump.getAttribute('href')).toBe(`#${screen.getByRole('heading', { name: 'Group C' }).id}`);
  });

  it('is absent before the first match', async () => {
    server.on(STANDINGS, { json: makeTable({ tables: [makeGroup([])] }) });
    renderSite('/leagues/1/standings');
    expect(await screen.findByText('No matches played yet')).toBeTruthy();
  });

  it('shows an error, and retries', async () => {
    server.on(STANDINGS, { status: 500, json: { code: 'internal', detail: 'Something went wrong.' } }, { json: makeTable() });
    renderSite('/leagues/1/standings');
    expect(await screen.findByText('The table could not be loaded')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('table')).toBeTruthy();
  });
});

describe('fixtures and results', () => {
  const rounds = ['Round 11', 'Round 12', 'Round 13'].map((name) => ({
    name,
    from: '2026-11-20T12:00:00.000Z',
    to: '2026-11-21T12:00:00.000Z',
    finished: 1,
    total: 8,
  }));

  it('are shown by round and day, with the previous and next one a press away', async () => {
    server.on(FIXTURES, ({ query }) => ({ json: makeFixtures({ rounds, round: query.round ?? 'Round 12' }) }));
    const { path } = renderSite('/leagues/1/standings?tab=fixtures');
    const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Round' });
    expect(select.value).toBe('Round 12');
    expect(screen.getByText('1 of 8 played')).toBeTruthy();
    expect(screen.getByRole('link', { name: /Avalon Town v Northgate/ })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Previous round' }));
    await waitFor(() => expect(select.value).toBe('Round 11'));
    await waitFor(() => expect(path()).toBe('/leagues/1/standings?tab=fixtures&round=Round+11'));
    // The first round has no previous one.
    await userEvent.click(screen.getByRole('button', { name: 'Previous round' }));
    await waitFor(() => expect(path()).toContain('Round+11'));
    await userEvent.selectOptions(select, 'Round 13');
    await waitFor(() => expect(path()).toContain('Round+13'));
  });

  it('show results, and matches without a date last', async () => {
    const items = [
      makeMatch({ kickoff_at: null, status: 'tbd' }),
      makeMatch({ kickoff_at: '2026-11-01T15:00:00.000Z', status: 'ft', score: makeScore(3, 1) }),
    ];
    server.on(FIXTURES, { json: makeFixtures({ items }) });
    renderSite('/leagues/1/standings?tab=fixtures');
    expect(await screen.findByRole('link', { name: /Avalon Town 3–1 Northgate/ })).toBeTruthy();
    const days = screen.getAllByRole('region').map((region) => within(region).getByRole('heading').textContent);
    expect(days).toEqual(['Sunday, November 1, 2026', 'Date to be decided']);
  });

  it('come first for a cup without groups', async () => {
    server.on(STANDINGS, { json: makeTable({ league: makeLeague({ form: 'cup' }), tables: [] }) });
    const { path } = renderSite('/leagues/1/standings');
    expect(await screen.findByRole('combobox', { name: 'Round' })).toBeTruthy();
    await userEvent.click(screen.getByRole('tab', { name: 'Table' }));
    expect(await screen.findByText('This competition has no table')).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'Fixtures and results' }));
    expect(await screen.findByRole('combobox', { name: 'Round' })).toBeTruthy();
    await waitFor(() => expect(path()).toBe('/leagues/1/standings?tab=fixtures'));
  });

  it('of an unknown round lead to the current one', async () => {
    server.on(FIXTURES, ({ query }) => (query.round ? MISSING : { json: makeFixtures() }));
    renderSite('/leagues/1/standings?tab=fixtures&round=Round+99');
    await screen.findByText('There is no such round');
    await userEvent.click(screen.getByRole('button', { name: 'To the current round' }));
    expect(await screen.findByRole('combobox', { name: 'Round' })).toBeTruthy();
  });

  it('may not be planned yet, or still be loading', async () => {
    const failure = { status: 500, json: { code: 'internal', detail: 'Something went wrong.' } };
    server.on(FIXTURES, failure, { json: makeFixtures({ rounds: [], round: null, items: [] }) });
    renderSite('/leagues/1/standings?tab=fixtures');
    expect(await screen.findByText('The matches could not be loaded')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No matches are planned yet')).toBeTruthy();
  });
});

describe('top scorers', () => {
  it('show their goals, penalties and assists, and how many goals are missing', async () => {
    renderSite('/leagues/1/standings?tab=scorers');
    const table = await screen.findByRole('table', { name: 'First Division, top scorers of season 2026/27' });
    const row = within(table).getByRole('row', { name: /Okafor/ });
    expect(within(row).getAllByText('Avalon Town').length).toBe(2);
    expect(
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['1', 'Avalon Town', '122 from the spot', '2', '4']);
    expect(screen.getByText('The scorer is known for 412 of 430 goals. Own goals do not count.')).toBeTruthy();
  });

  it('have no column for unrecorded numbers', async () => {
    const [scorer] = makeScorers().items;
    server.on(SCORERS, { json: makeScorers({ items: [{ ...scorer!, penalties: 0, assists: 0 }] }) });
    renderSite('/leagues/1/standings?tab=scorers');
    await screen.findByRole('table');
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['#', 'Player', 'Team', 'Goals']);
  });

  it('do not mention completeness if all are known', async () => {
    server.on(SCORERS, { json: makeScorers({ goals: { all: 12, named: 12 } }) });
    renderSite('/leagues/1/standings?tab=scorers');
    await screen.findByRole('table');
    expect(screen.queryByText(/scorer is known/)).toBeNull();
  });

  it.each([
    [0, 'No goals yet'],
    [30, 'Nobody told us who scored'],
  ])('of %i goals without names: %s', async (all, title) => {
    server.on(SCORERS, { json: makeScorers({ items: [], goals: { all, named: 0 } }) });
    renderSite('/leagues/1/standings?tab=scorers');
    expect(await screen.findByText(title)).toBeTruthy();
  });

  it('show an error, and retry', async () => {
    server.on(SCORERS, { status: 500, json: { code: 'internal', detail: 'Something went wrong.' } }, { json: makeScorers() });
    renderSite('/leagues/1/standings?tab=scorers');
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('row', { name: /Okafor/ })).toBeTruthy();
  });

  it('exist for football only', async () => {
    server.on(STANDINGS, { json: makeTable({ league: makeLeague({ sport: 'basketball', draw_possible: false }) }) });
    renderSite('/leagues/1/standings?tab=scorers');
    expect(await screen.findByRole('table', { name: /table of season/ })).toBeTruthy();
    expect(screen.queryByRole('tab', { name: 'Top scorers' })).toBeNull();
    expect(screen.queryByRole('columnheader', { name: 'Drawn' })).toBeNull();
  });
});

describe('unknown data', () => {
  it('shows an error for a league, with a link back', async () => {
    server.on(STANDINGS, MISSING);
    renderSite('/leagues/1/standings');
    expect(await screen.findByRole('link', { name: 'See all matches' })).toBeTruthy();
  });

  it('shows an error for a season, with a link to the current one', async () => {
    server.on(STANDINGS, ({ query }) => (query.season ? MISSING : { json: makeTable() }));
    server.on('GET /api/leagues/1', { json: { ...makeLeague(), season: '2026/27' } });
    const { path } = renderSite('/leagues/1/standings?season=1899');
    expect(await screen.findByText('Nothing is known of this season')).toBeTruthy();
    await userEvent.click(await screen.findByRole('link', { name: 'To the season 2026/27' }));
    expect(await screen.findByRole('table')).toBeTruthy();
    await waitFor(() => expect(path()).toBe('/leagues/1/standings'));
  });

  it('may be the league of a season that is asked for', async () => {
    server.on(STANDINGS, MISSING);
    server.on('GET /api/leagues/1', MISSING);
    renderSite('/leagues/1/standings?season=1899');
    expect(await screen.findByRole('link', { name: 'See all matches' })).toBeTruthy();
  });
});

it('stars the league', async () => {
  renderSite('/leagues/1/standings');
  await userEvent.click(await screen.findByRole('button', { name: 'Add First Division to favorites' }));
  expect(screen.getByRole('button', { name: 'Remove First Division from favorites' })).toBeTruthy();
});
