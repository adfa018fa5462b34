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
import { t, tVi, tZh } from '#test/web/words.ts';
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
const leagueOf = (sport: Sport) => makeLeague({ sport, settles_on: 'whole_match' });

function open(sport: Sport, rest: Parameters<typeof makeDetail>[0], tab = '') {
  server.on('GET /api/matches/7', {
    json: makeDetail({ id: 7, ...players, market, league: leagueOf(sport), draw_possible: false, ...rest }),
  });
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

  const quarters = [1, 2, 3, 4].map((n) => t('match.part_short.quarter', { n }));
  const overtimes = [1, 2].map((n) => t('match.part_short.overtime', { n }));

  it('has a table of its quarters, including those to come', async () => {
    open('basketball', live);
    expect(rowsOf(await screen.findByRole('table', { name: t('match.parts_caption.basketball') }))).toEqual([
      ['', ...quarters, t('match.parts_total')],
      ['Ida Berg', '28', '25', '11', '–', '64'],
      ['Ana Silva', '30', '21', '9', '–', '60'],
    ]);
    expect(screen.getByText(t('match.part.quarter', { n: 3 }))).toBeTruthy();
    expect(await screen.findByText(t('bets.contest_two'))).toBeTruthy();
    // Queries by text read spaces that do not break as usual ones.
    expect(screen.getByText(t('match.score_wide', { home: 64, away: 60 }).replace(/\s/g, ' '))).toBeTruthy();
  });

  it('has a column for each overtime', async () => {
    const whole = [...parts, { home: 20, away: 24 }, { home: 10, away: 10 }, { home: 9, away: 5 }];
    open('basketball', { status: 'aet', score: makeScore(103, 99, { parts: whole, halftime: [53, 51], fulltime: [84, 84] }) });
    const [head] = rowsOf(await screen.findByRole('table', { name: t('match.parts_caption.basketball') }));
    expect(head).toEqual(['', ...quarters, ...overtimes, t('match.parts_total')]);
    expect(screen.getByText(t('match.status.long.after_overtime'))).toBeTruthy();
    for (const score of [t('match.half_time_score', { home: 53, away: 51 }), t('match.full_time_score', { home: 84, away: 84 })])
      expect(screen.queryByText(score)).toBeNull();
  });

  it.each([
    ['en', t('match.part.quarter', { n: 3 }), [t('match.tabs.winner'), t('chat.tab'), t('match.tabs.odds'), t('match.tabs.h2h')]],
    [
      'zh-CN',
      tZh('match.part.quarter', { n: 3 }),
      [tZh('match.tabs.winner'), tZh('chat.tab'), tZh('match.tabs.odds'), tZh('match.tabs.h2h')],
    ],
    ['vi', tVi('match.part.quarter', { n: 3 }), [tVi('match.tabs.winner'), tVi('chat.tab'), tVi('match.tabs.odds'), tVi('match.tabs.h2h')]],
  ] as const)('leaves out football’s tabs, in %s', async (locale, words, tabs) => {
    open('basketball', live, '?tab=lineups');
    await screen.findByRole('table', { name: t('match.parts_caption.basketball') });
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
    const odds = await screen.findByRole('table', { name: t('match.odds_caption_two') });
    expect(within(odds).getAllByRole('columnheader')).toHaveLength(3);
    expect(screen.getByText(t('match.contest_rules.basketball'))).toBeTruthy();
    await act(async () => screen.getByRole('tab', { name: t('match.tabs.h2h') }).focus());
    expect(
      await screen.findByText(t('match.h2h_totals_two', { home: 'Ida Berg', away: 'Ana Silva', home_wins: 2, away_wins: 1 })),
    ).toBeTruthy();
    expect(screen.getByText(t('match.h2h_scored.basketball', { home: 301, away: 288 }))).toBeTruthy();
    await act(async () => screen.getByRole('tab', { name: t('match.tabs.winner') }).focus());
    expect(await screen.findByText(t('forecast.winner'))).toBeTruthy();
    const draws = [t('common.draw'), ...[0, 1].map((count) => t('match.h2h_draws', { count }))];
    expect(screen.queryByText(new RegExp(`^(${draws.join('|')})$`, 'i'))).toBeNull();
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
    const table = await screen.findByRole('table', { name: t('match.parts_caption.tennis') });
    expect(rowsOf(table)).toEqual([
      ['', t('match.part_short.set', { n: 1 }), t('match.part_short.set', { n: 2 }), t('match.game_points')],
      ['Ida Berg', '65', '3', '15'],
      ['Ana Silva', '77', '1', '40'],
    ]);
    expect(
      within(table)
        .getByRole('img', { name: t('match.serving') })
        .closest('tr')?.textContent,
    ).toContain('Ana Silva');
  });

  it.each([
    ['awd', 'tennis', 'en', t('match.status.won.retired', { loser: 'Ana Silva', winner: 'Ida Berg' })],
    ['awd', 'tennis', 'zh-CN', tZh('match.status.won.retired', { loser: 'Ana Silva', winner: 'Ida Berg' })],
    ['awd', 'tennis', 'vi', tVi('match.status.won.retired', { loser: 'Ana Silva', winner: 'Ida Berg' })],
    ['wo', 'tennis', 'en', t('match.status.won.wo', { loser: 'Ana Silva', winner: 'Ida Berg' })],
    ['wo', 'esports', 'en', t('match.status.won.forfeit', { loser: 'Ana Silva', winner: 'Ida Berg' })],
    ['awd', 'basketball', 'en', t('match.status.won.awd', { winner: 'Ida Berg' })],
  ] as const)('after %s in %s shows in %s who wins', async (status, sport, locale, words) => {
    await chooseLocale(locale);
    open(sport, { status, score: { ...makeScore(status === 'wo' ? null : 0, status === 'wo' ? null : 1), awarded_to: 'home' } });
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it('has a table of its sets, and shows that a player retired and what that means', async () => {
    open('tennis', { status: 'awd', score: makeScore(0, 1, { parts }) });
    expect(rowsOf(await screen.findByRole('table', { name: t('match.parts_caption.tennis') }))).toEqual([
      ['', t('match.part_short.set', { n: 1 }), t('match.part_short.set', { n: 2 })],
      ['Ida Berg', '65', '3'],
      ['Ana Silva', '77', '1'],
    ]);
    expect(screen.getByText(t('match.status.long.retired'))).toBeTruthy();
    expect(screen.getByText(t('match.status.why.retired'))).toBeTruthy();
  });

  it.each([
    ['en', { parts: 5, race: true }, 'clay', 'Best of 5 · Clay'],
    ['zh-CN', { parts: 5, race: true }, 'hard', '5 盘 3 胜 · 硬地'],
    ['vi', { parts: 3, race: true }, 'grass', 'Đấu 3 thắng 2 · Sân cỏ'],
    ['en', { parts: 3, race: true }, null, 'Best of 3'],
    ['en', null, 'grass', 'Grass'],
  ] as const)('says its format and surface as far as they are known, in %s: %j, %s', async (locale, format, surface, words) => {
    await chooseLocale(locale);
    open('tennis', { format, surface });
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it('links to the rounds of its tournament', async () => {
    open('tennis', { league: makeLeague({ id: 5, sport: 'tennis', form: 'cup', name: 'Harbour Open' }) });
    expect((await screen.findByRole('link', { name: 'Harbour Open' })).getAttribute('href')).toBe('/leagues/5/standings');
  });

  it('starts; there is no kick-off', async () => {
    open('tennis', { kickoff_at: new Date(Date.now() + 42 * 60_000 + 5_000).toISOString() });
    expect(await screen.findByText(t('match.starts', { ago: 'in 42 minutes' }))).toBeTruthy();
    expect(screen.queryByRole('table', { name: t('match.parts_caption.tennis') })).toBeNull();
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
  const table = await screen.findByRole('table', { name: t('match.parts_caption.esports') });
  expect(rowsOf(table)[0]).toEqual(['', t('match.part_short.map', { n: 1 }), t('match.part_short.map', { n: 2 })]);
  expect(screen.getByText(t('match.status.long.final'))).toBeTruthy();
});

it.each([
  ['en', '2 maps', 'We don’t take bets on matches with this format.'],
  ['zh-CN', '共 2 图', '这种赛制的比赛不开放竞猜。'],
  ['vi', '2 bản đồ', 'Chúng tôi không nhận dự đoán cho thể thức này.'],
] as const)('says in %s why a series of two maps takes no bets', async (locale, format, why) => {
  await chooseLocale(locale);
  open('esports', { format: { parts: 2, race: false }, draw_possible: true, is_barred: true });
  expect(await screen.findByText(format)).toBeTruthy();
  expect(await screen.findByText(why)).toBeTruthy();
});

it.each([
  ['en', t('other_descriptions.match', { title: t('titles.match', { home: 'Ida Berg', away: 'Ana Silva' }) })],
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

describe('an esports series', () => {
  it.each([
    [{ parts: 3, race: true }, false, t('match.contest_rules.esports')],
    [{ parts: 2, race: false }, true, t('match.contest_rules.esports_level')],
  ])('of the format %j says what its pool settles on', async (format, draw_possible, rule) => {
    open('esports', { format, draw_possible, contests: [makeContest(7)] });
    expect(await screen.findByText(rule)).toBeTruthy();
  });
});
