import { describe, expect, it } from 'vitest';
import type { PartScore } from '#domain/matches/score.ts';
import type { MatchFacts } from './queries.ts';
import type { StoredForecast } from './stored-forecast.ts';
import { tennisNow } from './tennis-view.ts';

const content = (home: number): StoredForecast => ({
  ...{ home_team_id: 1, away_team_id: 2, format: null, outcomes: { home, draw: 0, away: 1 - home } },
  ...{ past_matches: { fewest: 5, most: 9 }, expected: { home: 1.5, away: 1 }, football: null },
});

const match = (home: number, away: number, parts: PartScore[] | null, values: Partial<MatchFacts> = {}): MatchFacts => ({
  ...{
    id: 7,
    sport: 'tennis',
    league_id: 3,
    rating_group: null,
    surface: null,
    series_parts: null,
    series_race: null,
    draw_possible: false,
    status: 'live',
    kickoff_at: null,
    minute: null,
    stoppage: null,
  },
  ...{ home_team_id: 1, away_team_id: 2, home_score: home, away_score: away, halftime: null, fulltime: null, parts },
  ...values,
});

const homeNow = (...[home, away, parts, values]: Parameters<typeof match>) =>
  tennisNow(content(0.6), match(home, away, parts, values))?.home;

describe('the present outcomes of a tennis match', () => {
  it('begin at the forecast and move with sets, games and points, and who serves', () => {
    expect(homeNow(0, 0, [{ home: 0, away: 0 }])).toBeCloseTo(0.6, 6);
    expect(homeNow(1, 0, [{ home: 6, away: 3 }])).toBeGreaterThan(0.75);
    const late = (part: Partial<PartScore>) =>
      homeNow(1, 0, [
        { home: 6, away: 3 },
        { home: 5, away: 4, ...part },
      ])!;
    expect(late({ serving: 'home' })).toBeGreaterThan(late({ serving: 'away' }));
    expect(late({ serving: 'home', points: ['40', '0'] })).toBeGreaterThan(late({ serving: 'home', points: ['0', '40'] }));
    expect(late({ home: 6, away: 6, tiebreak: [6, 2] })).toBeGreaterThan(late({ home: 6, away: 6, tiebreak: [2, 6] }));
  });

  it('add up to 1 without a draw', () => {
    const { home, draw, away } = tennisNow(
      content(0.3),
      match(0, 1, [
        { home: 4, away: 6 },
        { home: 2, away: 2 },
      ]),
    )!;
    expect([home + away, draw]).toEqual([1, 0]);
  });

  it('take as many sets as the format says', () => {
    const twoSets = [
      { home: 6, away: 3 },
      { home: 6, away: 3 },
    ];
    expect(homeNow(2, 0, twoSets)).toBe(1);
    expect(homeNow(2, 0, twoSets, { series_parts: 3, series_race: true })).toBe(1);
    expect(homeNow(2, 0, twoSets, { series_parts: 5, series_race: true })).toBeLessThan(1);
  });

  it('know that a break is worth more where servers win more points', () => {
    const ahead = (values: Partial<MatchFacts>) => homeNow(0, 0, [{ home: 3, away: 1, serving: 'home' }], values)!;
    expect(ahead({ rating_group: 'men-singles', surface: 'grass' })).toBeGreaterThan(
      ahead({ rating_group: 'women-singles', surface: 'clay' }),
    );
    expect(ahead({ rating_group: 'wta' })).toBe(ahead({ rating_group: 'women-singles' }));
    expect(ahead({ rating_group: 'mixed-doubles' })).toBeCloseTo(ahead({ rating_group: null }), 1);
  });

  it('does not read the points of a match tie-break in doubles as games', () => {
    const third: PartScore[] = [
      { home: 6, away: 3 },
      { home: 3, away: 6 },
      { home: 3, away: 2 },
    ];
    expect(homeNow(1, 1, third)).toBeGreaterThan(0.5);
    expect(homeNow(1, 1, third, { rating_group: 'men-doubles' })).toBeUndefined();
  });

  it.each<[string, MatchFacts]>([
    ['before the match', match(0, 0, null, { status: 'ns', home_score: null, away_score: null })],
    [
      'after it',
      match(
        2,
        0,
        [
          { home: 6, away: 3 },
          { home: 6, away: 3 },
        ],
        { status: 'ft' },
      ),
    ],
    ['without sets', match(1, 0, null)],
    [
      'with a set that the rules do not have',
      match(1, 1, [
        { home: 6, away: 3 },
        { home: 3, away: 6 },
        { home: 9, away: 7 },
      ]),
    ],
    ['with fewer sets than were won', match(1, 1, [{ home: 6, away: 3 }])],
  ])('are unknown %s', (_, facts) => expect(tennisNow(content(0.6), facts)).toBeNull());
});
