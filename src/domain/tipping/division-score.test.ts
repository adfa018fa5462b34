import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countedEntries, entryPoints, MATCHES_A_WEEK, type ModelEntry, seasonScore } from './division-score.ts';
import type { Tip } from './tip.ts';

const MODEL: ModelEntry = { forecast: { home: 0.5, draw: 0.3, away: 0.2 }, tip: [1, 0] };
const said = (home: number, draw: number, away: number) => ({ forecast: { home, draw, away }, tip: null });
const tipped = (home: number, away: number) => ({ forecast: null, tip: [home, away] as Tip });

describe('points of a match', () => {
  it('are 100 for whoever does as well as the model, by either way', () => {
    for (const result of [
      [2, 1],
      [1, 1],
      [0, 3],
    ] as Tip[]) {
      expect(entryPoints({ forecast: MODEL.forecast, tip: null }, MODEL, result)).toBe(100);
      expect(entryPoints(tipped(1, 0), MODEL, result)).toBe(100);
    }
  });

  it('follow the difference to the model', () => {
    // Model: 0.5² + 0.3² + 0.2² = 0.38 at a home win; certain and right: 0, certain and wrong: 2.
    expect(entryPoints(said(1, 0, 0), MODEL, [2, 1])).toBe(119);
    expect(entryPoints(said(0, 0, 1), MODEL, [2, 1])).toBe(19);
    // The house rule gives 4 for the score, 3 for the margin, 2 for the winner.
    expect(entryPoints(tipped(2, 1), MODEL, [2, 1])).toBe(110);
    expect(entryPoints(tipped(0, 0), MODEL, [0, 0])).toBe(140);
    expect(entryPoints(tipped(0, 0), MODEL, [1, 0])).toBe(60);
  });

  it('are not given for a tip where the model makes none', () => {
    expect(entryPoints(tipped(1, 0), { ...MODEL, tip: null }, [1, 0])).toBeNull();
  });

  it('stay between 0 and 200, and are best on average for players who say what they think', () => {
    const percents = fc.tuple(fc.nat(100), fc.nat(100)).filter(([home, draw]) => home + draw <= 100);
    fc.assert(
      fc.property(percents, percents, percents, ([home, draw], [otherHome, otherDraw], [modelHome, modelDraw]) => {
        const model = { ...MODEL, forecast: said(modelHome / 100, modelDraw / 100, (100 - modelHome - modelDraw) / 100).forecast };
        const belief = [home, draw, 100 - home - draw];
        const mean = (given: ReturnType<typeof said>) => {
          const results: Tip[] = [
            [1, 0],
            [0, 0],
            [0, 1],
          ];
          return results.reduce((sum, result, i) => {
            const points = entryPoints(given, model, result)!;
            expect(points).toBeGreaterThanOrEqual(0);
            expect(points).toBeLessThanOrEqual(200);
            return sum + (points * belief[i]!) / 100;
          }, 0);
        };
        const honest = mean(said(home / 100, draw / 100, (100 - home - draw) / 100));
        const other = mean(said(otherHome / 100, otherDraw / 100, (100 - otherHome - otherDraw) / 100));
        // Points are rounded to whole ones.
        expect(other).toBeLessThanOrEqual(honest + 1);
      }),
      { numRuns: 200 },
    );
  });
});

describe('matches that count', () => {
  const entry = (matchId: number, day: number, points: number | null = 100) => ({ matchId, kickoffMs: Date.UTC(2026, 10, day), points });

  it('are the first ten of each quarter by kick-off, however many were entered', () => {
    const entries = Array.from({ length: 90 }, (_, i) => entry(i, (i % 30) + 1));
    const counted = countedEntries(entries.toReversed());
    expect(counted).toHaveLength(4 * MATCHES_A_WEEK);
    // Three a day: days 1 to 3, and of day 4 the match with the lowest id.
    expect(counted.slice(0, 10).map(({ matchId }) => matchId)).toEqual([0, 30, 60, 1, 31, 61, 2, 32, 62, 3]);
    expect(counted.at(-1)!.matchId).toBe(24);
  });

  it('do not become others when a match has no result yet', () => {
    const open = Array.from({ length: 12 }, (_, i) => entry(i, 1, i === 0 ? null : 110));
    expect(seasonScore(open)).toEqual({ points: 990, matches: 9, beaten: 9 });
  });
});
