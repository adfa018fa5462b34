import { describe, expect, it } from 'vitest';
import { type RoundedMatch, roundKey, roundsOf } from './rounds.ts';

const at = (kickoffAt: string | null, round = 'Round 5'): RoundedMatch => ({
  ...{ leagueId: 7, season: '2026/27', round },
  kickoffAt: kickoffAt === null ? null : new Date(kickoffAt),
});

describe('the round of a match', () => {
  it.each([
    ['2026-11-23T00:00:00Z', 'week:2026-11-23'],
    ['2026-11-29T23:59:59Z', 'week:2026-11-23'],
    ['2026-11-30T00:00:00Z', 'week:2026-11-30'],
    ['2027-01-01T12:00:00Z', 'week:2026-12-28'],
  ])('by weeks, %s is in %s', (kickoff, key) => {
    expect(roundKey('week', at(kickoff))).toBe(key);
  });

  it('is a day, or what the league calls it', () => {
    expect(roundKey('day', at('2026-11-23T23:59:59Z'))).toBe('day:2026-11-23');
    expect(roundKey('league_round', at('2026-11-23T23:59:59Z'))).toBe('league:7:2026/27:Round 5');
  });

  it('is unknown without a date, where dates make the rounds', () => {
    expect(roundKey('day', at(null))).toBeNull();
    expect(roundKey('league_round', at(null))).toBe('league:7:2026/27:Round 5');
  });
});

describe('rounds', () => {
  it('are in the order in which they begin, those without a date last', () => {
    const matches = [at(null, 'C'), at('2026-11-25T18:00:00Z', 'B'), at('2026-11-24T18:00:00Z', 'A'), at('2026-11-23T18:00:00Z', 'B')];
    const rounds = roundsOf(matches, ({ round }) => round);
    expect(rounds.map(({ key, matches: of, startsAt }) => [key, of.length, startsAt?.toISOString() ?? null])).toEqual([
      ['B', 2, '2026-11-23T18:00:00.000Z'],
      ['A', 1, '2026-11-24T18:00:00.000Z'],
      ['C', 1, null],
    ]);
    expect(rounds[0]!.endsAt).toEqual(new Date('2026-11-25T18:00:00Z'));
  });
});
