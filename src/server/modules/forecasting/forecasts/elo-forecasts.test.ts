import { describe, expect, it } from 'vitest';
import type { Sport } from '#domain/matches/sport.ts';
import { createBasketballForecasts, createEsportsForecasts, createTennisForecasts } from './elo-forecasts.ts';
import { type MatchTerms, type PastMatch, PLAIN_TERMS, type SportModel } from './known-match.ts';

const [STRONG, WEAK, STRANGER] = [1, 2, 3];
const terms = (values: Partial<MatchTerms> = {}): { terms: MatchTerms } => ({ terms: { ...PLAIN_TERMS, drawPossible: false, ...values } });

const match = (sport: Sport, day: number, score: [number, number], values: Partial<PastMatch> = {}): PastMatch => ({
  ...{ id: day, sport, leagueId: 7, season: '2026/27', day, homeId: STRONG, awayId: WEAK, score },
  ...{ halfTime: null, shots: null, shotsOnTarget: null, corners: null, redCards: null, prices: [], parts: null, ...terms() },
  ...values,
});

function taught(model: SportModel, sport: Sport, score: [number, number], values: Partial<PastMatch> = {}): SportModel {
  for (let day = 0; day < 10; day++) model.learn([match(sport, day, score, values)]);
  return model;
}

const SPORTS: [Sport, SportModel, [number, number]][] = [
  ['basketball', createBasketballForecasts(), [90, 80]],
  ['tennis', createTennisForecasts(), [2, 0]],
  ['esports', createEsportsForecasts(), [2, 1]],
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
  const canDraw = terms({ drawPossible: true });
  const model = taught(createEsportsForecasts(), 'esports', [1, 1], canDraw);
  expect(model.forecast(match('esports', 20, [0, 0], canDraw))!.outcomes.draw).toBeGreaterThan(0.3);
});

describe('ratings', () => {
  const OTHER_LEAGUE = 8;
  const group = (name: string | null) => terms({ ratingGroup: name });

  it.each(SPORTS.map(([sport, , score]) => [sport, score] as const))('of %s are shared by the leagues of a group alone', (sport, score) => {
    const create = { basketball: createBasketballForecasts, tennis: createTennisForecasts, esports: createEsportsForecasts }[
      sport as 'tennis'
    ];
    const model = taught(create(), sport, score, group('one'));
    const here = model.forecast(match(sport, 20, [0, 0], group('one')))!;
    const there = model.forecast(match(sport, 20, [0, 0], { leagueId: OTHER_LEAGUE, ...group('one') }))!;
    // In esports, each league learns how much strength decides in it.
    if (sport !== 'esports') expect(there).toEqual(here);
    expect(Math.abs(there.outcomes.home - here.outcomes.home)).toBeLessThan(0.1);
    expect(there).toMatchObject({ past_matches: { fewest: 10, most: 10 } });
    expect(there.outcomes.home).toBeGreaterThan(0.6);
    for (const name of ['two', null]) expect(model.forecast(match(sport, 20, [0, 0], group(name)))).toBeNull();
  });

  it('of a league that another group rates count no past matches there', () => {
    const model = taught(createTennisForecasts(), 'tennis', [2, 0], group('atp'));
    model.learn([match('tennis', 11, [2, 1], { homeId: STRANGER, ...group('wta') })]);
    expect(model.forecast(match('tennis', 20, [0, 0], { awayId: STRANGER, ...group('wta') }))).toMatchObject({
      past_matches: { fewest: 0, most: 1 },
    });
  });
});

describe('the format of a match', () => {
  const ofFormat = (parts: number, race: boolean) => terms({ format: { parts, race }, drawPossible: !race && parts % 2 === 0 });
  const expectedParts = ({ expected }: { expected: { home: number; away: number } | null }) => expected!.home + expected!.away;

  it('is used as told: a best of 5 has more sets than a best of 3, and favours the stronger player more', () => {
    const model = taught(createTennisForecasts(), 'tennis', [2, 1]);
    const [three, five] = [3, 5].map((parts) => model.forecast(match('tennis', 20, [0, 0], ofFormat(parts, true)))!);
    expect(expectedParts(three!)).toBeLessThan(3);
    expect(expectedParts(five!)).toBeGreaterThan(3.5);
    expect(five!.outcomes.home).toBeGreaterThan(three!.outcomes.home);
  });

  it('differs by series in one league: two maps can end level, a best of 3 cannot', () => {
    const model = createEsportsForecasts();
    for (let day = 0; day < 10; day += 2)
      model.learn([match('esports', day, [2, 0], ofFormat(2, false)), match('esports', day + 1, [2, 1], ofFormat(3, true))]);
    const forecast = (values: Partial<PastMatch>) => model.forecast(match('esports', 20, [0, 0], values))!;
    expect(forecast(ofFormat(2, false))).toMatchObject({ past_matches: { fewest: 10 } });
    expect(forecast(ofFormat(2, false)).outcomes.draw).toBeGreaterThan(0.2);
    expect(forecast(ofFormat(3, true)).outcomes.draw).toBe(0);
    expect(expectedParts(forecast(ofFormat(5, true)))).toBeGreaterThan(3);
  });

  it('is that of the last series of its kind while it is unknown', () => {
    const model = taught(createEsportsForecasts(), 'esports', [3, 1], ofFormat(5, true));
    const unknown = model.forecast(match('esports', 20, [0, 0]))!;
    expect(unknown).toEqual(model.forecast(match('esports', 20, [0, 0], ofFormat(5, true))));
    expect(model.forecast(match('esports', 20, [0, 0], terms({ drawPossible: true })))!.outcomes.draw).toBeGreaterThan(0.1);
  });

  it('has no forecast if the model does not know it, and a score that it does not allow teaches nothing', () => {
    const model = taught(createTennisForecasts(), 'tennis', [2, 0]);
    expect(model.forecast(match('tennis', 20, [0, 0], ofFormat(1, true)))).toBeNull();
    model.learn([match('tennis', 12, [2, 0], ofFormat(5, true))]);
    expect(model.forecast(match('tennis', 20, [0, 0]))).toMatchObject({ past_matches: { most: 10 } });
  });
});

it('a player is rated by surface, and by rank while nothing else is known', () => {
  const on = (surface: 'clay' | 'grass') => terms({ surface });
  const model = createTennisForecasts();
  for (let day = 0; day < 20; day++) model.learn([match('tennis', day, day % 2 ? [2, 0] : [0, 2], on(day % 2 ? 'clay' : 'grass'))]);
  const chance = (values: Partial<PastMatch>) => model.forecast(match('tennis', 30, [0, 0], values))!.outcomes.home;
  expect(chance(on('clay'))).toBeGreaterThan(0.55);
  expect(chance(on('grass'))).toBeLessThan(0.45);
  const ranked = (ranks: [number, number]) => chance({ homeId: STRANGER, ...terms({ ranks }) });
  expect(ranked([1, 300])).toBeGreaterThan(ranked([300, 1]) + 0.2);
});
