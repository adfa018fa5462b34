import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MatchDetail } from '#contract/matches.ts';
import { beGuest } from '#test/web/fixtures/accounts.ts';
import { makeForecast, makeModel, makeNoForecast, makeScores } from '#test/web/fixtures/forecasts.ts';
import { makeContest, makeDetail, makeLeague, makeMarket, makeMeta, makeScore } from '#test/web/fixtures/matches.ts';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { renderPart } from '#test/web/render-site.tsx';
import { t, tVi, tZh } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { showLocale } from '#web/i18n/locale-store.ts';
import { scoreProbabilityQuery } from './api.ts';
import { ProbabilityTab } from './probability-tab.tsx';

const ADDRESS = 'GET /api/matches/7/score-probability';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  queryClient.clear();
  server.reset();
  server.on('GET /api/meta', { json: makeMeta() });
  beGuest();
  await showLocale('en');
});
afterAll(() => server.stop());

function show(forecast: ReturnType<typeof makeForecast>, rest: Partial<MatchDetail> = {}) {
  server.on(ADDRESS, { json: forecast });
  return renderPart(<ProbabilityTab match={makeDetail({ id: 7, contests: [makeContest(7)], ...rest })} />);
}

const line = async (name: string) => within(await screen.findByRole('region', { name }));

describe('the three lines', () => {
  it('are labelled, each with its own numbers', async () => {
    show(makeForecast());
    // Poisson with 1.75 and 1.05 goals.
    expect((await line(t('forecast.line.model'))).getByText('54%')).toBeTruthy();
    expect(
      (await line(t('forecast.line.market'))).getByRole('img', {
        name: t('common.probability', { home: '44%', draw: '27%', away: '29%' }),
      }),
    ).toBeTruthy();
    expect(
      (await line(t('forecast.line.crowd'))).getByRole('img', { name: t('common.probability', { home: '70%', draw: '10%', away: '20%' }) }),
    ).toBeTruthy();
    expect((await line(t('forecast.line.crowd'))).getByText(t('forecast.players', { count: 2 }))).toBeTruthy();
    expect(screen.queryByText(/\bAI\b/)).toBeNull();
  });

  it.each(['unknown_teams', 'date_unknown', 'too_far', 'not_ready', 'began_before_forecast'] as const)(
    'say why there is no forecast: %s',
    async (reason) => {
      show(makeNoForecast(reason));
      expect((await line(t('forecast.line.model'))).getByText(t(`forecast.reason.${reason}`), { exact: false })).toBeTruthy();
      expect((await line(t('forecast.line.market'))).getByText(t('forecast.none.market'))).toBeTruthy();
      expect((await line(t('forecast.line.crowd'))).getByText(t('forecast.none.crowd'))).toBeTruthy();
      expect(screen.queryByText(t('forecast.final_score'))).toBeNull();
      expect(screen.queryByText(t('forecast.lab'))).toBeNull();
    },
  );

  it('show the forecast’s age, and that a frozen one does not change', async () => {
    const { unmount } = show(makeForecast({ model: makeModel({ made_at: new Date(Date.now() - 3 * 3_600_000).toISOString() }) }));
    expect(await screen.findByText(t('forecast.made', { ago: '3 hours ago' }))).toBeTruthy();
    unmount();
    queryClient.clear();
    show(makeForecast({ model: makeModel({ frozen_at: '2026-11-20T15:00:00.000Z' }) }));
    expect(await screen.findByText(new RegExp(`^${t('forecast.frozen', { time: '20 Nov' })}`))).toBeTruthy();
  });

  it('are below the current ones during play', async () => {
    const now = { home: 0.8, draw: 0.15, away: 0.05 };
    const kickoff_at = new Date(Date.now() - 85 * 60_000).toISOString();
    const { unmount } = show(makeForecast({ now: { ...now, scores: makeScores() } }), {
      ...{ status: 'h2', minute: 70, score: makeScore(1, 0), kickoff_at },
    });
    expect((await line(t('forecast.line_now.model'))).getByText('80%')).toBeTruthy();
    expect((await line(t('forecast.line_now.market'))).getByRole('img')).toBeTruthy();
    expect(screen.getByRole('heading', { name: t('forecast.at_start') })).toBeTruthy();
    expect(
      (await line(t('forecast.line.model'))).getByRole('img', {
        name: new RegExp(t('common.probability', { home: '54%', draw: '\\d+%', away: '\\d+%' })),
      }),
    ).toBeTruthy();

    // Prices from before the start are no present opinion.
    unmount();
    queryClient.clear();
    const market = makeMarket({ confirmed_at: new Date(Date.now() - 4 * 3_600_000).toISOString() });
    show(makeForecast(), { status: 'h2', minute: 70, score: makeScore(1, 0), kickoff_at, market });
    expect((await line(t('forecast.line.market'))).getByRole('img')).toBeTruthy();
    expect(screen.queryByRole('region', { name: t('forecast.line_now.market') })).toBeNull();
  });

  it('show no draw and no scores in other sports', async () => {
    const two = { home: 0.62, draw: 0, away: 0.38 };
    const model = makeModel({ version: 'tennis-1', scores: null, rates: null });
    show(makeForecast({ lines: { model: two, market: two, crowd: null }, model }), {
      league: makeLeague({ sport: 'tennis' }),
      draw_possible: false,
      market: makeMarket({ odds: { home: 1.5, draw: null, away: 2.5 }, probability: two }),
    });
    expect(await screen.findByText(t('forecast.winner'))).toBeTruthy();
    expect(
      (await line(t('forecast.line.market'))).getByRole('img', { name: t('common.probability_two', { home: '62%', away: '38%' }) }),
    ).toBeTruthy();
    expect(screen.queryByText(new RegExp(t('common.draw'), 'i'))).toBeNull();
    expect(screen.queryByRole('table')).toBeNull();
  });
});

it('explains the confidence when the label is touched, and closes on Escape', async () => {
  show(makeForecast());
  const tag = await screen.findByRole('button', { name: t('forecast.confidence.medium') });
  expect(screen.queryByRole('tooltip')).toBeNull();
  await userEvent.click(tag);
  const why = t('forecast.confidence_why', { high: '60', medium: '50', cautious: '40', past: 40 });
  expect(screen.getByRole('tooltip').textContent).toBe(why);
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('tooltip')).toBeNull();
});

describe('the matrix of scores', () => {
  const lit = () => [...document.querySelectorAll('td[data-lit=true]')].length;

  it('is a named table, whose last row and column are 6+', async () => {
    show(makeForecast());
    const table = await screen.findByRole('table', { name: t('forecast.matrix_caption', { home: 'Avalon Town', away: 'Northgate' }) });
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['0', '1', '2', '3', '4', '5', '6+']);
    expect(within(table).getByRole('row', { name: /^1 / }).textContent).toBe('11111620.50.10.0');
  });

  it('highlights a chip’s cells by touch and by keyboard, and shows their probability', async () => {
    show(makeForecast());
    await userEvent.click(await screen.findByRole('button', { name: t('common.home') }));
    expect(lit()).toBe(21);
    expect(screen.getByText(t('forecast.marked', { what: t('common.home'), percent: '54%' }))).toBeTruthy();
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole('button', { name: t('common.draw'), pressed: true })).toBeTruthy();
    expect(lit()).toBe(7);
    await userEvent.keyboard('{Enter}');
    expect(lit()).toBe(0);
  });

  it('highlights one of the likeliest scores, beside how often they come true', async () => {
    show(makeForecast());
    await userEvent.click(await screen.findByRole('button', { name: /^1–1/ }));
    expect(lit()).toBe(1);
    expect(screen.getByText(t('forecast.top_hit', { top: '13%', three: '33%', count: 4210 }))).toBeTruthy();
  });

  it('follows the selected goal line', async () => {
    show(makeForecast());
    await userEvent.click(await screen.findByRole('button', { name: t('forecast.over', { line: 2.5 }) }));
    expect(screen.getByText(t('forecast.marked', { what: t('forecast.over', { line: 2.5 }), percent: '53%' }))).toBeTruthy();
    const at25 = lit();
    await userEvent.click(screen.getByRole('radio', { name: '3.5' }));
    expect(screen.getByText(t('forecast.goals_line', { line: 3.5 }))).toBeTruthy();
    expect(screen.getByText(t('forecast.marked', { what: t('forecast.over', { line: 3.5 }), percent: '31%' }))).toBeTruthy();
    expect(lit()).toBe(at25 - 4);
  });

  it('can be that of kick-off during play', async () => {
    const certain = makeScores();
    certain.matrix = certain.matrix.map((row, home) => row.map((_, away) => (home === 2 && away === 0 ? 1 : 0)));
    show(makeForecast({ now: { home: 1, draw: 0, away: 0, scores: certain } }), { status: 'h2', minute: 89, score: makeScore(2, 0) });
    const cell = async () => within(await screen.findByRole('row', { name: /^2 / })).getAllByRole('cell')[0]?.textContent;
    expect(await cell()).toBe('100');
    await userEvent.click(screen.getByRole('radio', { name: t('forecast.moment.kickoff') }));
    expect(await cell()).toBe('9');
  });
});

describe('refetching', () => {
  it('happens when the match has changed', async () => {
    const match = makeDetail({ id: 7, status: 'h1', minute: 10, score: makeScore(0, 0) });
    const { home, away } = match;
    server.on(ADDRESS, { json: makeForecast() }, { json: makeForecast({ now: { home: 0.9, draw: 0.08, away: 0.02, scores: null } }) });
    const { rerender } = renderPart(<ProbabilityTab match={match} />);
    await screen.findByText(t('forecast.final_score'));
    const after = makeDetail({ id: 7, home, away, status: 'h1', minute: 11, score: makeScore(1, 0) });
    const { Providers } = await import('#web/app/providers.tsx');
    const { MemoryRouter } = await import('react-router');
    rerender(
      <Providers>
        <MemoryRouter>
          <ProbabilityTab match={after} />
        </MemoryRouter>
      </Providers>,
    );
    expect((await line(t('forecast.line_now.model'))).getByText('90%')).toBeTruthy();
  });

  it('keeps the data on failure, and says so', async () => {
    server.on(ADDRESS, { json: makeForecast() }, { status: 400, json: { code: 'invalid_query', detail: 'No.' } });
    renderPart(<ProbabilityTab match={makeDetail({ id: 7 })} />);
    await screen.findByText(t('forecast.final_score'));
    await act(() => queryClient.invalidateQueries({ queryKey: scoreProbabilityQuery(7).queryKey }));
    expect(await screen.findByText(t('forecast.kept'))).toBeTruthy();
    expect(screen.getByText(t('forecast.final_score'))).toBeTruthy();
  });

  it('offers a retry without any reply; the form stays', async () => {
    server.on(ADDRESS, { status: 400, json: { code: 'invalid_query', detail: 'No.' } }, { json: makeForecast() });
    renderPart(<ProbabilityTab match={makeDetail({ id: 7 })} />);
    expect(await screen.findByText(t('forecast.load_failed'))).toBeTruthy();
    expect(screen.getByText(t('match.form_title'))).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: t('common.retry') }));
    expect(await screen.findByText(t('forecast.final_score'))).toBeTruthy();
  });
});

it.each([
  ['zh-CN', tZh('forecast.final_score'), tZh('forecast.line.model'), tZh('forecast.line.market'), tZh('forecast.line.crowd')],
  ['vi', tVi('forecast.final_score'), tVi('forecast.line.model'), tVi('forecast.line.market'), tVi('forecast.line.crowd')],
] as const)('speaks %s', async (locale, title, ...names) => {
  await showLocale(locale);
  show(makeForecast());
  expect(await screen.findByText(title)).toBeTruthy();
  for (const name of names) expect(screen.getByRole('region', { name })).toBeTruthy();
});
