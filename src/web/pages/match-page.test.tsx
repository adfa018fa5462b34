import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeForecast } from '#test/web/fixtures/forecasts.ts';
import {
  makeBookmaker,
  makeDetail,
  makeEvent,
  makeHeadToHead,
  makeLineup,
  makeMeta,
  makeNoLineups,
  makePlayer,
  makeScore,
} from '#test/web/fixtures/matches.ts';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { t } from '#test/web/words.ts';
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

const answer = (rest: Parameters<typeof makeDetail>[0]) => server.on('GET /api/matches/7', { json: makeDetail({ id: 7, ...rest }) });

describe('the header', () => {
  it('shows the score, the scorers, and the form of both teams', async () => {
    answer({
      status: 'h2',
      minute: 67,
      seen_at: new Date().toISOString(),
      score: { ...makeScore(2, 1), halftime: [1, 0] },
      events: [
        makeEvent({ minute: 14, player: 'Okafor' }),
        makeEvent({ minute: 45, stoppage: 2, player: 'Okafor', type: 'penalty' }),
        makeEvent({ minute: 51, player: 'Barros', type: 'own_goal', period: 'H2' }),
      ],
    });
    renderSite('/match/7');
    expect(await screen.findByText('67′')).toBeTruthy();
    expect(screen.getByText('Okafor').textContent).toBe(`Okafor 14′, 45+2′ ${t('match.penalty_mark')}`);
    expect(screen.getByText('Barros').textContent).toBe(`Barros 51′ ${t('match.own_goal_mark')}`);
    expect(screen.getByText(t('match.half_time_score', { home: 1, away: 0 }))).toBeTruthy();
    const results = (['W', 'W', 'D', 'W', 'W'] as const).map((result) => t(`match.result.${result}`)).join(', ');
    expect(screen.getAllByLabelText(t('match.form', { results })).length).toBeGreaterThan(0);
    await waitFor(() => expect(document.title).toBe(`${t('titles.match', { home: 'Avalon Town', away: 'Northgate' })} · Matchpoint`));
  });

  it('shows when it begins', async () => {
    answer({ kickoff_at: new Date(Date.now() + 42 * 60_000 + 5_000).toISOString() });
    renderSite('/match/7');
    expect(await screen.findByText(t('match.kicks_off', { ago: 'in 42 minutes' }))).toBeTruthy();
  });
});

describe('tabs', () => {
  it('are kept in the address', async () => {
    answer({ status: 'ft', score: makeScore(1, 0), events: [makeEvent({ player: 'Okafor', other: 'Lindqvist' })] });
    const { path } = renderSite('/match/7?pick=home');
    await userEvent.click(await screen.findByRole('tab', { name: t('match.tabs.timeline') }));
    await waitFor(() => expect(path()).toBe('/match/7?pick=home&tab=timeline'));
    const panel = await screen.findByRole('tabpanel', { name: t('match.tabs.timeline') });
    expect(await within(panel).findByText(t('match.assist_by', { player: 'Lindqvist' }))).toBeTruthy();
    expect(within(panel).getByRole('heading', { name: t('match.period.H1') })).toBeTruthy();
  });

  it('are navigated by keyboard, each with its panel', async () => {
    answer({ status: 'ft', score: makeScore(1, 0) });
    server.on('GET /api/matches/7/odds', { json: { items: [] } });
    server.on('GET /api/matches/7/head-to-head', { json: makeHeadToHead() });
    server.on('GET /api/matches/7/statistics', { json: { items: [], missing: 'not_covered' } });
    const { path } = renderSite('/match/7');
    const tabs = await screen.findAllByRole('tab');
    act(() => tabs[0]?.focus());
    for (const [index, value] of ['chat', 'timeline', 'lineups', 'odds', 'h2h', 'stats'].entries()) {
      await userEvent.keyboard('{ArrowRight}');
      expect(document.activeElement).toBe(tabs[index + 1]);
      await waitFor(() => expect(screen.getByRole('tabpanel').getAttribute('aria-labelledby')).toBe(tabs[index + 1]?.id));
      await waitFor(() => expect(path()).toBe(`/match/7?tab=${value}`));
    }
    expect(await screen.findByText(t('match.stats_missing.not_covered'))).toBeTruthy();
    await userEvent.keyboard('{Home}');
    expect(document.activeElement).toBe(tabs[0]);
    await waitFor(() => expect(screen.getByRole('tabpanel').getAttribute('aria-labelledby')).toBe(tabs[0]?.id));
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByRole('tabpanel'));
  });

  it('begin with the first if the address names none that exists', async () => {
    answer({});
    renderSite('/match/7?tab=horoscope');
    expect((await screen.findByRole('tab', { selected: true })).textContent).toBe(t('match.tabs.probability'));
  });

  it('name the market for what it is', async () => {
    answer({});
    server.on('GET /api/matches/7/score-probability', { json: makeForecast() });
    renderSite('/match/7');
    const panel = await screen.findByRole('tabpanel');
    const market = within(await within(panel).findByRole('region', { name: t('forecast.line.market') }));
    expect(market.getByText('44%')).toBeTruthy();
    expect(within(panel).queryByText(/AI/)).toBeNull();
  });

  it('say why there are no line-ups', async () => {
    answer({ lineups: makeNoLineups('league_no_lineups_coverage') });
    renderSite('/match/7?tab=lineups');
    expect(await screen.findByText(t('match.fallback.league_no_lineups_coverage'))).toBeTruthy();
  });

  it('list both elevens, benches and coaches', async () => {
    const home = makeLineup(
      [makePlayer('Ada Keeper', { position: 'GK', grid: '1:1', number: 1 }), makePlayer('Ben Bench', { starter: false })],
      {
        formation: '4-3-3',
        coach: 'Cora Coach',
      },
    );
    answer({ lineups: { home, away: makeLineup([makePlayer('Zoe Keeper', { position: 'GK' })]) } });
    renderSite('/match/7?tab=lineups');
    const eleven = await screen.findByRole('list', {
      name: `Avalon Town, ${t('match.official')}, ${t('match.formation', { formation: '4-3-3' })}`,
    });
    expect(within(eleven).getByText('Ada Keeper')).toBeTruthy();
    expect(within(eleven).queryByText('Ben Bench')).toBeNull();
    expect(screen.getByText('Ben Bench')).toBeTruthy();
    expect(screen.getByText(t('match.coach', { name: 'Cora Coach' }))).toBeTruthy();
  });

  it('compare prices: the best are marked, suspended and old ones named', async () => {
    answer({});
    server.on('GET /api/matches/7/odds', {
      json: {
        items: [
          makeBookmaker('Anchor', { home: 1.95 }),
          makeBookmaker('Bluegate', { home: 2.2, confirmed_at: new Date(Date.now() - 180_000).toISOString() }),
          makeBookmaker('Dunlin', { home: 9, suspended: true }),
        ],
      },
    });
    renderSite('/match/7?tab=odds');
    const row = async (name: string) =>
      within((await screen.findByRole('rowheader', { name: new RegExp(name) })).closest('tr') as HTMLElement);
    expect((await row('Bluegate')).getByText(new RegExp(`^${t('match.last_seen', { ago: '3' })}`))).toBeTruthy();
    expect((await row('Bluegate')).getByText('2.20').textContent).toBe(`2.20▲, ${t('match.best')}`);
    expect((await row('Bluegate')).getByText(t('match.moved_to', { from: '2.00', to: '2.20' }))).toBeTruthy();
    expect((await row('Anchor')).getByText('1.95').textContent).toBe('1.95▼');
    expect((await row('Dunlin')).getByText(t('match.suspended'))).toBeTruthy();
    expect((await row('Dunlin')).getByText('9.00').textContent).toBe('9.00▲');
  });
});

it('shows that the match does not exist, with a link back', async () => {
  server.on('GET /api/matches/7', { status: 404, json: { code: 'not_found', detail: 'No such match.' } });
  renderSite('/match/7');
  expect((await screen.findByRole('link', { name: t('common.to_matches') })).getAttribute('href')).toBe('/matches');
  expect(within(screen.getByRole('main')).getByText(t('titles.match_missing'))).toBeTruthy();
  expect(document.title).toBe(`${t('titles.match_missing')} · Matchpoint`);
});
