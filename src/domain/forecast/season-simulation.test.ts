import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomFrom } from '#demo/seeded-random.ts';
import { DEFAULT_LEAGUE_RULES } from '#domain/matches/league-rules.ts';
import { OUTCOMES } from './evaluate.ts';
import { outcomesOf, SCORE_PLACES, type ScoreMatrix, scoreMatrix } from './score-matrix.ts';
import { meanPlace, placeProbability, type SeasonToPlay, simulateSeason, total } from './season-simulation.ts';

/** A match that can only end 1-0 or 0-1. */
function coin(home: number): ScoreMatrix {
  const scores = new Float64Array(SCORE_PLACES * SCORE_PLACES);
  scores[SCORE_PLACES] = home;
  scores[1] = 1 - home;
  return scores;
}
const season = (more: Partial<SeasonToPlay>): SeasonToPlay => ({
  teams: 2,
  rules: DEFAULT_LEAGUE_RULES,
  deducted: [],
  played: [],
  remaining: [],
  ...more,
});

/** Each team at home against every other; the first `played` matches ended 2-1. */
function leagueOf(teams: number, played: number, rateOf: (team: number) => number): SeasonToPlay {
  const pairs = Array.from({ length: teams }, (_, home) => home).flatMap((home) =>
    Array.from({ length: teams }, (_, away) => ({ home, away })).filter(({ away }) => away !== home),
  );
  return season({
    teams,
    played: pairs.slice(0, played).map((pair) => ({ ...pair, goals: [2, 1] as const })),
    remaining: pairs.slice(played).map((pair) => ({ ...pair, scores: scoreMatrix(1.2 * rateOf(pair.home), rateOf(pair.away)) })),
  });
}

describe('a simulated season', () => {
  it('is certain once all matches are played', () => {
    const over = simulateSeason(season({ played: [{ home: 1, away: 0, goals: [1, 0] }] }), randomFrom('over'), 50);
    expect([over.placesOf(0), over.placesOf(1)]).toEqual([
      [0, 50],
      [50, 0],
    ]);
    expect(meanPlace(over.placesOf(0))).toBe(2);
  });

  it('with one match left has the outcomes of that match', () => {
    const played = simulateSeason(season({ remaining: [{ home: 1, away: 0, scores: coin(0.3) }] }), randomFrom('coin'));
    // Three standard errors of 10,000 seasons: 0.014.
    expect(Math.abs(placeProbability(played.placesOf(1), 1, 1)! - 0.3)).toBeLessThan(0.014);
    expect(placeProbability(played.placesGiven(0, 'home', 'home'), 1, 1)).toBe(1);
    expect(placeProbability(played.placesGiven(0, 'away', 'home'), 1, 1)).toBe(0);
    expect(placeProbability(played.placesGiven(0, 'draw', 'home'), 1, 1)).toBeNull();
    expect(meanPlace(played.placesGiven(0, 'draw', 'away'))).toBeNull();
  });

  it('with two matches left has the probabilities computed by hand', () => {
    // 0 has 3 points and has finished; 1 and 2 have none and meet twice. A team that wins both has 6 points and is first; with one win
    // each, 0 is first on goal difference.
    const played = [{ home: 0, away: 1, goals: [2, 0] as const }];
    const remaining = [0.5, 0.4].map((home) => ({ home: 1, away: 2, scores: coin(home) }));
    const result = simulateSeason(season({ teams: 3, played, remaining }), randomFrom('two'));
    expect(Math.abs(placeProbability(result.placesOf(1), 1, 1)! - 0.2)).toBeLessThan(0.012);
    // After winning the first match, only the second counts.
    expect(Math.abs(placeProbability(result.placesGiven(0, 'home', 'home'), 1, 1)! - 0.4)).toBeLessThan(0.021);
    // 2 has 6 points if it wins both, and is first with probability 0.3.
    expect(Math.abs(placeProbability(result.placesOf(2), 1, 1)! - 0.3)).toBeLessThan(0.014);
  });

  it('adds up: per team over places, per place over teams, and conditional results over outcomes', () => {
    const sizes = fc.record({ teams: fc.integer({ min: 2, max: 7 }), played: fc.nat(20), seed: fc.string() });
    fc.assert(
      fc.property(sizes, ({ teams, played, seed }) => {
        const toPlay = leagueOf(teams, played, (team) => 0.8 + team / 5);
        const result = simulateSeason(toPlay, randomFrom(seed), 60);
        const all = Array.from({ length: teams }, (_, team) => result.placesOf(team));
        for (const places of all) expect(total(places)).toBe(60);
        for (let place = 0; place < teams; place++) expect(total(all.map((places) => places[place]!))).toBe(60);
        toPlay.remaining.forEach(({ home, away }, f) => {
          for (const [side, team] of [
            ['home', home],
            ['away', away],
          ] as const) {
            const given = OUTCOMES.map((outcome) => result.placesGiven(f, outcome, side));
            // The mean of the three conditional results, weighted by frequency, equals the unconditional one exactly.
            expect(all[team]!.map((_, place) => total(given.map((places) => places[place]!)))).toEqual(all[team]);
          }
        });
      }),
      { numRuns: 40 },
    );
  });

  it('has each outcome of a match as often as its scores imply', () => {
    const toPlay = leagueOf(4, 0, (team) => 1 + team / 10);
    const result = simulateSeason(toPlay, randomFrom('outcomes'));
    toPlay.remaining.forEach(({ scores }, f) => {
      const probabilities = outcomesOf(scores);
      for (const outcome of OUTCOMES) {
        const share = total(result.placesGiven(f, outcome, 'home')) / result.seasons;
        expect(Math.abs(share - probabilities[outcome])).toBeLessThan(0.02);
      }
    });
  });

  it('is the same for the same random numbers, and ranks the better team higher', () => {
    const toPlay = leagueOf(6, 8, (team) => 0.7 + team / 5);
    const once = simulateSeason(toPlay, randomFrom('same'), 500);
    const again = simulateSeason(toPlay, randomFrom('same'), 500);
    expect(once.placesOf(3)).toEqual(again.placesOf(3));
    expect(meanPlace(once.placesOf(5))!).toBeLessThan(meanPlace(once.placesOf(2))!);
  });
});
