import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomFrom } from '#demo/seeded-random.ts';
import { STATISTICS_BASES } from './bases.ts';
import { createTeamFilter } from './team-filter.ts';
import { playTestLeague } from './test-league.ts';

const [MIX, GOALS] = STATISTICS_BASES.map(({ settings }) => settings);
const fixture = { day: 15_000, division: 'T1', season: 2011, home: 'a', away: 'b' };
const seen = (home: number, away: number) => ({ home, away, counted: false });

describe('a team filter', () => {
  it('expects more goals from the home side of two unknown teams, and equal goals on neutral ground', () => {
    const { home, away } = createTeamFilter(MIX!).expect(fixture);
    expect(home - away).toBeCloseTo(0.28, 9);
    const neutral = createTeamFilter(MIX!).expect({ ...fixture, neutral: true });
    expect(neutral.home).toBe(neutral.away);
  });

  it('rates the scoring side higher and the conceding side lower, in attack and defence', () => {
    const filter = createTeamFilter(GOALS!);
    const before = filter.expect(fixture);
    filter.learn(fixture, seen(4, 0));
    const after = filter.expect(fixture);
    expect(after.parts.homeAttack).toBeGreaterThan(before.parts.homeAttack);
    expect(after.parts.awayDefence).toBeLessThan(before.parts.awayDefence);
    expect(after.parts.homeDefence).toBeGreaterThan(before.parts.homeDefence);
    expect(after.parts.awayAttack).toBeLessThan(before.parts.awayAttack);
  });

  it('forgets form as time passes', () => {
    const filter = createTeamFilter(GOALS!);
    filter.learn(fixture, seen(4, 0));
    const soon = filter.expect({ ...fixture, day: fixture.day + 3 });
    const late = filter.expect({ ...fixture, day: fixture.day + 50 });
    expect(late.parts.homeAttack).toBeLessThan(soon.parts.homeAttack);
    expect(late.parts.homeAttack).toBeGreaterThan(0);
  });

  it('equals the sum of its parts', () => {
    const filter = createTeamFilter(MIX!);
    filter.learn(fixture, seen(3, 1));
    const { home, away, parts } = filter.expect(fixture);
    expect(parts.level + parts.advantage / 2 + parts.homeAttack - parts.awayDefence).toBeCloseTo(home, 12);
    expect(parts.level - parts.advantage / 2 + parts.awayAttack - parts.homeDefence).toBeCloseTo(away, 12);
  });

  it('recovers the true strengths of a simulated league', () => {
    const filter = createTeamFilter(GOALS!);
    const matches = playTestLeague(randomFrom('strengths'), { teams: 12, seasons: 6 });
    for (const match of matches) filter.learn(match, seen(...match.goals));
    const last = matches.at(-1)!.day + 3;
    const parts = Array.from({ length: 12 }, (_, team) => {
      const told = filter.expect({ day: last, division: 'T1', season: 2015, home: `T1 team ${team}`, away: 'T1 team 0' });
      return told.parts.homeAttack + told.parts.homeDefence;
    });
    // True strengths rise by 0.1 from team to team, 1.1 in total.
    const slope = parts.reduce((sum, strength, team) => sum + strength * (team - 5.5), 0) / 143;
    expect(slope).toBeGreaterThan(0.07);
    expect(slope).toBeLessThan(0.13);
  });

  it('stays finite for any input, and ignores values that are not numbers', () => {
    const goals = fc.oneof(fc.double({ min: 0, max: 30 }), fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY));
    const told = fc.record({
      home: goals,
      away: goals,
      counted: fc.boolean(),
      days: fc.integer({ min: -5, max: 900 }),
      turn: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(told, { maxLength: 60 }), (history) => {
        const filter = createTeamFilter(MIX!);
        let day = 15_000;
        for (const { days, turn, ...one } of history) {
          day += days;
          filter.learn({ ...fixture, day, home: turn ? 'b' : 'a', away: turn ? 'a' : 'b' }, one);
        }
        const { home, away } = filter.expect({ ...fixture, day });
        expect(Number.isFinite(home) && Number.isFinite(away)).toBe(true);
      }),
    );
  });

  it('applies the effect of a promotion', () => {
    const filter = createTeamFilter(MIX!);
    filter.startSeason({
      division: 'T1',
      season: 2011,
      moves: new Map([
        ['a', 'stayed'],
        ['b', 'promoted'],
        ['c', 'stayed'],
      ]),
      before: [],
    });
    const { parts } = filter.expect(fixture);
    expect(parts.awayAttack).toBeLessThan(parts.homeAttack);
    expect(parts.awayDefence).toBeLessThan(parts.homeDefence);
  });
});
