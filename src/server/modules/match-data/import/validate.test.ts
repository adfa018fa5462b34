import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PERCENT_STATISTICS, type SideStatistics, STATISTIC_KINDS } from '#domain/matches/match-details.ts';
import type { LineupsUpdate, SquadUpdate } from './feed.ts';
import { validateLineups, validateSquad, validateStatistics } from './validate.ts';

const statistics = (home: object, away: object = {}) =>
  validateStatistics({ kind: 'statistics', matchId: 'm', home: home as SideStatistics, away: away as SideStatistics });

describe('validation of statistics', () => {
  it.each<[string | null, object, object?]>([
    [null, {}],
    [null, { shots: 0, expected_goals: 2.37, possession: 54.4 }, { possession: 45.6 }],
    [null, { possession: 0 }, { possession: 100 }],
    [null, { possession: 10 }],
    [null, { passes: 10_000, expected_goals: 50 }],
    [null, { possession: 47 }, { possession: 48 }],
    ['possession_not_100', { possession: 47 }, { possession: 47.9 }],
    ['possession_not_100', { possession: 53 }, { possession: 53 }],
    ['unknown_statistic', { throw_ins: 3 }],
    ['unknown_statistic', {}, { Shots: 3 }],
    ['unknown_statistic', { constructor: 1 }],
    ['statistic_out_of_range', { shots: -1 }],
    ['statistic_out_of_range', { shots: 10_001 }],
    ['statistic_out_of_range', { shots: 1.5 }],
    ['statistic_out_of_range', { shots: '12' }],
    ['statistic_out_of_range', { shots: null }],
    ['statistic_out_of_range', { shots: undefined }],
    ['statistic_out_of_range', { shots: Number.NaN }],
    ['statistic_out_of_range', {}, { expected_goals: 50.01 }],
    ['statistic_out_of_range', { expected_goals: Number.POSITIVE_INFINITY }],
    ['statistic_out_of_range', { pass_accuracy: 100.1 }],
    ['statistic_out_of_range', { possession: [50] }],
  ])('%s: %j %j', (verdict, home, away) => {
    expect(statistics(home, away)).toBe(verdict);
  });

  it('accepts, of arbitrary values, only statistics that a page can show', () => {
    const value = fc.oneof(fc.integer({ min: -2, max: 101 }), fc.double(), fc.anything());
    const side = fc.dictionary(fc.oneof(fc.constantFrom(...STATISTIC_KINDS), fc.string()), value, { maxKeys: 3 });
    fc.assert(
      fc.property(side, side, (home, away) => {
        if (statistics(home, away) !== null) return;
        for (const [kind, number] of [...Object.entries(home), ...Object.entries(away)]) {
          expect(STATISTIC_KINDS).toContain(kind);
          expect(number).toBeGreaterThanOrEqual(0);
          expect(number).toBeLessThanOrEqual((PERCENT_STATISTICS as string[]).includes(kind) ? 100 : 10_000);
        }
      }),
    );
  });
});

describe('validation of squads and line-ups', () => {
  const player = { name: 'Ann', number: 9 as number | null, position: 'FWD' as const };
  const players = (count: number, change: object = {}) => Array.from({ length: count }, () => ({ ...player, ...change }));
  const squad = (change: Partial<SquadUpdate>): SquadUpdate => ({ kind: 'squad', teamId: 't', coach: null, players: [player], ...change });
  const CASES: [string | null, Partial<SquadUpdate>][] = [
    [null, {}],
    [null, { players: [] }],
    [null, { players: players(60), coach: 'Max' }],
    [null, { players: players(1, { number: null }) }],
    ['too_many_players', { players: players(61) }],
    ['name_missing_or_too_long', { players: players(1, { name: ' ' }) }],
    ['name_missing_or_too_long', { players: players(1, { name: 'x'.repeat(121) }) }],
    ['name_missing_or_too_long', { coach: '' }],
    ['number_out_of_range', { players: players(1, { number: -1 }) }],
    ['number_out_of_range', { players: players(1, { number: 1000 }) }],
    ['number_out_of_range', { players: players(1, { number: 9.5 }) }],
  ];

  it.each(CASES)('%s', (verdict, change) => {
    expect(validateSquad(squad(change), 1)).toBe(verdict);
    const side = { formation: null, coach: null, players: [player], ...change };
    const lineups = { ...side, players: side.players.map((one) => ({ ...one, grid: null, starter: false })) };
    const update: LineupsUpdate = { kind: 'lineups', matchId: 'm', home: { formation: null, coach: null, players: [] }, away: lineups };
    expect(validateLineups(update)).toBe(verdict);
  });

  it('refuses squads of teams that the feed has not sent', () => {
    expect(validateSquad(squad({}), null)).toBe('unknown_team');
  });
});
