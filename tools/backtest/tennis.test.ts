import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { randomFrom } from '#demo/seeded-random.ts';
import { logLossDifference, twoWayScores } from '#domain/forecast/two-way-scores.ts';
import { readTennisFile, type TennisMatch } from './tennis-file.ts';
import { type ForecastMatch, forecastWalking } from './tennis-forecasts.ts';

const HEADER = 'Tour,Date,Tournament,Surface,Round,Best of,Winner,Loser,WRank,LRank,Wsets,Lsets,Comment,B365W,B365L,PSW,PSL,AvgW,AvgL';
const GOOD = 'ATP,2022-01-03,Adelaide,Hard,1st Round,3,Kwon S.,Altmaier D.,53,81,2,1,Completed,1.61,2.2999999999999998,,,1.64,2.2';
const read = (...rows: string[]) => readTennisFile([HEADER, ...rows].join('\n'));
const changed = (from: string, to: string) => read(GOOD.replace(from, to));

describe('a file of tennis results', () => {
  it('is read with the names in an order that does not reveal the result', () => {
    const { matches, problems } = read(GOOD);
    expect(problems).toEqual([]);
    expect(matches).toMatchObject([
      {
        tour: 'ATP',
        date: '2022-01-03',
        homeHasWon: false,
        result: {
          home: 'Altmaier D.',
          away: 'Kwon S.',
          day: 18_995,
          surface: 'hard',
          bestOf: 3,
          homeRank: 81,
          awayRank: 53,
          homeSets: 1,
          awaySets: 2,
        },
        prices: { B365: [230, 161], Avg: [220, 164] },
      },
    ]);
    expect(matches[0]!.prices.PS).toBeUndefined();
  });

  it('loses an invalid row with the reason, and of a valid row only invalid values', () => {
    expect(changed('Hard', 'Carpet').problems[0]).toMatch(/^line 2, Kwon S. against Altmaier D.: Surface/);
    expect(changed('2,1,Comp', '1,0,Comp').problems[0]).toContain('cannot have been won 1-0');
    expect(changed('2,1,Completed', '2,0,Retired').problems[0]).toContain('given up');
    expect(changed('2022-01-03', '2022-02-30').problems).toHaveLength(1);
    expect(changed('Altmaier D.', 'Kwon S.').problems).toHaveLength(1);
    expect(changed('53', 'N/A').matches[0]!.result.awayRank).toBeNull();
    expect(changed('1.61', '0.5').matches[0]!.prices.B365).toBeUndefined();
    expect(changed('3,Kwon', ',Kwon').matches[0]!.result.bestOf).toBe(3);
    expect(changed('2,1,Comp', '3,1,Comp').matches[0]!.result.bestOf).toBe(5);
  });
});

const FILE = '../shared/data/tennis/tennis_2022_2024.csv';
const isThere = existsSync(FILE);
if (!isThere) console.warn(`skipped: there is no ${FILE}`);

/** Returns the same matches with random results from a day on. */
function poisoned(matches: readonly TennisMatch[], from: string): TennisMatch[] {
  const random = randomFrom('poison');
  return matches.map((match) => {
    if (match.date < from || random() < 0.5) return match;
    const { homeSets, awaySets, ...rest } = match.result;
    return { ...match, homeHasWon: !match.homeHasWon, result: { ...rest, homeSets: awaySets, awaySets: homeSets } };
  });
}

describe.runIf(isThere)('the real tennis file', () => {
  const { matches, problems } = readTennisFile(isThere ? readFileSync(FILE, 'utf8') : '');
  const until = matches.filter(({ date }) => date < '2023-07');
  const forecasts = forecastWalking(until);

  it('is read except for two rows', () => {
    expect(matches.length + problems.length).toBe(14_747);
    expect(problems).toHaveLength(2);
  });

  it('is forecast from the past alone: changed results from a day on change no forecast up to that day, and many later ones', () => {
    const others = forecastWalking(poisoned(until, '2023-01-20'));
    const saidBy = (list: readonly ForecastMatch[], isAfter: boolean) =>
      list.filter(({ match }) => match.date > '2023-01-20' === isAfter).map(({ home }) => [home.ours, home.ranks]);
    expect(saidBy(others, false)).toEqual(saidBy(forecasts, false));
    expect(saidBy(others, true)).not.toEqual(saidBy(forecasts, true));
  });

  it('is forecast better than by ranks alone, and not better than by the market', () => {
    const scored = forecasts.filter(({ match, home }) => match.date >= '2022-07' && home.PS !== undefined);
    const by = (name: string) => scored.map(({ match, home }) => ({ p: home[name]!, won: match.homeHasWon }));
    const toRanks = logLossDifference(by('ours'), by('ranks'));
    expect(toRanks.difference).toBeLessThan(-3 * toRanks.standardError);
    expect(logLossDifference(by('ours'), by('PS')).difference).toBeGreaterThan(0);
    const { calibrationError, calibrationNoise } = twoWayScores(by('ours'));
    expect(calibrationError).toBeLessThan(1.6 * calibrationNoise);
  });
});

it('runs from the command line and reports a missing argument', () => {
  const call = (...given: string[]) => execFileSync(process.execPath, ['tools/backtest/tennis.ts', ...given], { stdio: 'pipe' });
  expect(() => call()).toThrow(/--data FILE/);
  expect(() => call('--data', 'x', '--from', '2022')).toThrow(/YYYY-MM/);
});
