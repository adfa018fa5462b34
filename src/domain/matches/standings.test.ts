import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LEAGUE_RULES, type LeagueRules, TIE_BREAKERS, type TieBreaker, usualRules } from './league-rules.ts';
import { type PlayedMatch, type StandingsView, standings } from './standings.ts';

const TEAMS = ['Avalon', 'Brook', 'Castle', 'Dale'].map((name, i) => ({ id: i + 1, name }));
const match = (home: number, away: number, homeScore: number, awayScore: number, day = 1): PlayedMatch => ({
  homeTeam: TEAMS[home - 1]!,
  awayTeam: TEAMS[away - 1]!,
  score: [homeScore, awayScore],
  kickoffAt: new Date(day * 86_400_000),
});
const rules = (...tieBreakers: TieBreaker[]): LeagueRules => ({ ...DEFAULT_LEAGUE_RULES, tieBreakers });
const names = (matches: PlayedMatch[], by?: LeagueRules) => standings(matches, by).map(({ team }) => team.name);

/** "Germany 4-2 Portugal", one match per line. */
function results(lines: string): PlayedMatch[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [, home = '', homeScore, awayScore, away = ''] = /^\s*(.+) (\d+)-(\d+) (.+)$/.exec(line)!;
      return {
        homeTeam: { id: home, name: home },
        awayTeam: { id: away, name: away },
        score: [Number(homeScore), Number(awayScore)],
        kickoffAt: null,
      };
    });
}

describe('a table', () => {
  it('adds up', () => {
    const [first, second, third] = standings([match(1, 2, 2, 0), match(2, 3, 1, 1, 2), match(3, 1, 0, 1, 3)]);
    expect(first).toEqual({
      position: 1,
      team: TEAMS[0],
      played: 2,
      won: 2,
      drawn: 0,
      lost: 0,
      goalsFor: 3,
      goalsAgainst: 0,
      goalDifference: 3,
      points: 6,
      deducted: 0,
      form: ['W', 'W'],
    });
    expect([second?.team.name, second?.points, second?.goalDifference]).toEqual(['Castle', 1, -1]);
    expect([third?.team.name, third?.points, third?.goalDifference]).toEqual(['Brook', 1, -2]);
  });

  it('keeps the last five results, the newest last, whatever order matches come in', () => {
    const played = [1, 2, 3, 4, 5, 6].map((day) => match(1, 2, day === 6 ? 0 : 1, day === 1 ? 0 : 1, day));
    expect(standings(played.toReversed()).find(({ team }) => team.id === 1)?.form).toEqual(['D', 'D', 'D', 'D', 'L']);
  });

  it('lists teams that have not played, and counts points by the league’s rules', () => {
    expect(standings([], undefined, { teams: TEAMS }).map(({ position, points }) => [position, points])).toEqual(
      [1, 2, 3, 4].map((i) => [i, 0]),
    );
    expect(standings([match(1, 2, 90, 80)], { ...DEFAULT_LEAGUE_RULES, points: { win: 2, draw: 1 } })[0]?.points).toBe(2);
  });

  it('counts an unfinished match for the side it was given to', () => {
    const [first, second] = standings([{ ...match(1, 2, 1, 1), awardedTo: 'away' }]);
    expect([first!.team.name, first!.won, first!.form]).toEqual(['Brook', 1, ['W']]);
    expect([second!.drawn, second!.lost, second!.form]).toEqual([0, 1, ['L']]);
  });

  it('of home matches counts what home teams did, of away matches what away teams did', () => {
    const played = [match(1, 2, 2, 0), match(2, 1, 3, 0)];
    const rows = (view: StandingsView) => standings(played, undefined, { view }).map((row) => [row.team.name, row.played, row.points]);
    expect(rows('home')).toEqual([
      ['Brook', 1, 3],
      ['Avalon', 1, 3],
    ]);
    expect(rows('away')).toEqual(
      [
        ['Avalon', 1, 0],
        ['Brook', 1, 0],
      ].toReversed(),
    );
  });
});

it('is ordered by the share of games won in basketball, however many were played', () => {
  const played = [
    match(1, 2, 80, 70),
    match(1, 3, 80, 90),
    match(1, 4, 80, 70),
    match(2, 3, 61, 60),
    match(3, 2, 75, 70),
    match(4, 3, 99, 98),
  ];
  const table = standings(played, usualRules('basketball'));
  expect(table.map(({ team, won, lost, points }) => [team.name, won, lost, points])).toEqual([
    ['Avalon', 2, 1, 2],
    // Half of their games each: Dale beat Castle.
    ['Dale', 1, 1, 1],
    ['Castle', 2, 2, 2],
    ['Brook', 1, 2, 1],
  ]);
});

it('subtracts deducted points, but not at home or away', () => {
  const points = (view: StandingsView) =>
    standings([match(1, 2, 2, 0), match(2, 1, 0, 1)], undefined, { view, deductions: { Avalon: 8 } }).map(({ team, points, deducted }) => [
      team.name,
      points,
      deducted,
    ]);
  expect(points('all')).toEqual([
    ['Brook', 0, 0],
    ['Avalon', -2, 8],
  ]);
  expect(points('home')).toEqual([
    ['Avalon', 3, 0],
    ['Brook', 0, 0],
  ]);
});

describe('level teams', () => {
  it('are separated by goal difference, goals scored, then name by default', () => {
    expect(names([match(1, 3, 1, 0), match(2, 4, 2, 0)])).toEqual(['Brook', 'Avalon', 'Castle', 'Dale']);
    expect(names([match(1, 3, 1, 0), match(2, 4, 2, 1)])).toEqual(['Brook', 'Avalon', 'Dale', 'Castle']);
    expect(names([match(2, 4, 1, 0), match(1, 3, 1, 0)])).toEqual(['Avalon', 'Brook', 'Castle', 'Dale']);
  });

  it('are separated by wins if wins come first (Brazil)', () => {
    const played = [match(1, 3, 1, 1), match(1, 4, 1, 1), match(1, 4, 1, 1), match(2, 3, 1, 0), match(2, 4, 0, 9)];
    expect(names(played).indexOf('Avalon')).toBeLessThan(names(played).indexOf('Brook'));
    expect(names(played, rules('wins', 'goal_difference'))[0]).toBe('Dale');
    expect(names(played, rules('wins', 'goal_difference')).indexOf('Brook')).toBe(1);
  });

  it('are separated by all away goals if the rules say so (Champions League, league phase)', () => {
    expect(names([match(1, 3, 2, 1), match(4, 2, 1, 2)], rules('away_goals')).slice(0, 2)).toEqual(['Brook', 'Avalon']);
  });

  it('start over among those still level after head to head', () => {
    // Avalon, Brook and Castle beat each other in turn: 3 points and 0 goals each, Avalon scored more. Brook beat Castle.
    const played = [match(1, 2, 3, 2), match(2, 3, 1, 0), match(3, 1, 3, 2), match(1, 4, 1, 0), match(2, 4, 1, 0), match(3, 4, 9, 0)];
    const headToHead = rules('head_to_head_points', 'head_to_head_goal_difference', 'head_to_head_goals', 'goal_difference');
    expect(names(played, headToHead)).toEqual(['Avalon', 'Brook', 'Castle', 'Dale']);
    expect(names(played)).toEqual(['Castle', 'Avalon', 'Brook', 'Dale']);
  });

  it('use the next tie-breaker if head to head separates none', () => {
    const played = [match(1, 2, 1, 1), match(1, 3, 1, 0), match(2, 4, 4, 0)];
    expect(names(played, rules('head_to_head_points', 'goal_difference'))).toEqual(['Brook', 'Avalon', 'Castle', 'Dale']);
  });

  it('wait with head to head until all their matches are played, if the league waits', () => {
    const first = [match(1, 2, 1, 0), match(1, 3, 0, 1), match(2, 3, 8, 0)];
    const headToHead = rules('head_to_head_points', 'head_to_head_goal_difference', 'goal_difference');
    expect(names(first, headToHead)).toEqual(['Brook', 'Avalon', 'Castle']);
    const level = [match(1, 2, 1, 0), match(2, 3, 8, 0)];
    expect(names(level, headToHead)).toEqual(['Avalon', 'Brook', 'Castle']);
    expect(names(level, { ...headToHead, meetings: 2 })).toEqual(['Brook', 'Avalon', 'Castle']);
    const both = [...level, match(2, 1, 0, 0), match(2, 4, 0, 2), match(4, 1, 1, 0)];
    expect(names(both, { ...headToHead, meetings: 2 }).slice(0, 3)).toEqual(['Dale', 'Avalon', 'Brook']);
  });
});

describe('past tables', () => {
  it('Euro 2020, group F: Germany beat Portugal, who had scored more', () => {
    const group = results(`
      Hungary 0-3 Portugal
      France 1-0 Germany
      Hungary 1-1 France
      Portugal 2-4 Germany
      Portugal 2-2 France
      Germany 2-2 Hungary`);
    const uefa = rules('head_to_head_points', 'head_to_head_goal_difference', 'head_to_head_goals', 'goal_difference', 'goals_for');
    expect(standings(group, uefa).map(({ team, points }) => [team.name, points])).toEqual([
      ['France', 5],
      ['Germany', 4],
      ['Portugal', 4],
      ['Hungary', 2],
    ]);
    expect(names(group)).toEqual(['France', 'Portugal', 'Germany', 'Hungary']);
  });

  it('Euro 2024, group E: all four level with four points', () => {
    const group = results(`
      Romania 3-0 Ukraine
      Belgium 0-1 Slovakia
      Slovakia 1-2 Ukraine
      Belgium 2-0 Romania
      Slovakia 1-1 Romania
      Ukraine 0-0 Belgium`);
    const uefa = rules('head_to_head_points', 'head_to_head_goal_difference', 'head_to_head_goals', 'goal_difference', 'goals_for');
    expect(standings(group, uefa).map(({ team, points, goalDifference }) => [team.name, points, goalDifference])).toEqual([
      ['Romania', 4, 1],
      ['Belgium', 4, 1],
      ['Slovakia', 4, 0],
      ['Ukraine', 4, -2],
    ]);
  });

  it('Champions League 2020/21, group H: away goals between Paris and Leipzig', () => {
    const group = results(`
      Paris 1-2 Manchester
      Leipzig 2-0 Istanbul
      Manchester 5-0 Leipzig
      Istanbul 0-2 Paris
      Istanbul 2-1 Manchester
      Leipzig 2-1 Paris
      Manchester 4-1 Istanbul
      Paris 1-0 Leipzig
      Istanbul 3-4 Leipzig
      Manchester 1-3 Paris
      Leipzig 3-2 Manchester
      Paris 5-1 Istanbul`);
    const chain = ['head_to_head_points', 'head_to_head_goal_difference', 'head_to_head_goals', 'head_to_head_away_goals'] as const;
    expect(standings(group, rules(...chain)).map(({ team, points }) => [team.name, points])).toEqual([
      ['Paris', 12],
      ['Leipzig', 12],
      ['Manchester', 9],
      ['Istanbul', 3],
    ]);
    expect(names(group, rules(...chain.slice(0, 3))).slice(0, 2)).toEqual(['Leipzig', 'Paris']);
  });
});

const anyTeam = fc.integer({ min: 1, max: 4 });
const anyMatches = fc
  .array(
    fc.tuple(anyTeam, anyTeam, fc.nat(3), fc.nat(3), fc.nat(99)).filter(([home, away]) => home !== away),
    { maxLength: 30 },
  )
  .map((all) => all.map((one) => match(...one)));
const anyRules = fc
  .record({ tieBreakers: fc.uniqueArray(fc.constantFrom(...TIE_BREAKERS)), meetings: fc.option(fc.nat(4), { nil: undefined }) })
  .map(({ tieBreakers, meetings }): LeagueRules => ({ ...DEFAULT_LEAGUE_RULES, tieBreakers, ...(meetings && { meetings }) }));

describe('for any results and any tie-breakers', () => {
  it('wins equal losses, goals for equal goals against, every match gives its points, everyone has a place', () => {
    fc.assert(
      fc.property(anyMatches, anyRules, (matches, by) => {
        const rows = standings(matches, by);
        const total = (field: 'won' | 'lost' | 'drawn' | 'goalDifference' | 'played' | 'points') =>
          rows.reduce((sum, row) => sum + row[field], 0);
        const draws = matches.filter(({ score }) => score[0] === score[1]).length;
        expect(total('won')).toBe(total('lost'));
        expect(total('drawn')).toBe(2 * draws);
        expect(total('goalDifference')).toBe(0);
        expect(total('played')).toBe(2 * matches.length);
        expect(total('points')).toBe(3 * (matches.length - draws) + 2 * draws);
        expect(rows.map(({ position }) => position)).toEqual(rows.map((_, i) => i + 1));
        expect(rows.map(({ points }) => points)).toEqual(rows.map(({ points }) => points).sort((a, b) => b - a));
      }),
    );
  });

  it('the order of matches and teams does not matter', () => {
    const shuffled = anyMatches.chain((matches) =>
      fc.tuple(
        fc.constant(matches),
        fc.shuffledSubarray(matches, { minLength: matches.length }),
        fc.shuffledSubarray(TEAMS, { minLength: TEAMS.length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, anyRules, ([matches, other, teams], by) => {
        const order = (rows: ReturnType<typeof standings>) => rows.map(({ team, points, position }) => [team.id, points, position]);
        expect(order(standings(other, by, { teams }))).toEqual(order(standings(matches, by, { teams: TEAMS })));
      }),
    );
  });

  it('names separate only teams that nothing else separates', () => {
    fc.assert(
      fc.property(anyMatches, anyRules, (matches, by) => {
        // The same matches with the names in the opposite order.
        const renamed = new Map(TEAMS.map((team, i) => [team.id, { id: team.id, name: TEAMS.at(-1 - i)!.name }]));
        const other = matches.map((one) => ({
          ...one,
          homeTeam: renamed.get(Number(one.homeTeam.id))!,
          awayTeam: renamed.get(Number(one.awayTeam.id))!,
        }));
        const places = (all: PlayedMatch[]) => new Map(standings(all, by).map(({ team, position }) => [team.id, position]));
        const [first, second] = [places(matches), places(other)];
        const rows = new Map(standings(matches, by).map((row) => [row.team.id, row]));
        const isBefore = (in_: typeof first, a: number, b: number) => in_.get(a)! < in_.get(b)!;
        for (const [a, b] of [...rows.keys()].flatMap((a) => [...rows.keys()].map((b) => [Number(a), Number(b)] as const))) {
          if (a === b || isBefore(first, a, b) === isBefore(second, a, b)) continue;
          // Swapped by name alone: the results are the same for both.
          expect(rows.get(a)!.points).toBe(rows.get(b)!.points);
          if (by.tieBreakers.includes('goal_difference')) expect(rows.get(a)!.goalDifference).toBe(rows.get(b)!.goalDifference);
          if (by.tieBreakers.includes('goals_for')) expect(rows.get(a)!.goalsFor).toBe(rows.get(b)!.goalsFor);
        }
      }),
    );
  });

  it('home and away add up to all', () => {
    fc.assert(
      fc.property(anyMatches, (matches) => {
        const of = (view: StandingsView) => new Map(standings(matches, undefined, { view, teams: TEAMS }).map((row) => [row.team.id, row]));
        const [all, home, away] = [of('all'), of('home'), of('away')];
        for (const field of ['played', 'won', 'drawn', 'lost', 'goalsFor', 'goalsAgainst', 'goalDifference', 'points'] as const) {
          for (const { id } of TEAMS) expect(home.get(id)![field] + away.get(id)![field]).toBe(all.get(id)![field]);
        }
      }),
    );
  });
});
