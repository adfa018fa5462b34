import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { randomFrom } from '#demo/seeded-random.ts';
import { logLossDifference } from '#domain/forecast/two-way-scores.ts';
import { type HistoryMatch, readTennisHistory } from './tennis-history.ts';
import { pricesByMatch } from './tennis-price-match.ts';
import { readTennisPrices } from './tennis-prices.ts';
import { readTennisScore } from './tennis-score.ts';
import { forecastsAfterSets } from './tennis-sets.ts';
import { forecastHistory, type WalkedMatch } from './tennis-walk.ts';

describe('a score', () => {
  it.each([
    ['6-3 7-6(4)', 3, [2, 0], 'completed'],
    ['6-7(5) 6-4 [10-7]', 3, [2, 1], 'completed'],
    ['7-6 1-6 7-6(4) 4-6 13-12(3)', 5, [3, 2], 'completed'],
    ['6-4 4-6 26-24', 3, [2, 1], 'completed'],
    ['4-1 3-4(5) 4-2 4-0', 5, [3, 1], 'completed'],
    ['6-3 2-1 RET', 3, [1, 0], 'retired'],
    ['4-6 6-6 Def.', 3, [0, 1], 'retired'],
    ['RET', 3, [0, 0], 'retired'],
    ['W/O', 3, [0, 0], 'walkover'],
    ['Walkover', 5, [0, 0], 'walkover'],
  ] as const)('%s of best of %i is read', (text, bestOf, setsWon, ending) => {
    expect(readTennisScore(text, bestOf)).toMatchObject({ setsWon, ending });
  });

  it.each([
    ['', 'has no score'],
    ['6-3 5-4', 'cannot end 5-4'],
    ['6-3 4-6', 'cannot have been won 1-1'],
    ['6-3 6-3 6-3', 'goes on after its end'],
    ['3-6 3-6', 'cannot have been won 0-2'],
    ['6-3 6-3 RET', 'was over'],
    ['6-3 9-7 6-2', 'cannot end 9-7'],
    ['6-3 x', 'has no score x'],
    ['6-3 6-2 W/O', 'walk-over with a score'],
    ['6-3 2-6 [8-6]', 'cannot end 0-0'],
  ])('%s is refused: %s', (text, problem) => expect(readTennisScore(text, 3)).toContain(problem));
});

const HEADER =
  'tour,tourney_date,tourney_name,tourney_level,surface,round,best_of,match_num,winner_id,winner_name,winner_rank,loser_id,loser_name,loser_rank,score';
const GOOD = 'atp,20220103,Adelaide,A,Hard,R32,3,1,9,Soonwoo Kwon,53,8,Daniel Altmaier,81,6-3 6-7(4) 7-5';
const read = (...rows: string[]) => readTennisHistory([HEADER, ...rows].join('\n'));
const changed = (from: string, to: string) => read(GOOD.replace(from, to));

describe('a history of tennis', () => {
  it('is read with the players in an order that does not reveal the result', () => {
    const { matches, problems } = read(GOOD);
    expect(problems).toEqual([]);
    expect(matches).toMatchObject([
      { tour: 'atp', date: '2022-01-03', round: 'R32', surface: 'hard', bestOf: 3, homeHasWon: false, homeSets: 1, awaySets: 2 },
    ]);
    expect(matches[0]).toMatchObject({ home: { id: '8', name: 'Daniel Altmaier', rank: 81 }, away: { id: '9', rank: 53 } });
    expect(matches[0]!.sets.map(({ home, away }) => [home, away])).toEqual([
      [3, 6],
      [7, 6],
      [5, 7],
    ]);
  });

  it('loses invalid rows with the reason, and of a valid row only invalid ranks and surfaces', () => {
    expect(changed('6-3 6-7(4) 7-5', '6-3 6-7(4) 7-4').problems[0]).toMatch(
      /^line 2, Soonwoo Kwon against Daniel Altmaier: .*cannot end 7-4/,
    );
    expect(changed('20220103', '20220230').problems).toHaveLength(1);
    expect(changed(',8,', ',9,').problems[0]).toContain('against themselves');
    expect(changed('R32', 'Q1').problems).toHaveLength(1);
    expect(read(GOOD, GOOD).problems[0]).toContain('twice');
    expect(changed('Hard', 'Carpet').matches[0]!.surface).toBeNull();
    expect(changed(',81,', ',,').matches[0]!.home.rank).toBeNull();
    expect(changed('6-3 6-7(4) 7-5', '6-3 6-4 6-4').matches[0]!.bestOf).toBe(5);
  });

  it('is put in order of tournaments and rounds', () => {
    const final = GOOD.replace('R32', 'F');
    const later = GOOD.replace('20220103', '20220110');
    expect(read(later, final, GOOD).matches.map(({ date, round }) => `${date} ${round}`)).toEqual([
      '2022-01-03 R32',
      '2022-01-03 F',
      '2022-01-10 R32',
    ]);
  });
});

describe('prices', () => {
  const COLUMNS = 'Tour,Date,Round,Winner,Loser,Comment,B365W,B365L,PSW,PSL,AvgW,AvgL';
  const priced = (row: string) => readTennisPrices(`${COLUMNS}\n${row}`);
  const { matches: history } = read(GOOD);
  const found = (row: string) => pricesByMatch(history, priced(row).matches).size;

  it('find their match by names written another way, in its tournament and round', () => {
    expect(found('ATP,2022-01-04,1st Round,Kwon S.W.,Altmaier D.,Completed,1.61,2.3,,,1.64,2.2')).toBe(1);
    expect(found('ATP,2022-03-04,1st Round,Kwon S.W.,Altmaier D.,Completed,1.61,2.3,,,1.64,2.2')).toBe(0);
    expect(found('ATP,2022-01-04,The Final,Kwon S.W.,Altmaier D.,Completed,1.61,2.3,,,1.64,2.2')).toBe(0);
    expect(found('WTA,2022-01-04,1st Round,Kwon S.W.,Altmaier D.,Completed,1.61,2.3,,,1.64,2.2')).toBe(0);
    expect(found('ATP,2022-01-04,1st Round,Altmaier D.,Kwon S.W.,Completed,1.61,2.3,,,1.64,2.2')).toBe(0);
  });

  it('that are missing or impossible are left out alone', () => {
    const row = 'ATP,2022-01-04,1st Round,Kwon S.W.,Altmaier D.,Completed,0.5,2.3,,,1.64,2.2';
    expect(priced(row).matches[0]!.prices).toEqual({ Avg: [164, 220] });
    expect(priced(row.replace('2022-01-04', 'x'))).toEqual({ matches: [], unreadable: 1 });
  });
});

/** A season of invented matches: twelve players, a tournament each week, of whom the earlier letters win more often. */
function inventedHistory(): HistoryMatch[] {
  const random = randomFrom('tennis history');
  const rows: string[] = [];
  for (let week = 0; week < 40; week++) {
    const date = new Date(Date.UTC(2021, 0, 4 + 7 * week)).toISOString().slice(0, 10).replaceAll('-', '');
    let field = Array.from({ length: 8 }, (_, i) => (i + week) % 12);
    for (const round of ['QF', 'SF', 'F']) {
      field = Array.from({ length: field.length / 2 }, (_, i) => {
        const pair = [field[2 * i]!, field[2 * i + 1]!];
        const [winner, loser] = random() < 1 / (1 + Math.exp((pair[0]! - pair[1]!) / 3)) ? pair : pair.reverse();
        const score = random() < 0.05 ? '6-4 2-1 RET' : random() < 0.3 ? '6-4 4-6 6-4' : '6-4 6-2';
        rows.push(`wta,${date},T${week},I,Clay,${round},3,1,${winner},Player ${winner},${winner! + 1},${loser},Player ${loser},,${score}`);
        return winner!;
      });
    }
  }
  return read(...rows).matches;
}

/** Returns the same matches with sides, games and endings turned from a day on. */
const poisoned = (matches: readonly HistoryMatch[], from: string): HistoryMatch[] =>
  matches.map((match) => {
    if (match.date < from) return match;
    const sets = match.sets.map(({ home, away, ...set }) => ({ ...set, home: away, away: home }));
    return { ...match, sets, homeHasWon: !match.homeHasWon, homeSets: match.awaySets, awaySets: match.homeSets };
  });

describe('walking through a history', () => {
  const matches = inventedHistory();
  const walked = forecastHistory(matches);
  const saidIn = (list: readonly WalkedMatch[], isIn: (match: HistoryMatch) => boolean) =>
    list.filter(({ match }) => isIn(match)).map(({ ours, ranks, forecast }) => [ours, ranks, forecast.retirement]);

  it('changed results from a round on change no forecast up to that round, and later ones', () => {
    const day = matches[60]!.date;
    const other = forecastHistory(poisoned(matches, day));
    const isUpTo = ({ date, round }: HistoryMatch) => date < day || (date === day && round === 'QF');
    expect(saidIn(other, isUpTo)).toEqual(saidIn(walked, isUpTo));
    expect(saidIn(other, (match) => !isUpTo(match))).not.toEqual(saidIn(walked, (match) => !isUpTo(match)));
  });

  it('scores completed matches only, and mirrors when sides swap', () => {
    expect(walked.length).toBe(matches.filter(({ ending }) => ending === 'completed').length);
    const mirrored = matches.map((match) => ({ ...poisoned([match], '')[0]!, home: match.away, away: match.home }));
    for (const [i, { ours }] of forecastHistory(mirrored).entries()) expect(ours).toBeCloseTo(1 - walked[i]!.ours, 9);
  });

  it('forecasts a match again after each set but the last', () => {
    const [first] = walked.filter(({ match }) => match.sets.length === 3);
    const after = forecastsAfterSets([first!]);
    expect(after.map(({ setsWon: [home, away] }) => home + away)).toEqual([1, 2]);
    const [set] = first!.match.sets;
    if (set!.home > set!.away) expect(after[0]!.p).toBeGreaterThan(first!.ours);
    else expect(after[0]!.p).toBeLessThan(first!.ours);
  });
});

const FILE = '../shared/data/histories/tennis/atp_wta_2015_2024.csv';
const isThere = existsSync(FILE);
if (!isThere) console.warn(`skipped: there is no ${FILE}`);

describe.runIf(isThere)('the real history', () => {
  const { matches, problems } = readTennisHistory(isThere ? readFileSync(FILE, 'utf8') : '');

  it('is read except for 45 rows', () => {
    expect(matches.length + problems.length).toBe(53_573);
    expect(problems).toHaveLength(45);
  });

  it('is forecast better than by ranks alone', () => {
    const walked = forecastHistory(matches.filter(({ date }) => date < '2017')).filter(({ match }) => match.date >= '2016');
    const by = (name: 'ours' | 'ranks') => walked.map((forecast) => ({ p: forecast[name], won: forecast.match.homeHasWon }));
    const { difference, standardError } = logLossDifference(by('ours'), by('ranks'));
    expect(difference).toBeLessThan(-3 * standardError);
  });
});
