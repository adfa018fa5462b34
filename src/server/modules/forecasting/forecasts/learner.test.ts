import { describe, expect, it } from 'vitest';
import { seasonNumber } from './football-forecasts.ts';
import type { Catalogue, PastMatch } from './known-match.ts';
import { createLearner } from './learner.ts';

const catalogue: Catalogue = {
  leagueOf: (id) => ({ id, isLeague: true, countryCode: 'es', drawPossible: true, hasPromotion: false }),
};
const match = (id: number, day: number, values: Partial<PastMatch> = {}): PastMatch => ({
  ...{ id, sport: 'football', leagueId: 1, season: '2026/27', day, homeId: 1 + (id % 4), awayId: 1 + ((id + 1) % 4), score: [2, 1] },
  ...{ halfTime: null, shots: null, shotsOnTarget: null, corners: null, redCards: null, prices: [] },
  ...values,
});
const PAST = Array.from({ length: 12 }, (_, id) => match(id, 20_000 + id));
const COMING = match(99, 20_020, { homeId: 1, awayId: 2 });

describe('the learner', () => {
  it('comes to the same whether it learns at once or as results come in', () => {
    const atOnce = createLearner(catalogue, PAST, 20_012);
    const oneByOne = createLearner(catalogue, PAST.slice(0, 6), 20_006);
    for (const late of PAST.slice(6)) expect(oneByOne.learn([late])).toBe(true);
    expect(oneByOne.forecast(COMING)).toEqual(atOnce.forecast(COMING));
    expect(oneByOne.size).toBe(12);
  });

  it('knows what is news to it', () => {
    const learner = createLearner(catalogue, PAST, 20_012);
    expect(learner.newsAmong(PAST)).toEqual([]);
    const corrected = { ...PAST[3]!, score: [0, 0] as [number, number] };
    const fresh = match(50, 20_012);
    expect(learner.newsAmong([...PAST.slice(0, 3), corrected, fresh])).toEqual([corrected, fresh]);
  });

  it('does not learn over what it has learned, nor what was played long before: nothing changes then', () => {
    const learner = createLearner(catalogue, PAST, 20_012);
    const before = learner.forecast(COMING);
    expect(learner.learn([{ ...PAST[3]!, score: [0, 9] }])).toBe(false);
    expect(learner.learn([match(60, 20_000)])).toBe(false);
    expect(learner.forecast(COMING)).toEqual(before);
    expect(learner.learn([match(61, 20_009)])).toBe(true);
  });

  it('knows nothing of a match of two strangers, and takes prices that make no sense for none', () => {
    const nonsense = PAST.map(
      (past): PastMatch => ({
        ...past,
        prices: [
          [1, null, 50],
          [100, 100, 0],
        ],
      }),
    );
    const [priced, plain] = [createLearner(catalogue, nonsense, 20_012), createLearner(catalogue, PAST, 20_012)];
    expect(priced.forecast(COMING)).toEqual(plain.forecast(COMING));
    expect(plain.forecast({ ...COMING, homeId: 70, awayId: 71 })).toBeNull();
    expect(createLearner(catalogue, [], 20_000).forecast(COMING)).toBeNull();
  });
});

it('seasons are numbered in their order, however a league writes them', () => {
  const seasons = ['2024', '2025/26', '2026 S1', '2026 S2 x30', '2026 S12', '2027 S1'];
  const numbers = seasons.map((season) => seasonNumber(season, 0));
  expect(numbers).toEqual([2024, 2025, 2026.001, 2026.002, 2026.012, 2027.001]);
  expect(seasonNumber('Opening', 20_000)).toBe(2024);
});
