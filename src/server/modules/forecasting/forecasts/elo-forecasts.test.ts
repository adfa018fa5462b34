import { describe, expect, it } from 'vitest';
import type { Sport } from '#domain/matches/sport.ts';
import { createBasketballForecasts, createEsportsForecasts, createTennisForecasts } from './elo-forecasts.ts';
import type { Catalogue, PastMatch, SportModel } from './known-match.ts';

const [STRONG, WEAK, STRANGER] = [1, 2, 3];
const catalogue = (drawPossible: boolean): Catalogue => ({
  leagueOf: (id) => ({ id, isLeague: true, countryCode: null, drawPossible, hasPromotion: false }),
});

const match = (sport: Sport, day: number, score: [number, number], values: Partial<PastMatch> = {}): PastMatch => ({
  ...{ id: day, sport, leagueId: 7, season: '2026/27', day, homeId: STRONG, awayId: WEAK, score },
  ...{ halfTime: null, shots: null, shotsOnTarget: null, corners: null, redCards: null, prices: [] },
  ...values,
});

function taught(model: SportModel, sport: Sport, score: [number, number], times = 10): SportModel {
  for (let day = 0; day < times; day++) model.learn([match(sport, day, score)]);
  return model;
}

const SPORTS: [Sport, SportModel, [number, number]][] = [
  ['basketball', createBasketballForecasts(), [90, 80]],
  ['tennis', createTennisForecasts(), [2, 0]],
  ['esports', createEsportsForecasts(catalogue(false)), [2, 1]],
];

describe.each(SPORTS)('the %s model', (sport, model, score) => {
  it('favours the winner of past matches, counts past matches, and has no draw', () => {
    taught(model, sport, score);
    const forecast = model.forecast(match(sport, 20, [0, 0]))!;
    expect(forecast.outcomes.home).toBeGreaterThan(0.6);
    expect(forecast.outcomes.home + forecast.outcomes.away).toBeCloseTo(1, 9);
    expect(forecast.outcomes.draw).toBe(0);
    expect(forecast).toMatchObject({ past_matches: { fewest: 10, most: 10 }, football: null });
    expect(forecast.expected!.home).toBeGreaterThan(forecast.expected!.away);
  });

  it('has no forecast for two unknown teams, and reports no past matches for one unknown team', () => {
    expect(model.forecast(match(sport, 20, [0, 0], { homeId: 8, awayId: 9 }))).toBeNull();
    const { past_matches: past } = model.forecast(match(sport, 20, [0, 0], { awayId: STRANGER }))!;
    expect(past).toEqual({ fewest: 0, most: 10 });
  });

  it('ignores an impossible final score', () => {
    const before = model.forecast(match(sport, 20, [0, 0]));
    model.learn([match(sport, 12, sport === 'tennis' ? [1, 0] : [0, 0])]);
    expect(model.forecast(match(sport, 20, [0, 0]))).toEqual(before);
  });
});

it('a tour that plays best of five is forecast as best of five', () => {
  const model = taught(createTennisForecasts(), 'tennis', [3, 1]);
  const { expected } = model.forecast(match('tennis', 20, [0, 0]))!;
  expect(expected!.home + expected!.away).toBeGreaterThan(3);
});

it('a series that may end level has a probability of a draw', () => {
  const model = taught(createEsportsForecasts(catalogue(true)), 'esports', [1, 1]);
  expect(model.forecast(match('esports', 20, [0, 0]))!.outcomes.draw).toBeGreaterThan(0.3);
});
