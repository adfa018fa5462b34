import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type PlayedMatch, standings } from './standings.ts';

const TEAMS = ['Avalon', 'Brook', 'Castle', 'Dale'].map((name, i) => ({ id: i + 1, name }));
const match = (home: number, away: number, homeScore: number, awayScore: number, day = 1): PlayedMatch => ({
  homeTeam: TEAMS[home - 1]!,
  awayTeam: TEAMS[away - 1]!,
  score: [homeScore, awayScore],
  kickoffAt: new Date(day * 86_400_000),
});
const names = (matches: PlayedMatch[]) => standings(matches).map(({ team }) => team.name);

it('adds up a table', () => {
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
    form: ['W', 'W'],
  });
  expect([second?.team.name, second?.points, second?.goalDifference]).toEqual(['Castle', 1, -1]);
  expect([third?.team.name, third?.points, third?.goalDifference]).toEqual(['Brook', 1, -2]);
});

it('parts level teams by goal difference, goals scored, then name', () => {
  expect(names([match(1, 3, 1, 0), match(2, 4, 2, 0)])).toEqual(['Brook', 'Avalon', 'Castle', 'Dale']);
  expect(names([match(1, 3, 1, 0), match(2, 4, 2, 1)])).toEqual(['Brook', 'Avalon', 'Dale', 'Castle']);
  expect(names([match(2, 4, 1, 0), match(1, 3, 1, 0)])).toEqual(['Avalon', 'Brook', 'Castle', 'Dale']);
});

it('keeps the last five results, the newest last, whatever order matches come in', () => {
  const results = [1, 2, 3, 4, 5, 6].map((day) => match(1, 2, day === 6 ? 0 : 1, day === 1 ? 0 : 1, day));
  expect(standings(results.toReversed()).find(({ team }) => team.id === 1)?.form).toEqual(['D', 'D', 'D', 'D', 'L']);
});

it('lists teams that have not played, and counts as the league counts', () => {
  expect(standings([], undefined, TEAMS).map(({ position, points }) => [position, points])).toEqual([1, 2, 3, 4].map((i) => [i, 0]));
  expect(standings([match(1, 2, 90, 80)], { win: 2, draw: 1 })[0]?.points).toBe(2);
});

it('balances: wins equal losses, goals for equal goals against, everyone has a place', () => {
  const anyTeam = fc.integer({ min: 1, max: 4 });
  const anyMatches = fc.array(
    fc.tuple(anyTeam, anyTeam, fc.nat(6), fc.nat(6), fc.nat(99)).filter(([home, away]) => home !== away),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(anyMatches, (matches) => {
      const rows = standings(matches.map((m) => match(...m)));
      const total = (field: 'won' | 'lost' | 'drawn' | 'goalDifference' | 'played') => rows.reduce((sum, row) => sum + row[field], 0);
      expect(total('won')).toBe(total('lost'));
      expect(total('drawn') % 2).toBe(0);
      expect(total('goalDifference')).toBe(0);
      expect(total('played')).toBe(2 * matches.length);
      expect(rows.map(({ position }) => position)).toEqual(rows.map((_, i) => i + 1));
      for (const row of rows) expect(row.points).toBe(3 * row.won + row.drawn);
    }),
  );
});
