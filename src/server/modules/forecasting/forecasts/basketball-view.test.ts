import { describe, expect, it } from 'vitest';
import type { PartScore } from '#domain/matches/score.ts';
import { basketballNow } from './basketball-view.ts';
import type { MatchFacts } from './queries.ts';
import type { StoredForecast } from './stored-forecast.ts';

const POINTS = { margin: 4, marginDeviation: 12, total: 160, home: 82, away: 78 };
const content: StoredForecast = {
  ...{ home_team_id: 1, away_team_id: 2, format: null, outcomes: { home: 0.65, draw: 0, away: 0.35 } },
  ...{ past_matches: { fewest: 5, most: 9 }, expected: { home: 82, away: 78 }, football: null, points: POINTS },
};
/** A game after these quarters, the last of which may be in play. */
const game = (quarters: [number, number][], values: Partial<MatchFacts> = {}): MatchFacts => {
  const parts: PartScore[] = quarters.map(([home, away]) => ({ home, away }));
  const sum = (side: 'home' | 'away') => parts.reduce((points, part) => points + part[side], 0);
  return {
    ...{ id: 7, sport: 'basketball', league_id: 3, rating_group: null, surface: null, series_parts: null, series_race: null },
    ...{ draw_possible: false, status: 'live', kickoff_at: null, minute: null, stoppage: null, home_team_id: 1, away_team_id: 2 },
    ...{ home_score: sum('home'), away_score: sum('away'), halftime: null, fulltime: null, parts },
    ...values,
  };
};
const homeNow = (...args: Parameters<typeof game>) => basketballNow(content, game(...args))!.home;

describe('the present outcomes of a basketball game', () => {
  it('begin near the forecast, and a lead is worth more the later it is', () => {
    expect(homeNow([[0, 0]])).toBeGreaterThan(0.58);
    expect(homeNow([[0, 0]])).toBeLessThan(0.68);
    const early = homeNow([[22, 14]]);
    const late = homeNow([
      [20, 20],
      [20, 20],
      [20, 20],
      [22, 14],
    ]);
    expect(early).toBeGreaterThan(0.65);
    expect(late).toBeGreaterThan(early + 0.1);
  });

  it('have both quarters to come at half-time, and go on in overtime', () => {
    const half: [number, number][] = [
      [20, 25],
      [20, 25],
    ];
    expect(homeNow(half, { status: 'ht' })).toBeCloseTo(homeNow([...half, [0, 0]]), 1);
    expect(
      homeNow([
        [20, 20],
        [20, 20],
        [20, 20],
        [20, 20],
        [6, 0],
      ]),
    ).toBeGreaterThan(0.75);
  });

  it('add up to 1 without a draw', () => {
    const { home, draw, away } = basketballNow(
      content,
      game([
        [25, 20],
        [10, 12],
      ]),
    )!;
    expect([home + away, draw]).toEqual([1, 0]);
  });

  it.each<[string, MatchFacts]>([
    ['before the game', game([], { status: 'ns', home_score: null, away_score: null, parts: null })],
    [
      'after it',
      game(
        [
          [20, 25],
          [20, 25],
          [20, 20],
          [25, 20],
        ],
        { status: 'ft' },
      ),
    ],
    ['without quarters', game([], { home_score: 10, away_score: 12, parts: null })],
    ['with more points than there can be', game([[401, 20]])],
  ])('are unknown %s', (_, facts) => expect(basketballNow(content, facts)).toBeNull());

  it('are unknown for a forecast of an earlier version', () => {
    const { points: _, ...earlier } = content;
    expect(basketballNow(earlier, game([[20, 20]]))).toBeNull();
  });
});
