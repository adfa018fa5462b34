import { describe, expect, it } from 'vitest';
import { randomFrom } from '#demo/seeded-random.ts';
import type { PlayedMatch } from '#domain/forecast/played-match.ts';
import { playTestLeague } from '#domain/forecast/test-league.ts';
import { calibrationByChance } from './chance.ts';
import { fiveThirtyEightForecasts, matchKey } from './five-thirty-eight.ts';
import { PRICE_USES } from './ours.ts';
import { type PricedMatch, placeOf, readMatches } from './read-matches.ts';
import { reportOf } from './report.ts';
import { roundsOf } from './rounds.ts';
import { runBacktest } from './run.ts';
import { differenceOf, figuresOf } from './score.ts';

const HEADER =
  'Div,Season,Date,HomeTeam,AwayTeam,FTHG,FTAG,FTR,HTHG,HTAG,HS,AS,HST,AST,HC,AC,HR,AR,B365H,B365D,B365A,PSH,PSD,PSA,PSCH,PSCD,PSCA,B365>2.5,B365<2.5';
const isoDate = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);
const result = (home: number, away: number): string => (home > away ? 'H' : home === away ? 'D' : 'A');

function row({ division, season, day, home, away, goals, halfTime, shots, shotsOnTarget, corners, redCards }: PlayedMatch): string {
  const counted = [halfTime, shots, shotsOnTarget, corners, redCards].map((pair) => pair?.join(',') ?? ',');
  const label = `${season}-${String((season + 1) % 100).padStart(2, '0')}`;
  const prices = '2.1,3.4,3.6,2.15,3.45,3.7,2.05,3.5,3.8,1.9,1.95';
  return [division, label, isoDate(day), home, away, ...goals, result(...goals), ...counted, prices].join(',');
}

const league = playTestLeague(randomFrom('backtest'), { division: 'E0', teams: 8, seasons: 4 });
const read = readMatches('E0.csv', [HEADER, ...league.map(row)].join('\n'));

describe('reading match files', () => {
  it('reads every match unchanged', () => {
    expect(read.problems).toEqual([]);
    expect(read.matches).toHaveLength(league.length);
    const { prices, totals, closing, date, ...match } = read.matches[0]!;
    expect(match).toEqual({ ...league[0], closing: undefined, neutral: undefined });
    expect(date).toBe(isoDate(league[0]!.day));
    expect(prices).toMatchObject({ B365: { home: 2.1, draw: 3.4, away: 3.6 }, PSC: { home: 2.05, draw: 3.5, away: 3.8 } });
    expect(totals.B365).toEqual({ over: 1.9, under: 1.95 });
    expect(closing![0]).toBeGreaterThan(closing![1]);
  });

  it('reports the rows it skips, and skips matches that were not played', () => {
    const [good = ''] = league.map(row);
    const strange = [good.replace(/\d{4}-\d\d-\d\d/, '2012-02-31'), 'E0,2012-13,2013-03-01,a,b,3,0,H', 'E0,2012-13,2013-03-02,a,b,x,0,H'];
    const { matches, problems } = readMatches('E0.csv', [HEADER, good, ...strange].join('\n'));
    expect(matches).toHaveLength(1);
    expect(problems).toEqual([
      expect.stringMatching(/line 3: Date/),
      expect.stringMatching(/line 4: a - b was not played/),
      expect.stringMatching(/line 5: FTHG/),
    ]);
  });

  it('has no prices if one of three is missing or invalid', () => {
    const [line = ''] = league.map(row);
    const { matches } = readMatches(
      'E0.csv',
      [HEADER, line.replace('2.1,3.4,3.6', '2.1,,3.6').replace('2.15,3.45', '0.9,3.45')].join('\n'),
    );
    expect(matches[0]!.prices).toEqual({ PSC: expect.anything() });
  });

  it("knows the order of a country's divisions", () => {
    expect(placeOf('E0')!.tier).toBeLessThan(placeOf('E3')!.tier);
    expect(placeOf('EC')!.tier).toBeGreaterThan(placeOf('E3')!.tier);
    expect(placeOf('SC0')!.country).not.toBe(placeOf('E0')!.country);
    expect(placeOf('')).toBeNull();
  });
});

describe('a backtest', () => {
  const request = { matches: read.matches, divisions: null, from: '2012-01', to: '2013-12', fiveThirtyEight: null };

  it.each(PRICE_USES)('forecasts every requested match once (%s)', (use) => {
    const { ours } = runBacktest({ ...request, use });
    const asked = read.matches.filter(({ date }) => date >= '2012-01' && date < '2014');
    expect(ours).toHaveLength(asked.length);
    expect(new Set(ours.map(({ match }) => match))).toEqual(new Set(asked));
    for (const { said } of ours) expect(said.outcomes.home + said.outcomes.draw + said.outcomes.away).toBeCloseTo(1, 9);
  });

  // Changing a match's own prices may change its forecast only if the price use allows them.
  it('uses only the prices it is allowed to', () => {
    const doubled = read.matches.map((match) => ({
      ...match,
      prices: { ...match.prices, B365: { home: 9, draw: 5, away: 1.3 }, PS: { home: 9, draw: 5, away: 1.3 } },
    }));
    for (const use of ['none', 'past', 'closing'] as const) {
      const outcomes = (matches: PricedMatch[]) => runBacktest({ ...request, matches, use }).ours.map(({ said }) => said.outcomes);
      expect(outcomes(doubled)).toEqual(outcomes(read.matches));
    }
    const pre = (matches: PricedMatch[]) => runBacktest({ ...request, matches, use: 'pre' }).ours[0]!.said.outcomes.home;
    expect(pre(doubled)).toBeLessThan(pre(read.matches));
  });

  it("reports our figures, the peers' figures and the differences", () => {
    const backtest = runBacktest({ ...request, use: 'none' });
    const report = reportOf(backtest);
    expect(report).toMatch(/^E0 +\d+ +0\.\d{5}/m);
    for (const name of ['past frequencies', 'Dixon-Coles', 'B365', 'PSC']) expect(report).toMatch(new RegExp(`^${name} +\\d+ +0\\.`, 'm'));
    const figures = figuresOf(backtest.ours);
    expect(figures.topThree!).toBeGreaterThan(figures.topScore!);
    const itself = new Map(backtest.ours.map(({ match, said }) => [match, said]));
    expect(differenceOf(backtest.ours, itself).rps).toEqual({ mean: 0, standardError: 0, count: backtest.ours.length });
    expect(reportOf({ ours: [], peers: [] })).toBe('No match was asked for.');
  });
});

it("matches FiveThirtyEight's forecasts despite other names and dates a day apart, but not with another score", () => {
  const matches = league.slice(0, 56);
  const other = (name: string) => name.replace('E0 team', 'Athletic');
  const line = ({ day, home, away, goals }: PlayedMatch, i: number) =>
    `2010,${isoDate(day + (i % 3) - 1)},1,Barclays Premier League,${other(home)},${other(away)},50,50,0.5,0.2,0.3,1.5,1.0,${goals.join(',')}`;
  const rows = matches.map(line);
  rows[7] = line({ ...matches[7]!, goals: [9, 9] }, 7);
  const found = fiveThirtyEightForecasts(
    ['season,date,league_id,league,team1,team2,spi1,spi2,prob1,prob2,probtie,proj_score1,proj_score2,score1,score2', ...rows].join('\n'),
    matches,
  );
  expect(found.size).toBe(55);
  expect(found.get(matchKey(matches[0]!))!.outcomes).toEqual({ home: 0.5, draw: 0.3, away: 0.2 });
  expect(found.has(matchKey(matches[7]!))).toBe(false);
});

it('numbers rounds by the side that has played fewer matches', () => {
  const rounds = roundsOf(league.filter(({ season }) => season === league[0]!.season).toReversed());
  const numbers = [...rounds.values()];
  expect(Math.min(...numbers)).toBe(1);
  expect(Math.max(...numbers)).toBe(14);
  for (let round = 1; round <= 14; round++) expect(numbers.filter((number) => number === round)).toHaveLength(4);
});

it('tells the calibration error that chance alone makes: less for more forecasts, and the same each time', () => {
  const forecasts = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ home: 0.3 + (0.4 * i) / count, draw: 0.25, away: 0.45 - (0.4 * i) / count }));
  const [few, many] = [calibrationByChance(forecasts(1_000)), calibrationByChance(forecasts(16_000))];
  expect(few / many).toBeGreaterThan(3);
  expect(few / many).toBeLessThan(5.5);
  expect(calibrationByChance(forecasts(1_000))).toBe(few);
});
