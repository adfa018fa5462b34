import { describe, expect, it } from 'vitest';
import { seasonNumber } from './football-forecasts.ts';
import { type Catalogue, type PastMatch, PLAIN_TERMS } from './known-match.ts';
import { createLearner } from './learner.ts';

const catalogue: Catalogue = {
  leagueOf: (id) => ({ id, name: 'League', isLeague: true, countryCode: 'es', hasPromotion: false }),
};
const match = (id: number, day: number, values: Partial<PastMatch> = {}): PastMatch => ({
  ...{ id, sport: 'football', leagueId: 1, season: '2026/27', day, homeId: 1 + (id % 4), awayId: 1 + ((id + 1) % 4), score: [2, 1] },
  ...{ halfTime: null, shots: null, shotsOnTarget: null, corners: null, redCards: null, prices: [], parts: null, terms: PLAIN_TERMS },
  ...values,
});
const PAST = Array.from({ length: 12 }, (_, id) => match(id, 20_000 + id));
const COMING = match(99, 20_020, { homeId: 1, awayId: 2 });

describe('the learner', () => {
  it('reaches the same state from all results at once and from one after the other', () => {
    const atOnce = createLearner(catalogue, PAST, 20_012);
    const oneByOne = createLearner(catalogue, PAST.slice(0, 6), 20_006);
    for (const late of PAST.slice(6)) expect(oneByOne.learn([late])).toBe(true);
    expect(oneByOne.forecast(COMING)).toEqual(atOnce.forecast(COMING));
    expect(oneByOne.size).toBe(12);
  });

  it('detects new and corrected results', () => {
    const learner = createLearner(catalogue, PAST, 20_012);
    expect(learner.newsAmong(PAST)).toEqual([]);
    const corrected = { ...PAST[3]!, score: [0, 0] as [number, number] };
    const fresh = match(50, 20_012);
    expect(learner.newsAmong([...PAST.slice(0, 3), corrected, fresh])).toEqual([corrected, fresh]);
  });

  it('refuses a changed result and one that was played long before others, and then stays unchanged', () => {
    const learner = createLearner(catalogue, PAST, 20_012);
    const before = learner.forecast(COMING);
    expect(learner.learn([{ ...PAST[3]!, score: [0, 9] }])).toBe(false);
    expect(learner.learn([match(60, 20_000)])).toBe(false);
    expect(learner.forecast(COMING)).toEqual(before);
    expect(learner.learn([match(61, 20_009)])).toBe(true);
  });

  it('has no forecast for two unknown teams, and ignores implausible prices', () => {
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

it('season numbers keep the order of seasons, however a league writes them', () => {
  const seasons = ['2024', '2025/26', '2026', '2026 Summer', '2027/28 x30'];
  const numbers = seasons.map((season) => seasonNumber(season, 0));
  expect(numbers).toEqual([2024, 2025, 2026, 2026, 2027]);
  expect(seasonNumber('Opening', 20_000)).toBe(2024);
});
