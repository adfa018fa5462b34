import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeFixtures, makeScorers } from '#test/web/fixtures/leagues.ts';
import { makeGroup, makeLeague, makeMatch, makeMeta, makeRow, makeScore, makeTable } from '#test/web/fixtures/matches.ts';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { t } from '#test/web/words.ts';
import { writeDate } from '#texts/write.ts';
import { queryClient } from '#web/data/query-client.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';
import { timeZone } from '#web/lib/dates.ts';

const STANDINGS = 'GET /api/leagues/1/standings';
const FIXTURES = 'GET /api/leagues/1/fixtures';
const SCORERS = 'GET /api/leagues/1/scorers';
/** Rules of a table, one after the other. */
const listed = (first: string, rest: string) => t('leagues.list', { first, rest });
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
    const table = await screen.findByRole('table', { name: t('leagues.caption', { league: 'First Division', season: '2026/27' }) });
    const row = within(table).getByRole('row', { name: /Northgate/ });
    expect(within(row).getByText('−4')).toBeTruthy();
    expect(within(row).getByText(`${t('leagues.zone.relegation')}:`)).toBeTruthy();
    const results = (['W', 'D', 'L'] as const).map((result) => t(`match.result.${result}`)).join(', ');
    expect(within(row).getAllByLabelText(t('match.form', { results })).length).toBe(2);
    const zones = within(screen.getByRole('list', { name: t('leagues.zones') })).getAllByRole('listitem');
    expect(zones.map(({ textContent }) => textContent)).toEqual([`1${t('leagues.zone.champion')}`, `2${t('leagues.zone.relegation')}`]);
    expect(
      screen.getByText(t('leagues.level', { rules: listed(t('leagues.tie.goal_difference'), t('leagues.tie.goals_for')) })),
    ).toBeTruthy();
    expect(document.title).toBe(`${t('titles.standings', { league: 'First Division' })} · Matchpoint`);
    await chooseLocale('zh-CN');
    expect(await screen.findByRole('heading', { name: '甲级联赛' })).toBeTruthy();
  });

  it('shows special rules of leagues', async () => {
    const tie_breakers = ['head_to_head_points', 'head_to_head_goal_difference', 'goal_difference', 'wins'] as const;
    server.on(STANDINGS, { json: makeTable({ points: { win: 2, draw: 1 }, tie_breakers: [...tie_breakers] }) });
    renderSite('/leagues/1/standings');
    const between = listed(t('leagues.tie_between.head_to_head_points'), t('leagues.tie_between.head_to_head_goal_difference'));
    const rules = listed(
      t('leagues.tie.head_to_head', { rules: between }),
      listed(t('leagues.tie.goal_difference'), t('leagues.tie.wins')),
    );
    expect(await screen.findByText(t('leagues.level', { rules }))).toBeTruthy();
    expect(screen.getByText(t('leagues.points_rule', { win: 2, draw: 1 }))).toBeTruthy();
  });

  it('keeps the season in the address', async () => {
    server.on(STANDINGS, ({ query }) => ({
      json: makeTable({ season: query.season ?? '2026/27', seasons: ['2026/27', '2025/26'] }),
    }));
    const { path } = renderSite('/leagues/1/standings');
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: t('leagues.season_label') }), '2025/26');
    await waitFor(() => expect(path()).toBe('/leagues/1/standings?season=2025%2F26'));
    await waitFor(() =>
      expect(screen.getByRole('table', { name: t('leagues.caption', { league: 'First Division', season: '2025/26' }) })).toBeTruthy(),
    );
  });

  it('counts all, home or away matches', async () => {
    server.on(STANDINGS, ({ query }) => ({ json: makeTable({ tables: [makeGroup([makeRow(1, `Best ${query.view}`)])] }) }));
    const { path } = renderSite('/leagues/1/standings');
    await screen.findByRole('row', { name: /Best all/ });
    await userEvent.click(screen.getByRole('radio', { name: t('leagues.view.away') }));
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
    expect(within(row).getByLabelText(t('leagues.moved_up', { count: 2 }))).toBeTruthy();
    expect(
      within(row)
        .getByRole('link', { name: t('leagues.playing', { score: '2–1' }) })
        .getAttribute('href'),
    ).toBe('/match/77');
    expect(screen.getByLabelText(t('leagues.moved_down', { count: 1 }))).toBeTruthy();
    expect(screen.getByText(t('leagues.as_it_stands_on', { count: 1 }))).toBeTruthy();
    await userEvent.click(screen.getByRole('switch', { name: t('leagues.as_it_stands') }));
    expect(await screen.findByText(t('leagues.as_it_stands_off', { count: 1 }))).toBeTruthy();
    await waitFor(() => expect(screen.queryByLabelText(t('leagues.moved_up', { count: 2 }))).toBeNull());
    await waitFor(() => expect(path()).toBe('/leagues/1/standings?live=0'));
  });

  it('has no switch while nothing is in play', async () => {
    renderSite('/leagues/1/standings');
    await screen.findByRole('table');
    expect(screen.queryByRole('switch', { name: t('leagues.as_it_stands') })).toBeNull();
  });

  it('is split by group, with links if there are many', async () => {
    const names = ['A', 'B', 'C', 'D'];
    const tables = names.map((name) => makeGroup([makeRow(1, `Team ${name}`, { zone: 'advance' })], `Group ${name}`));
    server.on(STANDINGS, { json: makeTable({ league: makeLeague({ form: 'cup' }), tables }) });
    renderSite('/leagues/1/standings');
    const groupC = t('leagues.round_names.group', { name: 'C' });
    const group = within(await screen.findByRole('region', { name: groupC }));
    expect(
      group.getByRole('table', { name: t('leagues.caption_group', { league: 'First Division', group: groupC, season: '2026/27' }) }),
    ).toBeTruthy();
    expect(group.getByRole('row', { name: /Team C/ })).toBeTruthy();
    const jump = within(screen.getByRole('navigation', { name: t('leagues.groups') })).getByRole('link', {
      name: groupC,
    });
    expect(jump.getAttribute('href')).toBe(`#${screen.getByRole('heading', { name: groupC }).id}`);
  });

  it('is absent before the first match', async () => {
    server.on(STANDINGS, { json: makeTable({ tables: [makeGroup([])] }) });
    renderSite('/leagues/1/standings');
    expect(await screen.findByText(t('leagues.standings_empty'))).toBeTruthy();
  });

  it('shows an error, and retries', async () => {
    server.on(STANDINGS, { status: 500, json: { code: 'internal', detail: 'Something went wrong.' } }, { json: makeTable() });
    renderSite('/leagues/1/standings');
    expect(await screen.findByText(t('leagues.standings_failed'))).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: t('common.retry') }));
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
    server.on(FIXTURES, ({ query }) => ({
      json: makeFixtures({ rounds, round: query.round ?? 'Round 12' }),
    }));
    const { path } = renderSite('/leagues/1/standings?tab=fixtures');
    const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: t('leagues.round_label') });
    expect(select.value).toBe('Round 12');
    expect(screen.getByText(t('leagues.round_played', { finished: 1, total: 8 }))).toBeTruthy();
    expect(screen.getByRole('link', { name: new RegExp(t('match.versus', { home: 'Avalon Town', away: 'Northgate' })) })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: t('leagues.round_before') }));
    await waitFor(() => expect(select.value).toBe('Round 11'));
    await waitFor(() => expect(path()).toBe('/leagues/1/standings?tab=fixtures&round=Round+11'));
    // The first round has no previous one.
    await userEvent.click(screen.getByRole('button', { name: t('leagues.round_before') }));
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
    const line = t('match.score_line', { home: 'Avalon Town', away: 'Northgate', home_score: 3, away_score: 1 });
    expect(await screen.findByRole('link', { name: new RegExp(line) })).toBeTruthy();
    const days = screen.getAllByRole('region').map((region) => within(region).getByRole('heading').textContent);
    const date = `Sunday, ${writeDate('en', 'date', new Date('2026-11-01T15:00:00.000Z'), timeZone())}`;
    expect(days).toEqual([date, t('leagues.undated')]);
  });

  it('come first for a cup without groups', async () => {
    server.on(STANDINGS, { json: makeTable({ league: makeLeague({ form: 'cup' }), tables: [] }) });
    const { path } = renderSite('/leagues/1/standings');
    expect(await screen.findByRole('combobox', { name: t('leagues.round_label') })).toBeTruthy();
    await userEvent.click(screen.getByRole('tab', { name: t('leagues.tabs.table') }));
    expect(await screen.findByText(t('leagues.no_tables'))).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: t('leagues.no_tables_action') }));
    expect(await screen.findByRole('combobox', { name: t('leagues.round_label') })).toBeTruthy();
    await waitFor(() => expect(path()).toBe('/leagues/1/standings?tab=fixtures'));
  });

  it('of an unknown round lead to the current one', async () => {
    server.on(FIXTURES, ({ query }) => (query.round ? MISSING : { json: makeFixtures() }));
    renderSite('/leagues/1/standings?tab=fixtures&round=Round+99');
    await screen.findByText(t('leagues.round_unknown'));
    await userEvent.click(screen.getByRole('button', { name: t('leagues.round_current') }));
    expect(await screen.findByRole('combobox', { name: t('leagues.round_label') })).toBeTruthy();
  });

  it('may not be planned yet, or still be loading', async () => {
    const failure = { status: 500, json: { code: 'internal', detail: 'Something went wrong.' } };
    server.on(FIXTURES, failure, { json: makeFixtures({ rounds: [], round: null, items: [] }) });
    renderSite('/leagues/1/standings?tab=fixtures');
    expect(await screen.findByText(t('leagues.fixtures_failed'))).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: t('common.retry') }));
    expect(await screen.findByText(t('leagues.fixtures_empty'))).toBeTruthy();
  });
});

describe('top scorers', () => {
  it('show their goals, penalties and assists, and how many goals are missing', async () => {
    renderSite('/leagues/1/standings?tab=scorers');
    const table = await screen.findByRole('table', { name: t('leagues.scorers_caption', { league: 'First Division', season: '2026/27' }) });
    const row = within(table).getByRole('row', { name: /Okafor/ });
    expect(within(row).getAllByText('Avalon Town').length).toBe(2);
    expect(
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['1', 'Avalon Town', `12${t('leagues.of_them_penalties', { count: 2 })}`, '2', '4']);
    expect(screen.getByText(t('leagues.scorers_known', { named: 412, all: 430 }))).toBeTruthy();
  });

  it('can be those with the most assists, and those of one team', async () => {
    server.on(SCORERS, ({ query }) => (query.team_id === '72' ? { json: makeScorers({ items: [] }) } : { json: makeScorers() }));
    renderSite('/leagues/1/standings?tab=scorers');
    await userEvent.click(await screen.findByRole('radio', { name: t('leagues.scorer_column.assists') }));
    const caption = (league: string) => t('leagues.assists_caption', { league, season: '2026/27' });
    const row = within(await screen.findByRole('table', { name: caption('First Division') })).getByRole('row', { name: /Lindqvist/ });
    expect(
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['1', 'Northgate', '9', '0']);
    expect(screen.getByText(t('leagues.assists_known', { assisted: 301, all: 430 }))).toBeTruthy();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: t('leagues.column.team') }), 'Northgate');
    expect(await screen.findByRole('table', { name: caption('Northgate') })).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: t('leagues.scorer_column.goals') }));
    expect(await screen.findByText(t('leagues.scorers_unnamed'))).toBeTruthy();
  });

  it('of a team that does not play in the season lead back to all teams', async () => {
    server.on(SCORERS, ({ query }) =>
      query.team_id ? { status: 404, json: { code: 'not_found', detail: 'Gone.' } } : { json: makeScorers() },
    );
    renderSite('/leagues/1/standings?tab=scorers&team=999');
    expect(await screen.findByText(t('leagues.team_unknown'))).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: t('leagues.all_teams') }));
    expect(await screen.findByRole('row', { name: /Okafor/ })).toBeTruthy();
  });

  it('have no column for unrecorded numbers', async () => {
    const [scorer] = makeScorers().items;
    server.on(SCORERS, { json: makeScorers({ items: [{ ...scorer!, penalties: 0, assists: 0 }] }) });
    renderSite('/leagues/1/standings?tab=scorers');
    await screen.findByRole('table');
    const heads = [
      t('leagues.column.position'),
      t('leagues.scorer_column.player'),
      t('leagues.column.team'),
      t('leagues.scorer_column.goals'),
    ];
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(heads);
  });

  it('do not mention completeness if all are known', async () => {
    server.on(SCORERS, { json: makeScorers({ goals: { all: 12, named: 12, assisted: 9 } }) });
    renderSite('/leagues/1/standings?tab=scorers');
    await screen.findByRole('table');
    expect(screen.queryByText(t('leagues.scorers_known', { named: 12, all: 12 }))).toBeNull();
  });

  it.each([
    [0, t('leagues.scorers_empty')],
    [30, t('leagues.scorers_unnamed')],
  ])('of %i goals without names: %s', async (all, title) => {
    server.on(SCORERS, { json: makeScorers({ items: [], goals: { all, named: 0, assisted: 0 } }) });
    renderSite('/leagues/1/standings?tab=scorers');
    expect(await screen.findByText(title)).toBeTruthy();
  });

  it('show an error, and retry', async () => {
    server.on(SCORERS, { status: 500, json: { code: 'internal', detail: 'Something went wrong.' } }, { json: makeScorers() });
    renderSite('/leagues/1/standings?tab=scorers');
    await userEvent.click(await screen.findByRole('button', { name: t('common.retry') }));
    expect(await screen.findByRole('row', { name: /Okafor/ })).toBeTruthy();
  });

  it('exist for football only', async () => {
    const tables = [makeGroup([makeRow(1, 'Best', { drawn: 0 })])];
    server.on(STANDINGS, { json: makeTable({ league: makeLeague({ sport: 'basketball', draw_possible: false }), tables }) });
    renderSite('/leagues/1/standings?tab=scorers');
    expect(await screen.findByRole('table', { name: t('leagues.caption', { league: 'First Division', season: '2026/27' }) })).toBeTruthy();
    expect(screen.queryByRole('tab', { name: t('leagues.tabs.scorers') })).toBeNull();
    expect(screen.queryByRole('columnheader', { name: t('leagues.column.drawn') })).toBeNull();
  });
});

describe('unknown data', () => {
  it('shows an error for a league, with a link back', async () => {
    server.on(STANDINGS, MISSING);
    renderSite('/leagues/1/standings');
    expect(await screen.findByRole('link', { name: t('common.to_matches') })).toBeTruthy();
  });

  it('shows an error for a season, with a link to the current one', async () => {
    server.on(STANDINGS, ({ query }) => (query.season ? MISSING : { json: makeTable() }));
    server.on('GET /api/leagues/1', { json: { ...makeLeague(), season: '2026/27' } });
    const { path } = renderSite('/leagues/1/standings?season=1899');
    expect(await screen.findByText(t('leagues.season_unknown'))).toBeTruthy();
    await userEvent.click(await screen.findByRole('link', { name: t('leagues.season_current', { season: '2026/27' }) }));
    expect(await screen.findByRole('table')).toBeTruthy();
    await waitFor(() => expect(path()).toBe('/leagues/1/standings'));
  });

  it('may be the league of a season that is asked for', async () => {
    server.on(STANDINGS, MISSING);
    server.on('GET /api/leagues/1', MISSING);
    renderSite('/leagues/1/standings?season=1899');
    expect(await screen.findByRole('link', { name: t('common.to_matches') })).toBeTruthy();
  });
});

it('stars the league', async () => {
  renderSite('/leagues/1/standings');
  await userEvent.click(await screen.findByRole('button', { name: t('favorites.add', { name: 'First Division' }) }));
  expect(screen.getByRole('button', { name: t('favorites.remove', { name: 'First Division' }) })).toBeTruthy();
});
