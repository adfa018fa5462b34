import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { logLossDifference } from '#domain/forecast/two-way-scores.ts';
import { type BasketballGame, readAba, readEuroleague, readNbaPlayoffs } from './basketball-file.ts';
import { eloOfGames, forecastGames, homeShareOfGames, marginEloOfGames } from './basketball-forecasts.ts';

const EUROLEAGUE_HEADER =
  'season_code,phase,round,date,time,team_id_a,team_a,team_id_b,team_b,score_a,score_b,score_quarter_1_a,score_quarter_2_a,score_quarter_3_a,score_quarter_4_a,score_quarter_1_b,score_quarter_2_b,score_quarter_3_b,score_quarter_4_b,score_extra_time_1_a,score_extra_time_1_b';
const EUROLEAGUE_ROW = 'E2031,REGULAR SEASON,1,2031-10-25,20:30:00,AAA,A TEAM,BBB,B TEAM,95,90,26,55,70,95,20,37,65,90,,';
const euroleague = (row: string) => readEuroleague(`${EUROLEAGUE_HEADER}\n${row}`);
const changed = (from: string, to: string) => euroleague(EUROLEAGUE_ROW.replace(from, to));

const ABA_HEADER = 'Season,Part,Round,Date,Time,H_Team,A_Team,H_Score,A_Score,H_Q1,H_Q2,H_Q3,H_Q4,H_OT_1,A_Q1,A_Q2,A_Q3,A_Q4,A_OT_1';
const NBA_HEADER = 'SEASON_YEAR,GAME_ID,GAME_DATE,TEAM_ABBREVIATION,MATCHUP,WL,PTS,PLUS_MINUS';

describe('files of basketball games', () => {
  it('of the Euroleague have quarters as running totals', () => {
    expect(euroleague(EUROLEAGUE_ROW)).toEqual({
      games: [
        {
          ...{ date: '2031-10-25', season: '2031', home: 'AAA', away: 'BBB', homePoints: 95, awayPoints: 90, isNeutral: false },
          quarters: [
            [26, 20],
            [29, 17],
            [15, 28],
            [25, 25],
          ],
        },
      ],
      problems: [],
      badQuarters: 0,
    });
    expect(changed('REGULAR SEASON', 'FINAL FOUR').games[0]!.isNeutral).toBe(true);
  });

  it('lose games that cannot be, with the reason', () => {
    expect(changed(',95,90,', ',90,90,').problems[0]).toContain('level');
    expect(changed('BBB', 'AAA').problems[0]).toContain('plays itself');
    expect(changed('2031-10-25', '2035-10-25').problems[0]).toContain('outside the season');
    expect(changed('2031-10-25', '2031-02-30').problems).toHaveLength(1);
    expect(changed(',95,90,', ',,90,').problems[0]).toContain('score_a');
    expect(changed('E2031', '2031').problems[0]).toContain('season_code');
  });

  it('keep games without quarters that contradict the result', () => {
    const falling = changed(',26,55,', ',56,55,');
    expect(falling.games[0]!.quarters).toBeNull();
    expect(falling.badQuarters).toBe(1);
    expect(changed(',95,20,', ',94,20,').badQuarters).toBe(1);
    expect(changed(',26,', ',,').games[0]!.quarters).toBeNull();
    expect(changed(',26,', ',,').badQuarters).toBe(0);
    // Level after four quarters, so that the rest is of an overtime.
    expect(changed(',95,20,37,65,90,', ',84,20,37,65,84,').games[0]!.quarters!.at(-1)).toEqual([14, 19]);
    expect(changed(',95,20,37,65,90,', ',84,20,37,65,83,').badQuarters).toBe(1);
  });

  it('of the ABA league have points of each quarter, and finals in one place until 2013/14', () => {
    const row = '2031/32,Regular,1.0,2031/09/24,18:00,A,B,77,87,16.0,16.0,27.0,18.0,,28.0,23.0,16.0,20.0,';
    const [game] = readAba(`${ABA_HEADER}\n${row}`).games;
    expect(game).toMatchObject({ date: '2031-09-24', season: '2031', isNeutral: false });
    expect(game!.quarters![1]).toEqual([16, 23]);
    const final = (season: string) => row.replace('2031/32,Regular', `${season},Final`).replace('2031/09', `${season.slice(0, 4)}/09`);
    expect(readAba(`${ABA_HEADER}\n${final('2012/13')}`).games[0]!.isNeutral).toBe(true);
    expect(readAba(`${ABA_HEADER}\n${final('2015/16')}`).games[0]!.isNeutral).toBe(false);
  });

  it("of the NBA's play-offs have two rows a game", () => {
    const rows = ['2030-31,1,2031-05-10T00:00:00,AAA,AAA @ BBB,L,83,-12.0', '2030-31,1,2031-05-10T00:00:00,BBB,BBB vs. AAA,W,95,12.0'];
    for (const order of [rows, rows.toReversed()])
      expect(readNbaPlayoffs([NBA_HEADER, ...order].join('\n')).games).toMatchObject([
        { home: 'BBB', away: 'AAA', homePoints: 95, awayPoints: 83, season: '2030', quarters: null },
      ]);
    expect(readNbaPlayoffs(`${NBA_HEADER}\n${rows[0]}`).problems).toEqual(['game 1: has one row']);
    expect(readNbaPlayoffs([NBA_HEADER, rows[0], rows[0]].join('\n')).problems[0]).toContain('no home side');
  });
});

/** A league of four teams, of which the first always wins. */
const GAMES: BasketballGame[] = Array.from({ length: 60 }, (_, n) => {
  const [home, away] = [n % 4, (n + 1 + (n % 3)) % 4];
  const homePoints = home < away ? 90 + (n % 7) : 70;
  const date = new Date(Date.UTC(2030, 9, 1 + Math.floor(n / 2))).toISOString().slice(0, 10);
  return { date, season: '2030', home: `T${home}`, away: `T${away}`, homePoints, awayPoints: 80, isNeutral: false, quarters: null };
});

function expectNothingOfTheFuture(games: readonly BasketballGame[], from: string): void {
  const poisoned = games.map((game) => (game.date < from ? game : { ...game, homePoints: game.awayPoints, awayPoints: game.homePoints }));
  const upTo = games.filter(({ date }) => date <= from).length;
  for (const forecast of [
    (list: readonly BasketballGame[]) => forecastGames(list).map((one) => one.forecast),
    (list: readonly BasketballGame[]) => eloOfGames(list, { k: 20, homeAdvantage: 80 }),
    marginEloOfGames,
    homeShareOfGames,
  ]) {
    const [before, after] = [forecast(games), forecast(poisoned)];
    expect(after.slice(0, upTo)).toEqual(before.slice(0, upTo));
    expect(after.slice(upTo)).not.toEqual(before.slice(upTo));
  }
}

describe('walking forward', () => {
  it('knows nothing of the future: poisoned results from a day on change no forecast up to that day', () => {
    expectNothingOfTheFuture(GAMES, '2030-10-15');
  });

  it('has plain Elo as worked out by hand', () => {
    const two = [GAMES[0]!, { ...GAMES[0]!, date: '2030-10-09' }];
    const [first, second] = eloOfGames(two, { k: 40, homeAdvantage: 100 });
    expect(first).toBeCloseTo(1 / (1 + 10 ** -0.25), 12);
    const moved = 2 * 40 * (1 - first!);
    expect(second).toBeCloseTo(1 / (1 + 10 ** (-(100 + moved) / 400)), 12);
  });
});

const FILE = '../shared/data/histories/basketball/euroleague_2007_2025.csv';
const isThere = existsSync(FILE);
if (!isThere) console.warn(`skipped: there is no ${FILE}`);

describe.runIf(isThere)('the real Euroleague', () => {
  const { games, problems } = readEuroleague(isThere ? readFileSync(FILE, 'utf8') : '');

  it('is read except for four rows', () => {
    expect(games).toHaveLength(4_701);
    expect(problems).toHaveLength(4);
    expectNothingOfTheFuture(games.slice(0, 1_000), games[500]!.date);
  });

  it('is forecast better than by plain Elo', () => {
    const scored = games.map((game) => game.season >= '2018');
    const elo = eloOfGames(games, { k: 30, homeAdvantage: 110 });
    const winsBy = (p: readonly number[]) =>
      games.flatMap((game, i) => (scored[i] ? [{ p: p[i]!, won: game.homePoints > game.awayPoints }] : []));
    const ours = winsBy(forecastGames(games).map(({ forecast }) => forecast.outcomes.home));
    const { difference, standardError } = logLossDifference(ours, winsBy(elo));
    expect(difference).toBeLessThan(-3 * standardError);
  });
});
