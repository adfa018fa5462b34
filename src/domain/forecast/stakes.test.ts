import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomFrom } from '#demo/seeded-random.ts';
import { DEFAULT_LEAGUE_RULES } from '#domain/matches/league-rules.ts';
import { meanOf } from './evaluate.ts';
import type { Fixture, PlayedMatch } from './played-match.ts';
import { scoreMatrix } from './score-matrix.ts';
import { formatOfRules, type SeasonFormat } from './season-format.ts';
import { placeProbability, simulateSeason } from './season-simulation.ts';
import { createStakes, NO_STAKES } from './stakes.ts';
import { playTestLeague } from './test-league.ts';

const POINTS = { win: 3, draw: 1 };
const FORMAT: SeasonFormat = {
  meetings: 2,
  points: POINTS,
  lines: [
    { after: 1, isSurvival: false },
    { after: -1, isSurvival: true },
  ],
  split: null,
  deducted: {},
};

/** A season of six teams in which the lower number always wins, without the last round. */
function sixTeams(format: SeasonFormat | null, change: (match: PlayedMatch) => PlayedMatch = (match) => match) {
  const season = playTestLeague(randomFrom('stakes'), { teams: 6, seasons: 1 });
  const numberOf = (team: string) => Number(team.at(-1));
  const decided = season.map(
    (match): PlayedMatch => change({ ...match, goals: numberOf(match.home) < numberOf(match.away) ? [1, 0] : [0, 1] }),
  );
  const last = Math.max(...decided.map(({ day }) => day));
  const stakes = createStakes(() => format);
  for (const match of decided.filter(({ day }) => day < last)) stakes.learn(match);
  const of = (team: string) => {
    const fixture = decided.find(({ day, home, away }) => day === last && [home, away].includes(`T1 team ${team}`))!;
    const all = stakes.of(fixture);
    return fixture.home === `T1 team ${team}` ? all.home : all.away;
  };
  return { stakes, of, season: decided, last };
}

describe('what is at stake', () => {
  it('is nothing for a champion, for a relegated team and between them, before the last round', () => {
    const { of, stakes, season } = sixTeams(FORMAT);
    // Before the last round the best team leads by more than a win, and the worst is behind by as much.
    for (const team of ['0', '5']) expect(of(team)).toEqual({ idle: 1, survival: 0, draw: 0 });
    expect(of('2').idle).toBe(1);
    expect(stakes.of(season.at(-1)!).nearness).toBe(1);
  });

  it('is everything for two teams that are level above the line', () => {
    // The worst team wins once more, against the second worst: both have three points before the last round.
    const { of } = sixTeams(FORMAT, (match) =>
      match.home === 'T1 team 4' && match.away === 'T1 team 5' ? { ...match, goals: [0, 1] } : match,
    );
    for (const team of ['4', '5']) {
      expect(of(team).idle).toBeLessThan(0.2);
      expect(of(team).survival).toBeGreaterThan(0.1);
    }
    expect(of('0').idle).toBe(1);
  });

  it('counts points deducted', () => {
    const { of } = sixTeams({ ...FORMAT, deducted: { 'T1 team 0': 6 } });
    expect(of('0').idle).toBeLessThan(0.5);
    expect(of('1').idle).toBeLessThan(0.5);
  });

  it('agrees with simulations of the season', () => {
    const season = playTestLeague(randomFrom('simulated'), { teams: 12, seasons: 1, strengthOf: () => ({ attack: 0, defence: 0 }) });
    const format = { ...FORMAT, lines: [{ after: -3, isSurvival: true }] };
    const days = [...new Set(season.map(({ day }) => day))];
    const today = days.at(-4)!;
    const stakes = createStakes(() => format);
    const played = season.filter(({ day }) => day < today);
    for (const match of played) stakes.learn(match);
    const number = (team: string) => Number(team.split(' ').at(-1));
    const sides = ({ home, away }: Fixture) => ({ home: number(home), away: number(away) });
    const remaining = season.filter(({ day }) => day >= today);
    const simulated = simulateSeason(
      {
        teams: 12,
        rules: { ...DEFAULT_LEAGUE_RULES, meetings: 2 },
        deducted: [],
        played: played.map((match) => ({ ...sides(match), goals: match.goals })),
        remaining: remaining.map((match) => ({ ...sides(match), scores: scoreMatrix(1.45, 1.25) })),
      },
      randomFrom('seasons'),
    );
    const errors: number[] = [];
    remaining.forEach((match, fixture) => {
      if (match.day !== today) return;
      for (const side of ['home', 'away'] as const) {
        const up = (outcome: 'home' | 'away') => placeProbability(simulated.placesGiven(fixture, outcome, side), 1, 9)!;
        const change = side === 'home' ? up('home') - up('away') : up('away') - up('home');
        const all = stakes.of(match);
        errors.push(Math.abs(all[side].survival / all.nearness - change));
      }
    });
    // Simulations take all teams as equal, the estimate takes their points as a sign of strength.
    expect(errors).toHaveLength(12);
    expect(Math.max(...errors)).toBeLessThan(0.15);
    expect(meanOf(errors).mean).toBeLessThan(0.05);
  });

  it('is unknown without rules, in the first half, and after the last match of the rules', () => {
    const { stakes, season, last } = sixTeams(FORMAT);
    const fixture = season.at(-1)!;
    expect(createStakes(() => null).of(fixture)).toBe(NO_STAKES);
    expect(sixTeams(null).stakes.of(fixture)).toBe(NO_STAKES);
    for (const match of season.filter(({ day }) => day === last)) stakes.learn(match);
    expect(stakes.of({ ...fixture, day: last + 7 })).toBe(NO_STAKES);
    const early = createStakes(() => FORMAT);
    for (const match of season.slice(0, 9)) early.learn(match);
    expect(early.of(season[9]!)).toBe(NO_STAKES);
  });

  it('starts anew after a season that was abandoned, and ignores a match of it that comes late', () => {
    const stakes = createStakes(() => FORMAT);
    const [abandoned, next] = [2010, 2011].map((year) =>
      playTestLeague(randomFrom('abandoned'), { teams: 6, seasons: 2 }).filter(({ season }) => season === year),
    ) as [PlayedMatch[], PlayedMatch[]];
    for (const match of abandoned.slice(0, 24)) stakes.learn(match);
    expect(stakes.of(abandoned[24]!).nearness).toBeGreaterThan(0);
    for (const match of next.slice(0, 3)) stakes.learn(match);
    expect(stakes.of(next[3]!)).toBe(NO_STAKES);
    stakes.learn(abandoned[24]!);
    expect(stakes.of(abandoned[25]!)).toBe(NO_STAKES);
  });

  it('knows the groups of a split: nobody leaves one', () => {
    const split = { best: 3, rounds: [2, 2] as const };
    const format = { ...FORMAT, split, lines: [{ after: -1, isSurvival: true }] };
    const season = playTestLeague(randomFrom('split'), { teams: 6, seasons: 1 });
    const stakes = createStakes(() => format);
    for (const match of season) {
      const [home, away] = [match.home, match.away].map((team) => Number(team.at(-1))) as [number, number];
      stakes.learn({ ...match, goals: home < away ? [1, 0] : [0, 1] });
    }
    const fixture = (home: number, away: number): Fixture => ({
      ...season.at(-1)!,
      day: season.at(-1)!.day + 6,
      home: `T1 team ${home}`,
      away: `T1 team ${away}`,
    });
    // The best three cannot be relegated. The fourth is 12 points above the last with two matches left, the fifth only 6.
    expect(stakes.of(fixture(0, 1)).home.idle).toBeCloseTo(Math.exp(-1 / 4), 9);
    const { home, away } = stakes.of(fixture(4, 5));
    expect(home.survival).toBeGreaterThan(0);
    expect(away.survival).toBeGreaterThan(0);
  });

  it('is a number in its range for any results', () => {
    const season = playTestLeague(randomFrom('any'), { teams: 6, seasons: 1 });
    const goals = fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 }));
    fc.assert(
      fc.property(fc.array(goals, { minLength: season.length, maxLength: season.length }), (results) => {
        const stakes = createStakes(() => FORMAT);
        season.forEach((match, i) => {
          const { home, away, nearness } = stakes.of(match);
          for (const side of [home, away]) {
            expect(side.idle).toBeGreaterThanOrEqual(0);
            expect(side.idle).toBeLessThanOrEqual(nearness);
            expect(side.survival).toBeGreaterThanOrEqual(0);
            expect(Math.abs(side.draw)).toBeLessThanOrEqual(FORMAT.lines.length);
          }
          stakes.learn({ ...match, goals: results[i]! });
        });
      }),
      { numRuns: 30 },
    );
  });
});

describe('the format of a league', () => {
  const zones = [
    { from: 1, to: 2, kind: 'promotion' as const },
    { from: 3, to: 6, kind: 'promotion_playoff' as const },
    { from: 13, to: 14, kind: 'relegation' as const },
  ];
  it('has a line below each zone worth reaching and above each to avoid', () => {
    const rules = { ...DEFAULT_LEAGUE_RULES, meetings: 2, zones };
    expect(formatOfRules(rules, {})!.lines).toEqual([
      { after: 2, isSurvival: false },
      { after: 6, isSurvival: false },
      { after: 12, isSurvival: true },
    ]);
    const top = formatOfRules({ ...rules, zones: [{ from: 1, to: 4, kind: 'champions_league' }] }, {})!;
    expect(top.lines.map(({ after }) => after)).toEqual([1, 4]);
  });

  it('is unknown if the rules do not say how often teams meet, or what places mean', () => {
    expect(formatOfRules({ ...DEFAULT_LEAGUE_RULES, zones }, {})).toBeNull();
    expect(formatOfRules({ ...DEFAULT_LEAGUE_RULES, meetings: 2 }, {})).toBeNull();
  });
});
