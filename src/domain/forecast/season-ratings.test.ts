import { describe, expect, it } from 'vitest';
import { createSeasonRatings } from './season-ratings.ts';

const parameters = { newcomerVariance: 16, newcomerGap: 3, kept: 0.5, seasonVariance: 10 };

describe('season ratings', () => {
  it('move in proportion to their variance, and get more certain', () => {
    const ratings = createSeasonRatings(parameters);
    ratings.move('A', '1', 0.25, 0.01);
    expect(ratings.of('A', '1')).toEqual({ mean: 4, variance: 16 - 2.56, played: 1, season: '1' });
  });

  it('go half of the way back between seasons, once however many pass, and get less certain', () => {
    const ratings = createSeasonRatings(parameters);
    ratings.move('A', '1', 0.25, 0.01);
    expect(ratings.of('A', '4')).toEqual({ mean: 2, variance: 13.44 / 4 + 10, played: 1, season: '4' });
    // Asking changes nothing.
    expect(ratings.of('A', '1').mean).toBe(4);
  });

  it('put newcomers of later seasons below the league, those of its first season level', () => {
    const ratings = createSeasonRatings(parameters);
    expect(ratings.of('A', '1').mean).toBe(0);
    ratings.move('A', '1', 0, 0);
    expect(ratings.of('B', '1').mean).toBe(0);
    expect(ratings.of('B', '2')).toEqual({ mean: -3, variance: 16, played: 0, season: '2' });
    const again = createSeasonRatings(parameters, JSON.parse(JSON.stringify(ratings.state())));
    expect(again.of('B', '2')).toEqual(ratings.of('B', '2'));
  });
});
