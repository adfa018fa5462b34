import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type InPlayClock, shareToCome } from './in-play-clock.ts';

const play = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const wholeMatch: InPlayClock[] = [
  { period: 'ns', minute: 0 },
  ...play(0, 45).map((minute): InPlayClock => ({ period: 'h1', minute })),
  ...play(1, 6).map((stoppage): InPlayClock => ({ period: 'h1', minute: 45, stoppage })),
  { period: 'ht', minute: 45 },
  ...play(45, 90).map((minute): InPlayClock => ({ period: 'h2', minute })),
  ...play(1, 15).map((stoppage): InPlayClock => ({ period: 'h2', minute: 90, stoppage })),
  { period: 'ft', minute: 90 },
];

describe('the share of goals to come', () => {
  it('falls throughout a match, from 1 to 0', () => {
    const shares = wholeMatch.map(shareToCome);
    expect(shares[0]).toBe(1);
    expect(shares.at(-1)).toBe(0);
    shares.slice(1).forEach((share, i) => {
      expect(share).toBeLessThanOrEqual(shares[i]!);
    });
    expect(Math.min(...shares.slice(0, -1))).toBeGreaterThan(0);
  });

  it('matches the goals of 2006 to 2016 in quarter-hours and halves', () => {
    const at = (period: InPlayClock['period'], minute: number) => shareToCome({ period, minute });
    expect(1 - at('ht', 45)).toBeCloseTo(0.4355, 2);
    expect(1 - at('h1', 15)).toBeCloseTo(0.1253, 2);
    expect(at('h1', 15) - at('h1', 30)).toBeCloseTo(0.1435, 2);
    expect(at('h2', 60) - at('h2', 75)).toBeCloseTo(0.1676, 1);
    expect(at('h2', 75)).toBeCloseTo(0.2369, 2);
    expect(at('h2', 90)).toBeCloseTo(0.05, 2);
  });

  it('uses announced stoppage time, and leaves a little at its end', () => {
    const at = (stoppage: number, announced: number | null) => shareToCome({ period: 'h2', minute: 90, stoppage, announced });
    expect(at(1, 9)).toBeCloseTo(2 * at(1, 5), 12);
    expect(at(0, 9)).toBeGreaterThan(at(0, null));
    expect(at(12, 9)).toBeGreaterThan(0);
    expect(at(12, 9)).toBeLessThan(at(8, 9));
  });

  it('clamps minutes to their half, and rejects invalid times', () => {
    expect(shareToCome({ period: 'h2', minute: 200 })).toBe(shareToCome({ period: 'h2', minute: 90 }));
    expect(shareToCome({ period: 'h1', minute: 60 })).toBe(shareToCome({ period: 'h1', minute: 45 }));
    expect(shareToCome({ period: 'h1', minute: -5, stoppage: -3 })).toBe(shareToCome({ period: 'h1', minute: 0 }));
    for (const clock of [{ minute: Number.NaN }, { minute: 90, stoppage: Number.NaN }, { minute: 90, announced: Number.POSITIVE_INFINITY }])
      expect(() => shareToCome({ period: 'h2', ...clock })).toThrow(RangeError);
  });

  it('is always from 0 to 1, except with very long announced stoppage time', () => {
    const period = fc.constantFrom('ns', 'h1', 'ht', 'h2', 'ft' as const);
    const any = fc.record({ period, minute: fc.integer({ min: -50, max: 300 }), stoppage: fc.integer({ min: -5, max: 60 }) });
    fc.assert(
      fc.property(any, (clock) => {
        expect(shareToCome(clock as InPlayClock)).toBeGreaterThanOrEqual(0);
        expect(shareToCome(clock as InPlayClock)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
