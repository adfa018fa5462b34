import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { randomFrom } from '#demo/seeded-random.ts';
import { type BacktestFigures, COMPARED, OUR_FORECASTS } from '#domain/forecast/backtest-figures.ts';
import { playTestLeague } from '#domain/forecast/test-league.ts';
import { MODEL_VERSIONS } from '#server/modules/forecasting/public.ts';
import { createDecayedPoisson } from './decayed-poisson.ts';
import { createFootballElo } from './football-elo.ts';
import { figuresOf, figuresText, judgedBy, publishedFigures, seasonName } from './published.ts';
import { type PricedMatch, readMatches } from './read-matches.ts';

const PUBLISHED = JSON.parse(
  readFileSync(new URL('../../src/web/features/track-record/backtest-figures.json', import.meta.url), 'utf8'),
) as BacktestFigures;
const FOLDER = '../shared/data/football-data';

/** Four seasons of eight teams, the last two within those that are published; the first match has no closing prices. */
const days = 365 * 7;
const league = playTestLeague(randomFrom('published'), { division: 'E0', teams: 8, seasons: 4 }).map((match, i): PricedMatch => {
  const day = match.day + days;
  const prices = { home: 2.1, draw: 3.4, away: 3.6 };
  const date = new Date(day * 86_400_000).toISOString().slice(0, 10);
  return {
    ...match,
    day,
    date,
    season: match.season + 7,
    prices: { Avg: prices, B365: prices, ...(i > 0 && { PSC: prices }) },
    totals: {},
  };
});

describe('the figures to publish', () => {
  const figures = publishedFigures({ matches: league, fiveThirtyEight: null, model: 'test-1', today: '2026-11-27' });

  it('have a row for each division and season from July 2018 on, with every forecaster on the same matches', () => {
    const asked = league.filter(({ date }) => date >= '2018-07' && date < '2023-07');
    const seasons = [...new Set(asked.map(({ season }) => seasonName(season)))];
    expect(Object.keys(figures.rows)).toEqual(['all', 'E0']);
    expect(Object.keys(figures.rows.E0!)).toEqual(['all', ...seasons]);
    expect(figures.rows.all!.all!.matches).toBe(asked.length);
    expect(figures.rows.all!.all!.rps).toHaveLength(COMPARED.length);
    // All prices are the same, and so are their figures.
    const [average, closing] = figures.rows.E0!.all!.rps.slice(-2);
    expect(average).toBe(closing);
  });

  it('are written with a line per row, and read back unchanged', () => {
    const text = figuresText(figures);
    expect(JSON.parse(text)).toEqual(figures);
    expect(text.split('\n').filter((line) => line.includes('gap_error')).length).toBe(
      1 + Object.values(figures.rows).flatMap(Object.keys).length,
    );
  });

  it('have no shared matches without the other file', () => {
    expect(figures.shared).toMatchObject({ matches: 0, rps: [] });
  });
});

it.each([
  ['Elo', () => createFootballElo()],
  ['fading averages', createDecayedPoisson],
])('%s: learns who is stronger, and gives three outcomes that add up to 1', (_, create) => {
  const forecaster = create();
  const match = { ...league[0]!, home: 'strong', away: 'weak' };
  const before = forecaster.forecast(match).outcomes;
  for (let day = 0; day < 20; day++) forecaster.learn([{ ...match, day: match.day + day, goals: [3, 0] }]);
  const after = forecaster.forecast({ ...match, day: match.day + 20 }).outcomes;
  for (const { home, draw, away } of [before, after]) {
    expect(home + draw + away).toBeCloseTo(1, 9);
    expect(Math.min(home, draw, away)).toBeGreaterThan(0);
  }
  expect(before.home).toBeGreaterThan(before.away);
  expect(after.home).toBeGreaterThan(before.home + 0.1);
  expect(forecaster.forecast({ ...match, home: 'weak', away: 'strong', day: match.day + 20 }).outcomes.away).toBeGreaterThan(0.5);
});

describe('what the site shows', () => {
  it('is of the model that it runs: after a change of the model, run the backtest with --publish', () => {
    expect(PUBLISHED.model).toBe(MODEL_VERSIONS.football);
  });

  // Ours need all divisions and a minute. Elo needs those of the country, the other peers the division alone.
  it.skipIf(!existsSync(FOLDER))('comes out again for the peers and prices of one division', () => {
    const read = (name: string) => readMatches(name, readFileSync(`${FOLDER}/${name}.csv`, 'utf8')).matches;
    const first = read('SC0');
    const rated = new Map(judgedBy([...first, ...['SC1', 'SC2', 'SC3'].flatMap(read)], ['elo']).map(({ match, said }) => [match, said]));
    const peers = COMPARED.slice(OUR_FORECASTS.length);
    const judged = judgedBy(first, ['poisson', 'dixon_coles'])
      .filter(({ match }) => match.date >= PUBLISHED.from)
      .map(({ match, said }) => ({ match, said: { ...said, ...rated.get(match) } }));
    for (const [season, row] of Object.entries(PUBLISHED.rows.SC0!)) {
      const some = judged.filter(({ match }) => season === 'all' || seasonName(match.season) === season);
      expect(some.length).toBe(row.matches);
      const { rps, log_loss: losses } = figuresOf(some, peers);
      expect({ rps, losses }).toEqual({ rps: row.rps.slice(OUR_FORECASTS.length), losses: row.log_loss.slice(OUR_FORECASTS.length) });
    }
  });
});
