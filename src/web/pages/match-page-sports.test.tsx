import { act, screen, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sport } from '#domain/matches/sport.ts';
import { makeForecast, makeModel } from '#test/web/fixtures/forecasts.ts';
import {
  makeBookmaker,
  makeContest,
  makeDetail,
  makeHeadToHead,
  makeLeague,
  makeMarket,
  makeMeta,
  makePast,
  makeScore,
  makeTeam,
} from '#test/web/fixtures/matches.ts';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { queryClient } from '#web/data/query-client.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  queryClient.clear();
  server.reset();
  server.on('GET /api/meta', { json: makeMeta() });
  server.on('GET /api/matches/7/contests', { json: { items: [] } });
  await chooseLocale('en');
});
afterAll(() => server.stop());

const players = { home: makeTeam('Ida Berg'), away: makeTeam('Ana Silva') };
const market = makeMarket({ odds: { home: 1.5, draw: null, away: 2.5 }, probability: { home: 0.62, draw: 0, away: 0.38 } });
const leagueOf = (sport: Sport) => makeLeague({ sport, draw_possible: false, settles_on: 'whole_match' });

function open(sport: Sport, rest: Parameters<typeof makeDetail>[0], tab = '') {
  server.on('GET /api/matches/7', { json: makeDetail({ id: 7, ...players, market, league: leagueOf(sport), ...rest }) });
  renderSite(`/match/7${tab}`);
}

/** The text of a table's rows. */
const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));

describe('a basketball game', () => {
  const parts = [
    { home: 28, away: 30 },
    { home: 25, away: 21 },
    { home: 11, away: 9 },
  ];
  const live = { status: 'live', minute: 4, period: { kind: 'quarter', n: 3 }, score: makeScore(64, 60, { parts }) } as const;

  it('has a table of its quarters, including those to come', async () => {
    open('basketball', live);
    expect(rowsOf(await screen.findByRole('table', { name: 'Points by quarter' }))).toEqual([
      ['', 'Q1', 'Q2', 'Q3', 'Q4', 'Total'],
      ['Ida Berg', '28', '25', '11', '–', '64'],
      ['Ana Silva', '30', '21', '9', '–', '60'],
    ]);
    expect(screen.getByText('3rd quarter')).toBeTruthy();
    expect(await screen.findByText('Winner contest')).toBeTruthy();
    expect(screen.getByText('64 – 60')).toBeTruthy();
  });

  it('has a column for each overtime', async () => {
    const whole = [...parts, { home: 20, away: 24 }, { home: 10, away: 10 }, { home: 9, away: 5 }];
    open('basketball', { status: 'aet', score: makeScore(103, 99, { parts: whole, halftime: [53, 51], fulltime: [84, 84] }) });
    const [head] = rowsOf(await screen.findByRole('table', { name: 'Points by quarter' }));
    expect(head).toEqual(['', 'Q1', 'Q2', 'Q3', 'Q4', 'OT', 'OT2', 'Total']);
    expect(screen.getByText('After overtime')).toBeTruthy();
    expect(screen.queryByText(/90 minutes|Half-time/)).toBeNull();
  });

  it.each([
    ['en', '3rd quarter', ['Win probability', 'Chat', 'Odds comparison', 'Head to head']],
    ['zh-CN', '第 3 节', ['胜率', '聊天', '赔率对比', '历史交锋']],
    ['vi', 'Hiệp 3', ['Xác suất thắng', 'Trò chuyện', 'So sánh tỷ lệ', 'Đối đầu']],
  ] as const)('leaves out football’s tabs, in %s', async (locale, words, tabs) => {
    open('basketball', live, '?tab=lineups');
    await screen.findByRole('table', { name: 'Points by quarter' });
    await act(() => chooseLocale(locale));
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(tabs);
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe(tabs[0]);
  });

  it('has no draw: not in the probabilities, the prices or the meetings', async () => {
    const totals = { played: 3, home_wins: 2, draws: 0, away_wins: 1, home_goals: 301, away_goals: 288 };
    server.on('GET /api/matches/7/odds', { json: { items: [makeBookmaker('Northbet', { draw: null })] } });
    server.on('GET /api/matches/7/head-to-head', {
      json: makeHeadToHead({ totals, items: [makePast({ league: leagueOf('basketball') })] }),
    });
    const lines = { model: market.probability, market: market.probability, crowd: null };
    server.on('GET /api/matches/7/score-probability', { json: makeForecast({ lines, model: makeModel({ scores: null, rates: null }) }) });
    open('basketball', { contests: [makeContest(7)] }, '?tab=odds');
    const odds = await screen.findByRole('table', { name: /^Prices for home and away/ });
    expect(within(odds).getAllByRole('columnheader')).toHaveLength(3);
    expect(screen.getByText('the final score, overtime included')).toBeTruthy();
    await act(async () => screen.getByRole('tab', { name: 'Head to head' }).focus());
    expect(await screen.findByText('Ida Berg: 2 wins. Ana Silva: 1 win.')).toBeTruthy();
    expect(screen.getByText('Points 301–288')).toBeTruthy();
    await act(async () => screen.getByRole('tab', { name: 'Win probability' }).focus());
    expect(await screen.findByText('Who wins')).toBeTruthy();
    expect(screen.queryByText(/^draws?$/i)).toBeNull();
  });
});

describe('a tennis match', () => {
  const parts = [
    { home: 6, away: 7, tiebreak: [5, 7] as [number, number] },
    { home: 3, away: 1 },
  ];

  it('shows who serves in its table, and the points of the game or the tie-break', async () => {
    const game = [parts[0]!, { home: 3, away: 1, points: ['15', '40'] as ['15', '40'], serving: 'away' as const }];
    open('tennis', { status: 'live', period: { kind: 'set', n: 2 }, score: makeScore(0, 1, { parts: game }) });
    const table = await screen.findByRole('table', { name: 'Games by set' });
    expect(rowsOf(table)).toEqual([
      ['', 'Set 1', 'Set 2', 'Points'],
      ['Ida Berg', '65', '3', '15'],
      ['Ana Silva', '77', '1', '40'],
    ]);
    expect(within(table).getByRole('img', { name: 'Serving' }).closest('tr')?.textContent).toContain('Ana Silva');
  });

  it.each([
    ['awd', 'tennis', 'en', 'Ana Silva retired or was defaulted: Ida Berg wins.'],
    ['awd', 'tennis', 'zh-CN', 'Ana Silva退赛或被取消资格：Ida Berg获胜。'],
    ['awd', 'tennis', 'vi', 'Ana Silva bỏ cuộc hoặc bị loại: Ida Berg thắng.'],
    ['wo', 'tennis', 'en', 'Ana Silva did not play: Ida Berg wins.'],
    ['wo', 'esports', 'en', 'Ana Silva forfeited: Ida Berg wins.'],
    ['awd', 'basketball', 'en', 'It was decided off the pitch: Ida Berg wins.'],
  ] as const)('after %s in %s shows in %s who wins', async (status, sport, locale, words) => {
    await chooseLocale(locale);
    open(sport, { status, score: { ...makeScore(status === 'wo' ? null : 0, status === 'wo' ? null : 1), awarded_to: 'home' } });
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it('has a table of its sets, and shows that a player retired and what that means', async () => {
    open('tennis', { status: 'awd', score: makeScore(0, 1, { parts }) });
    expect(rowsOf(await screen.findByRole('table', { name: 'Games by set' }))).toEqual([
      ['', 'Set 1', 'Set 2'],
      ['Ida Berg', '65', '3'],
      ['Ana Silva', '77', '1'],
    ]);
    expect(screen.getByText('Retired')).toBeTruthy();
    expect(screen.getByText('A player retired or was defaulted, so it was not played to the end.')).toBeTruthy();
  });

  it('links to the rounds of its tournament', async () => {
    open('tennis', { league: makeLeague({ id: 5, sport: 'tennis', form: 'cup', name: 'Harbour Open', draw_possible: false }) });
    expect((await screen.findByRole('link', { name: 'Harbour Open' })).getAttribute('href')).toBe('/leagues/5/standings');
  });

  it('starts; there is no kick-off', async () => {
    open('tennis', { kickoff_at: new Date(Date.now() + 42 * 60_000 + 5_000).toISOString() });
    expect(await screen.findByText('Starts in 42 minutes')).toBeTruthy();
    expect(screen.queryByRole('table', { name: 'Games by set' })).toBeNull();
  });
});

it('an esports series has its maps in a table', async () => {
  open('esports', {
    status: 'ft',
    score: makeScore(2, 0, {
      parts: [
        { home: 13, away: 9 },
        { home: 16, away: 14 },
      ],
    }),
  });
  const table = await screen.findByRole('table', { name: 'Rounds by map' });
  expect(rowsOf(table)[0]).toEqual(['', 'Map 1', 'Map 2']);
  expect(screen.getByText('Final')).toBeTruthy();
});

it.each([
  ['en', 'Ida Berg v Ana Silva: live score, odds and head to head. Call the result and win points on Matchpoint.'],
  ['zh-CN', undefined],
  ['vi', undefined],
] as const)('has a description in %s without football’s line-ups', async (locale, words) => {
  await chooseLocale(locale);
  open('tennis', {});
  await screen.findAllByText('Ida Berg');
  const description = document.querySelector('meta[name="description"]')?.getAttribute('content');
  expect(description).toContain('Ida Berg');
  expect(description).not.toMatch(/line-ups|阵容|đội hình/i);
  if (words) expect(description).toBe(words);
});
