import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeLeague, makeMatch, makeMeta, makeScore, makeTeam } from '#test/web/fixtures/matches.ts';
import { makeBest } from '#test/web/fixtures/outlook.ts';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { t, tVi, tZh } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const BEST = 'GET /api/best';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  queryClient.clear();
  server.reset();
  server.on('GET /api/meta', { json: makeMeta() });
  await chooseLocale('en');
});
afterAll(() => server.stop());

const league = makeLeague();
const [town, gate] = [makeTeam('Avalon Town'), makeTeam('Northgate')];
const turned = { ...makeMatch({ id: 7, status: 'ft', home: town, away: gate, score: makeScore(3, 2) }), league };
const tennis = {
  ...makeMatch({
    id: 8,
    status: 'ft',
    draw_possible: false,
    home: makeTeam('A. Volley'),
    away: makeTeam('S. Lob'),
    score: makeScore(2, 1),
  }),
  league: makeLeague({ id: 2, sport: 'tennis', name: 'Meridian Tour' }),
};
const full = makeBest({
  counts: { ended: 12, open: 3, concealed: 0 },
  matches: [turned, tennis],
  surprises: [{ match_id: 7, probability: 0.08 }],
  closest: [
    { match_id: 7, home: 0.34, draw: 0.33, away: 0.33 },
    { match_id: 8, home: 0.51, draw: 0, away: 0.49 },
  ],
  swings: [{ match_id: 7, probability: 0.004, minute: 88, stoppage: null }],
  comebacks: [
    { match_id: 7, side: 'home', behind: 2, won: true },
    { match_id: 8, side: 'home', behind: 1, won: true },
  ],
  late_winners: [{ match_id: 7, side: 'home', period: 'H2', minute: 90, stoppage: 3, player: 'Okafor' }],
  most_goals: [{ match_id: 7, goals: 5 }],
  fastest_goals: [{ match_id: 7, side: 'away', period: 'H1', minute: 2, stoppage: null, player: null }],
});

it('lists what stood out, with the match, its league, and what is said of it', async () => {
  server.on(BEST, { json: full });
  renderSite('/best');
  const section = async (name: string) => within((await screen.findByText(name)).closest('section')!);
  const said = async (key: 'surprises' | 'closest' | 'swings' | 'comebacks' | 'late_winners' | 'most_goals' | 'fastest_goals') =>
    (await section(t(`best.section.${key}`))).getAllByRole('link').map((link) => link.getAttribute('aria-label'));
  const score = t('match.score_line', { home: 'Avalon Town', away: 'Northgate', home_score: 3, away_score: 2 });
  const ended = t('match.status.long.ft');
  const line = (text: string) => [score, ended, 'First Division', text].join(', ');
  expect(await said('surprises')).toEqual([line(t('best.chance', { chance: '8%' }))]);
  expect(await said('swings')).toEqual([line(t('best.chance_at', { chance: '0.4%', minute: t('best.minute', { minute: '88' }) }))]);
  expect(await said('comebacks')).toEqual([
    line(t('best.won.football', { team: 'Avalon Town', count: 2 })),
    expect.stringContaining(t('best.won.tennis', { team: 'A. Volley', count: 1 })),
  ]);
  expect((await said('closest'))[1]).toContain(t('best.chances_two_long', { home: '51%', away: '49%' }));
  expect(await said('late_winners')).toEqual([
    line(t('best.goal', { minute: t('best.minute_added', { minute: '90', stoppage: '3' }), player: 'Okafor' })),
  ]);
  expect(await said('most_goals')).toEqual([line(t('best.goals', { count: 5 }))]);
  expect(await said('fastest_goals')).toEqual([
    line(t('best.goal_unnamed', { minute: t('best.minute', { minute: '2' }), team: 'Northgate' })),
  ]);
  expect(screen.getAllByRole('link', { name: new RegExp(score) })[0]!.getAttribute('href')).toBe('/match/7');
  expect(document.title).toBe(`${t('titles.best')} · Matchpoint`);
});

it('goes from day to day, but not beyond today', async () => {
  server.on(BEST, { json: makeBest() });
  renderSite('/best?date=2026-03-02');
  await screen.findByText(t('best.empty_past'));
  expect(document.title).toBe(`${t('titles.best_on', { date: '2 March 2026' })} · Matchpoint`);
  await userEvent.click(screen.getByRole('link', { name: t('best.day_before') }));
  await screen.findByText(t('titles.best_on', { date: '1 March 2026' }));
  expect(server.calls().filter((call) => call === BEST).length).toBe(2);
});

it.each(['2026-02-31', 'yesterday', ''])('shows today for the day "%s", which does not exist', async (date) => {
  server.on(BEST, { json: makeBest() });
  renderSite(`/best?date=${date}`);
  expect(await screen.findByText(t('best.empty'))).toBeTruthy();
  expect(screen.getByText(t('best.today'))).toBeTruthy();
  expect(screen.queryByRole('link', { name: t('best.day_after') })).toBeNull();
});

it('says what the spoiler shield hides, and when a day was quiet', async () => {
  server.on(BEST, { json: makeBest({ counts: { ended: 4, open: 0, concealed: 2 } }) });
  renderSite('/best');
  expect(await screen.findByText(t('best.concealed', { count: 2 }))).toBeTruthy();
  expect(screen.getByText(t('best.quiet_hint', { count: 4 }))).toBeTruthy();
});

it('does not say that nothing has ended while the shield hides what has', async () => {
  server.on(BEST, { json: makeBest({ counts: { ended: 0, open: 0, concealed: 9 } }) });
  renderSite('/best');
  expect(await screen.findByText(t('best.hidden'))).toBeTruthy();
  expect(screen.queryByText(t('best.empty'))).toBeNull();
});

it('shows an error, and retries', async () => {
  server.on(BEST, { status: 500, json: { code: 'internal', detail: 'Something went wrong.' } }, { json: full });
  renderSite('/best');
  expect(await screen.findByText(t('best.failed'))).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: t('common.retry') }));
  expect(await screen.findByText(t('best.section.surprises'))).toBeTruthy();
});

it.each([
  ['zh-CN', tZh],
  ['vi', tVi],
] as const)('speaks %s', async (locale, words) => {
  await chooseLocale(locale);
  server.on(BEST, { json: full });
  renderSite('/best');
  expect(await screen.findByText(words('best.section.comebacks'))).toBeTruthy();
});
