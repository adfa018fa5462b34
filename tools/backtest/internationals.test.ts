import { describe, expect, it } from 'vitest';
import type { Outcomes } from '#domain/forecast/outcomes.ts';
import { byChance, distance } from './calibration.ts';
import { poissonForecast, timedInternational, timedTournaments } from './in-play-moments.ts';
import { logLossesOf, rateInternationals } from './internationals.ts';
import { type International, readInternationals } from './internationals-file.ts';
import { createWorldFootballElo, fitOrderedLogit, marginFactor, orderedOutcomes, stakeOf } from './world-football-elo.ts';

const RESULTS = 'date,home_team,away_team,home_score,away_score,tournament,city,country,neutral';
const GOALS = 'date,home_team,away_team,team,scorer,minute,own_goal,penalty';
const SHOOTOUTS = 'date,home_team,away_team,winner,first_shooter';
const read = (results: string[], goalscorers: string[] = [], shootouts: string[] = []) =>
  readInternationals({
    results: [RESULTS, ...results].join('\n'),
    goalscorers: [GOALS, ...goalscorers].join('\n'),
    shootouts: [SHOOTOUTS, ...shootouts].join('\n'),
  });
const FINAL = '2022-12-18,Argentina,France,3,3,FIFA World Cup,Lusail,Qatar,TRUE';
const goal = (team: string, minute: string) => `2022-12-18,Argentina,France,${team},Somebody,${minute},FALSE,FALSE`;

describe('the files of international matches', () => {
  it('give the score after 90 minutes, without goals of extra time', () => {
    const minutes: [string, string][] = [
      ...([
        ['Argentina', '36'],
        ['Argentina', '23'],
        ['Argentina', '108'],
      ] as [string, string][]),
      ...([
        ['France', '80'],
        ['France', '81'],
        ['France', '118'],
      ] as [string, string][]),
    ];
    const { matches, problems } = read(
      [FINAL],
      minutes.map(([team, minute]) => goal(team, minute)),
      ['2022-12-18,Argentina,France,Argentina,France'],
    );
    expect(problems).toEqual([]);
    expect(matches).toEqual([
      {
        ...{ date: '2022-12-18', day: 19_344, year: 2022, tournament: 'FIFA World Cup', home: 'Argentina', away: 'France', neutral: true },
        ...{ final: [3, 3], regular: [2, 2], wasShootout: true },
        goals: [
          { minute: 23, side: 0 },
          { minute: 36, side: 0 },
          { minute: 80, side: 1 },
          { minute: 81, side: 1 },
        ],
      },
    ]);
  });

  it('have no minutes where one is missing, wrong or of another team, or where they do not add up; the result stays', () => {
    const known = ['23', '36', '108'].map((minute) => goal('Argentina', minute));
    const theirs = ['80', '81'].map((minute) => goal('France', minute));
    for (const last of [[], [goal('France', 'NA')], [goal('France', '0')], [goal('France', '130')], [goal('Brazil', '118')]]) {
      const { matches, problems } = read([FINAL], [...known, ...theirs, ...last]);
      expect(problems).toEqual([]);
      expect(matches[0]).toMatchObject({ goals: null, regular: [3, 3], wasShootout: false });
    }
  });

  it('report rows that cannot be read, and skip them', () => {
    const bad = [
      '2022-12-1,A,B,1,0,Friendly,X,Y,FALSE',
      '2022-12-01,A,B,NA,0,Friendly,X,Y,FALSE',
      '2022-12-01,A,B,-1,0,Friendly,X,Y,FALSE',
      '2022-12-01,A,B,99,0,Friendly,X,Y,FALSE',
      '2022-12-01,,B,1,0,Friendly,X,Y,FALSE',
      '2022-12-01,A,B,1,0,Friendly,X,Y,perhaps',
      '2022-12-01,A,A,1,0,Friendly,X,Y,FALSE',
      FINAL,
      FINAL,
    ];
    const { matches, problems } = read(bad);
    expect(matches).toHaveLength(1);
    expect(problems).toHaveLength(8);
    expect(problems[0]).toMatch(/^results\.csv, line 2: date/);
    expect(problems.at(-1)).toMatch(/appears twice/);
    expect(read(['2022-12-01,A,B,1,0,Friendly,X,Y,FALSE,more,columns']).problems).toEqual([
      expect.stringMatching(/^results\.csv is not CSV/),
    ]);
    expect(readInternationals({ results: '', goalscorers: '', shootouts: '' })).toEqual({ matches: [], problems: [] });
  });
});

const match = (values: Partial<International>): International => ({
  ...{ date: '2020-01-01', day: 18_262, year: 2020, tournament: 'FIFA World Cup', home: 'a', away: 'b', neutral: true },
  ...{ final: [1, 0], regular: [1, 0], goals: null, wasShootout: false },
  ...values,
});

describe('the World Football Elo Ratings', () => {
  it('have the published weights and factors', () => {
    const names = ['FIFA World Cup', 'UEFA Euro', 'UEFA Nations League', 'Gold Cup qualification', 'Gulf Cup', 'Friendly'];
    expect(names.map(stakeOf)).toEqual([60, 50, 40, 40, 30, 20]);
    expect([0, 1, 2, 3, 4, 7].map(marginFactor)).toEqual([1, 1, 1.5, 1.75, 1.875, 2.25]);
  });

  it('match a hand computation: a 3-0 between equals on neutral ground at a World Cup is worth 52.5 points to each', () => {
    const elo = createWorldFootballElo();
    elo.learn(match({ final: [3, 0] }));
    expect(elo.lead(match({})) * 400).toBeCloseTo(2 * 60 * 1.75 * 0.5, 9);
    expect(elo.lead(match({ neutral: false })) * 400).toBeCloseTo(105 + 100, 9);
  });

  it('map to outcomes by a slope and a width that are recovered from draws of them', () => {
    const rows = Array.from({ length: 4_000 }, (_, i) => {
      const lead = ((i % 41) - 20) / 20;
      const { home, draw } = orderedOutcomes({ slope: 2.2, width: 0.7 }, lead);
      const dice = (i * 0.618034) % 1;
      return { lead, outcome: dice < home ? ('home' as const) : dice < home + draw ? ('draw' as const) : ('away' as const) };
    });
    const { slope, width } = fitOrderedLogit(rows);
    expect(slope).toBeCloseTo(2.2, 0);
    expect(width).toBeCloseTo(0.7, 1);
  });
});

describe('both ratings, walking forward', () => {
  const season = Array.from({ length: 400 }, (_, i) =>
    match({
      day: 17_000 + i,
      year: 2016 + Math.floor(i / 200),
      home: `t${i % 7}`,
      away: `t${(i + 1 + (i % 5)) % 7}`,
      final: [i % 4, 1],
      regular: [i % 4, 1],
    }),
  ).filter(({ home, away }) => home !== away);

  it('use nothing of the day of a match or later', () => {
    const cut = season[200]!.day;
    const said = (matches: International[]) =>
      [...rateInternationals(matches, 2016)].filter(({ match: { day } }) => day <= cut).map(({ ours, elo }) => [ours, elo]);
    const poisoned = season.map((one) => (one.day < cut ? one : { ...one, final: [9, 0] as const, regular: [9, 0] as const }));
    expect(said(poisoned)).toEqual(said(season));
    expect(said(season).length).toBeGreaterThan(100);
  });

  it('are compared on the same matches', () => {
    const rated = [...rateInternationals(season, 2017)];
    const { matches, ours, elo, difference } = logLossesOf(rated);
    expect(matches).toBe(rated.length);
    expect(ours - elo).toBeCloseTo(difference, 9);
  });
});

describe('calibration', () => {
  const even: Outcomes = { home: 0.5, draw: 0.2, away: 0.3 };
  it('is the distance of forecast and frequency', () => {
    const came = Array.from({ length: 100 }, (_, i) => (i % 10 < 5 ? 'home' : i % 10 < 7 ? 'draw' : 'away') as keyof Outcomes);
    const said = came.map(() => even);
    expect(distance(said, came, 1)).toBeCloseTo(0, 9);
    expect(
      distance(
        said,
        came.map(() => 'home' as const),
        1,
      ),
    ).toBeCloseTo((0.5 + 0.2 + 0.3) / 3, 9);
  });

  it('of chance alone shrinks with the root of the matches, and is larger for the worst of several sets', () => {
    const chance = (count: number) =>
      byChance([new Array<Outcomes>(count).fill(even), new Array<Outcomes>(count).fill({ home: 0.3, draw: 0.3, away: 0.4 })], 5, 60);
    const [few, many] = [chance(200), chance(3_200)];
    expect(few.each[0]!.mean / many.each[0]!.mean).toBeGreaterThan(3);
    expect(few.each[0]!.mean / many.each[0]!.mean).toBeLessThan(5);
    expect(many.worst.mean).toBeGreaterThanOrEqual(many.each[0]!.mean);
    expect(many.worst.limit).toBeGreaterThan(many.worst.mean);
  });
});

describe('matches by the minute', () => {
  const timed = match({
    regular: [1, 1],
    final: [1, 1],
    goals: [
      { minute: 10, side: 0 },
      { minute: 90, side: 1 },
    ],
  });

  it('have the score after each minute', () => {
    const { scoreAt, outcome } = timedInternational(timed, { home: 1, away: 1 });
    expect([9, 10, 89, 90].map(scoreAt)).toEqual([
      [0, 0],
      [1, 0],
      [1, 0],
      [1, 1],
    ]);
    expect(outcome).toBe('draw');
    expect(() => timedInternational(match({}), { home: 1, away: 1 })).toThrow(RangeError);
  });

  it('are forecast by plain Poisson goals of the time left', () => {
    const one = timedInternational(timed, { home: 1.8, away: 0.9 });
    const { away } = poissonForecast(one, 60);
    // Home leads 1-0 with a third left: away needs two more goals than home, at 0.3 and 0.6.
    const poisson = (rate: number, k: number) => (Math.exp(-rate) * rate ** k) / [1, 1, 2, 6, 24, 120, 720, 5040][k]!;
    let byHand = 0;
    for (let h = 0; h < 6; h++) for (let a = h + 2; a < 8; a++) byHand += poisson(0.6, h) * poisson(0.3, a);
    expect(away).toBeCloseTo(byHand, 6);
  });

  it('leave out tournaments of which too few matches have minutes', () => {
    const many = [...Array.from({ length: 4 }, () => timed), match({})];
    expect(timedTournaments(many).has('FIFA World Cup')).toBe(true);
    expect(timedTournaments([...many, match({})]).has('FIFA World Cup')).toBe(false);
  });
});
