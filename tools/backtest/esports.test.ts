import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type EsportsSeries, mapsWon, readDota, readLol } from './esports-file.ts';
import { eloOfSeries, forecastSeries, mapEloOfSeries } from './esports-forecasts.ts';
import { searchParameters } from './parameter-search.ts';

const DOTA_HEADER = 'match_id,league_id,radiant_team,dire_team,radiant_win,duration';
/** Ids an hour apart. */
const HOUR = 60_336;
const dota = (...rows: string[]) => readDota([DOTA_HEADER, ...rows].join('\n'));
const game = (hours: number, radiant: string, dire: string, hasRadiantWon: boolean) =>
  `${8_600_000_000 + Math.round(hours * HOUR)},7,${radiant},${dire},${hasRadiantWon ? 'True' : 'False'},2000`;

describe('a file of Dota games', () => {
  it('has series of the same pair close in time, whichever side they play', () => {
    const { series, problems } = dota(game(0, 'B', 'A', true), game(1, 'A', 'B', true), game(1.5, 'C', 'D', true), game(2, 'B', 'A', true));
    expect(problems).toEqual([]);
    expect(series.map(({ home, away, maps, format }) => [home, away, ...mapsWon(maps), format?.parts])).toEqual([
      ['A', 'B', 1, 2, 3],
      ['C', 'D', 1, 0, 1],
    ]);
    expect(series[0]!.maps.map(({ isHomeFirstSide }) => isHomeFirstSide)).toEqual([false, true, false]);
    expect((series[0]!.end - series[0]!.start) * 24).toBeCloseTo(2 + 2_000 / 3_600, 3);
  });

  it('begins another series after a pause, and has no format for level series or those that went on after a win', () => {
    const { series } = dota(
      game(0, 'A', 'B', true),
      game(1, 'A', 'B', false),
      game(9, 'A', 'B', true),
      game(10, 'A', 'B', true),
      game(11, 'A', 'B', false),
    );
    expect(series.map(({ maps, format }) => [...mapsWon(maps), format])).toEqual([
      [1, 1, null],
      [2, 1, null],
    ]);
  });

  it('loses rows that cannot be, with the reason', () => {
    const bad = [
      game(0, '', 'B', true),
      game(0, 'A', 'A', true),
      game(0, 'Unknown', 'B', true),
      game(0, 'A', 'B', true).replace('2000', '5'),
    ];
    const { series, problems } = dota(...bad);
    expect(series).toEqual([]);
    expect(problems.map((problem) => problem.slice(0, 6))).toEqual(['line 2', 'line 3', 'line 4', 'line 5']);
  });
});

describe('a file of LoL games', () => {
  const header = 'gameid,date,league,split,playoffs,game,patch,side,teamname,teamid,gamelength,result';
  const rows = (id: string, time: string, number: number, blueWon: boolean) => [
    `${id},1/18/2031 ${time},X,Spring,0,${number},31.01,Blue,B,b,1800,${blueWon ? 1 : 0}`,
    `${id},1/18/2031 ${time},X,Spring,0,${number},31.01,Red,A,a,1800,${blueWon ? 0 : 1}`,
  ];

  it('has two rows a game, and a new series where the numbers begin again', () => {
    const text = [header, ...rows('1', '8:17', 1, true), ...rows('2', '9:13', 2, true), ...rows('3', '10:13', 1, false)].join('\n');
    const { series, problems } = readLol(text);
    expect(problems).toEqual([]);
    expect(series.map(({ home, maps }) => [home, ...mapsWon(maps)])).toEqual([
      ['A', 0, 2],
      ['A', 1, 0],
    ]);
    expect(series[0]!.start).toBeCloseTo(Date.UTC(2031, 0, 18, 8, 17) / 86_400_000, 9);
  });

  it('loses games with one row, two rows of one result, or a day that is none', () => {
    const [blue, red] = rows('1', '8:17', 1, true) as [string, string];
    expect(readLol([header, blue].join('\n')).problems).toEqual(['game 1: has one row']);
    expect(readLol([header, blue, red.replace(/0$/, '1')].join('\n')).problems[0]).toContain('two of one result');
    expect(readLol([header, ...[blue, red].map((row) => row.replace('1/18', '13/18'))].join('\n')).problems[0]).toContain('is no time');
  });
});

const SERIES: EsportsSeries[] = Array.from({ length: 80 }, (_, n) => {
  const [home, away] = [`T${n % 3}`, `T${3 + (n % 2)}`];
  const maps = [0, 1].map(() => ({ homeHasWon: n % 5 !== 0, isHomeFirstSide: true, seconds: 1_500 + 20 * n }));
  return { league: 'X', home, away, start: n / 4, end: n / 4 + 0.1, maps, format: { parts: 3, race: true } };
});

describe('walking forward through series', () => {
  it('knows nothing of series that are not over: poisoned results change no earlier forecast', () => {
    const poisoned = SERIES.map((one, n) =>
      n < 40 ? one : { ...one, maps: one.maps.map((map) => ({ ...map, homeHasWon: !map.homeHasWon, seconds: 900 })) },
    );
    for (const forecast of [
      forecastSeries,
      (list: EsportsSeries[]) => eloOfSeries(list, 30),
      (list: EsportsSeries[]) => mapEloOfSeries(list, 30),
    ]) {
      const [before, after] = [forecast(SERIES), forecast(poisoned)];
      expect(after.slice(0, 41)).toEqual(before.slice(0, 41));
      expect(after.slice(41)).not.toEqual(before.slice(41));
    }
  });

  it('learns from a series only after its end', () => {
    const long = SERIES.slice(0, 2).map((one) => ({ ...one, home: 'A', away: 'B', end: one.start + 5 }));
    expect(eloOfSeries(long, 30)).toEqual([0.5, 0.5]);
  });
});

describe('the search for parameters', () => {
  it('finds a minimum, again and again the same, and leaves other parameters alone', () => {
    const loss = ({ a, b }: { a: number; b: number }) => Math.log(a / 5) ** 2 + Math.log(b / 0.1) ** 2;
    const search = () => searchParameters({ a: 1, b: 1, c: 7 }, ['a', 'b'], loss, { steps: 400, seed: 'test' });
    const { best } = search();
    expect(best.a).toBeCloseTo(5, 0);
    expect(best.b).toBeCloseTo(0.1, 1);
    expect(best.c).toBe(7);
    expect(search()).toEqual(search());
  });
});

const FOLDER = '../shared/data/histories/esports';
const isThere = existsSync(FOLDER);
if (!isThere) console.warn(`skipped: there is no ${FOLDER}`);

describe.runIf(isThere)('the real files', () => {
  it('are read', () => {
    const read = readDota(readFileSync(`${FOLDER}/dota2_pro_games.csv`, 'utf8'));
    expect(read.series.length).toBeGreaterThan(6_000);
    expect(read.problems.length).toBeLessThan(1_000);
    const lol = readLol(readFileSync(`${FOLDER}/lol_2023_major.csv`, 'utf8'));
    expect(lol.problems).toEqual([]);
    expect(lol.series.reduce((sum, { maps }) => sum + maps.length, 0)).toBe(2_470 / 2);
  });
});
