import { describe, expect, it } from 'vitest';
import { randomFrom } from '#demo/seeded-random.ts';
import { chanceOfRace, chancesOfSeries } from './race.ts';

describe('chance to win a race to a number of points with a lead of two', () => {
  it.each([
    ['even sides', 0.5, 7, 0, 0, 0.5],
    ['a won one', 0.3, 7, 7, 5, 1],
    ['a lost one, in overtime', 0.7, 7, 10, 12, 0],
    ['level beyond the target', 0.6, 7, 9, 9, 0.36 / 0.52],
    ['one point ahead there', 0.6, 7, 7, 6, 0.6 + 0.4 * (0.36 / 0.52)],
    ['one point short, far ahead', 0.5, 7, 6, 0, 1 - 0.5 ** 7],
    ['a race to one that needs two ahead', 0.6, 1, 0, 0, 0.36 / 0.52],
  ])('%s', (_, p, target, home, away, chance) => {
    expect(chanceOfRace(p, target, home, away)).toBeCloseTo(chance, 9);
  });

  it('matches simulated races from any score', () => {
    const random = randomFrom('race');
    for (const [p, target, h, a] of [
      [0.55, 13, 0, 0],
      [0.45, 13, 11, 9],
      [0.52, 7, 2, 5],
    ] as const) {
      let won = 0;
      for (let i = 0; i < 20_000; i++) {
        let [home, away]: [number, number] = [h, a];
        while (Math.max(home, away) < target || Math.abs(home - away) < 2) {
          if (random() < p) home++;
          else away++;
        }
        won += Number(home > away);
      }
      expect(Math.abs(won / 20_000 - chanceOfRace(p, target, h, a))).toBeLessThan(0.016);
    }
  });
});

describe('a series', () => {
  it('can be drawn with two parts, but not with three', () => {
    expect(chancesOfSeries({ length: 2, wins: 2 }, 0, 0, 0.6, 0.6).map((p) => Number(p.toFixed(9)))).toEqual([0.36, 0.48, 0.16]);
    expect(chancesOfSeries({ length: 2, wins: 2 }, 1, 0, 0.9, 0.6).map((p) => Number(p.toFixed(9)))).toEqual([0.9, 0.1, 0]);
    const three = chancesOfSeries({ length: 3, wins: 2 }, 0, 1, 0.25, 0.5);
    expect(three).toEqual([0.125, 0, 0.875]);
  });
});
