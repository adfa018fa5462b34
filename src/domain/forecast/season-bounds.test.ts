import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LEAGUE_RULES } from '#domain/matches/league-rules.ts';
import { missingFixtures, type SeasonSoFar, seasonBounds } from './season-bounds.ts';
import { createSeasonTable } from './season-simulation-table.ts';

const season = (more: Partial<SeasonSoFar>): SeasonSoFar => ({
  teams: 3,
  rules: DEFAULT_LEAGUE_RULES,
  deducted: [],
  played: [],
  remaining: [],
  ...more,
});
const ALL = [
  { home: 0, away: 1 },
  { home: 0, away: 2 },
  { home: 1, away: 2 },
];
const won = (home: number, away: number) => ({ home, away, goals: [1, 0] as const });

describe('the places still possible', () => {
  it('are all of them before the first match', () => {
    expect(seasonBounds(season({ remaining: ALL }))).toEqual({
      points: [0, 0, 0],
      left: [2, 2, 2],
      bounds: new Array(3).fill({ best: 1, worst: 3 }),
    });
  });

  it('are one place for a team that nobody can reach, with teams level on points undecided', () => {
    const { points, left, bounds } = seasonBounds(season({ played: [won(0, 1), won(0, 2)], remaining: [ALL[2]!] }));
    expect([points, left]).toEqual([
      [6, 0, 0],
      [0, 1, 1],
    ]);
    expect(bounds).toEqual([
      { best: 1, worst: 1 },
      { best: 2, worst: 3 },
      { best: 2, worst: 3 },
    ]);
    const level = seasonBounds(season({ played: [won(0, 1)], remaining: [ALL[1]!, ALL[2]!], deducted: [0, 0, -3] }));
    // The second can still reach the first's three points: it counts as undecided whatever their goals.
    expect(level.bounds![1]).toEqual({ best: 1, worst: 3 });
  });

  it('count deducted points', () => {
    expect(seasonBounds(season({ played: [won(0, 1), won(0, 2)], remaining: [ALL[2]!], deducted: [4, 0, 0] }))).toMatchObject({
      points: [2, 0, 0],
      // Each of the others can reach three; that they cannot both is not looked at.
      bounds: [{ best: 1, worst: 3 }, {}, {}],
    });
  });

  it.each([
    ['a fixture is missing', { played: [won(0, 1), won(0, 2)] }],
    ['two teams meet more often than others', { remaining: [...ALL, ALL[0]!] }],
    ['the rules know of more meetings', { remaining: ALL, rules: { ...DEFAULT_LEAGUE_RULES, meetings: 2 } }],
    [
      'the table is ordered by the share of games won',
      { remaining: ALL, rules: { ...DEFAULT_LEAGUE_RULES, orderedBy: 'win_rate' as const } },
    ],
  ])('are not said if %s', (_, more) => {
    expect(seasonBounds(season(more)).bounds).toBeNull();
  });

  it('contain the place of every season that can come', () => {
    const goals = fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 }));
    const matches = [0, 1, 2, 3].flatMap((home) => [0, 1, 2, 3].filter((away) => away !== home).map((away) => ({ home, away })));
    fc.assert(
      fc.property(fc.array(goals, { minLength: 12, maxLength: 12 }), fc.integer({ min: 0, max: 12 }), (scores, count) => {
        const scored = matches.map((match, i) => ({ ...match, goals: scores[i]! }));
        const { bounds } = seasonBounds(season({ teams: 4, played: scored.slice(0, count), remaining: matches.slice(count) }));
        const table = createSeasonTable(4, DEFAULT_LEAGUE_RULES);
        for (const { home, away, goals } of scored) table.add(home, away, goals[0], goals[1]);
        table.order().forEach((team, place) => {
          expect(place + 1).toBeGreaterThanOrEqual(bounds![team]!.best);
          expect(place + 1).toBeLessThanOrEqual(bounds![team]!.worst);
        });
      }),
    );
  });
});

describe('missing fixtures', () => {
  it('are those until every two teams have met at either home', () => {
    const known = [...ALL, { home: 1, away: 0 }];
    expect(missingFixtures(3, 2, known)).toEqual([
      { home: 2, away: 0 },
      { home: 2, away: 1 },
    ]);
    expect(missingFixtures(3, 2, [])).toHaveLength(6);
    // Both meetings of a pair were moved to one home.
    expect(
      missingFixtures(2, 2, [
        { home: 1, away: 0 },
        { home: 1, away: 0 },
      ]),
    ).toEqual([]);
    expect(
      missingFixtures(2, 2, [
        { home: 0, away: 1 },
        { home: 0, away: 1 },
        { home: 0, away: 1 },
      ]),
    ).toEqual([]);
  });

  it('are not guessed where the rules say nothing, or an odd number', () => {
    expect([missingFixtures(3, undefined, ALL), missingFixtures(3, 3, ALL)]).toEqual([[], []]);
  });
});
