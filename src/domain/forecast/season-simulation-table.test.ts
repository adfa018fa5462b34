import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type LeagueRules, TIE_BREAKERS } from '#domain/matches/league-rules.ts';
import { standings } from '#domain/matches/standings.ts';
import { createSeasonTable } from './season-simulation-table.ts';

const TEAMS = 6;
const team = (id: number) => ({ id, name: String(id) });
const result = fc
  .record({ home: fc.nat(TEAMS - 1), away: fc.nat(TEAMS - 1), goals: fc.tuple(fc.nat(2), fc.nat(2)) })
  .filter(({ home, away }) => home !== away);
const rules: fc.Arbitrary<LeagueRules> = fc.record({
  points: fc.constantFrom({ win: 3, draw: 1 }, { win: 2, draw: 1 }, { win: 1, draw: 0 }),
  tieBreakers: fc.shuffledSubarray([...TIE_BREAKERS]),
  orderedBy: fc.constantFrom('points' as const, 'win_rate' as const),
  zones: fc.constant([]),
});
const meetings = fc.constantFrom(undefined, 1, 2);

// Few teams and few goals: most teams are level with others, so every tie-breaker is used.
it('orders as the standings do, for any rules and results', () => {
  const deducted = fc.array(fc.nat(3), { minLength: TEAMS, maxLength: TEAMS });
  fc.assert(
    fc.property(fc.array(result, { maxLength: 40 }), rules, meetings, deducted, (results, told, met, taken) => {
      const by: LeagueRules = met === undefined ? told : { ...told, meetings: met };
      const table = createSeasonTable(TEAMS, by, taken);
      for (const { home, away, goals } of results) table.add(home, away, ...goals);
      const rows = standings(
        results.map(({ home, away, goals }) => ({ homeTeam: team(home), awayTeam: team(away), score: goals, kickoffAt: null })),
        by,
        {
          teams: Array.from({ length: TEAMS }, (_, id) => team(id)),
          deductions: Object.fromEntries(taken.map((points, id) => [String(id), points])),
        },
      );
      expect([...table.order()]).toEqual(rows.map((row) => row.team.id));
    }),
    { numRuns: 2_000 },
  );
});

it('restarts from the saved state', () => {
  const table = createSeasonTable(3, { points: { win: 3, draw: 1 }, tieBreakers: ['goal_difference'] });
  table.add(2, 0, 1, 0);
  table.keep();
  table.add(1, 0, 5, 0);
  expect([...table.order()]).toEqual([1, 2, 0]);
  table.restore();
  expect([...table.order()]).toEqual([2, 1, 0]);
});
