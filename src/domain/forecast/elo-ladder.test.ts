import { describe, expect, it } from 'vitest';
import { createEloLadder } from './elo-ladder.ts';

const fixture = { day: 1, division: 'A', season: 2011, home: 'a', away: 'b' };
const seen = (home: number, away: number) => ({ home, away, counted: true });

describe('a ladder', () => {
  it('moves both sides by the step times the surprise, as computed by hand', () => {
    const ladder = createEloLadder({ step: 20, steepness: 4 });
    ladder.learn(fixture, seen(1, 0));
    // Expected with 60 points of home advantage: 1 / (1 + 10^-0.15) = 0.5855; won: 1 / (1 + e^-4) = 0.9820; 20 x 0.3965 for each side.
    expect(ladder.lead(fixture)).toBeCloseTo((2 * 20 * (0.98201 - 0.58551)) / 400, 4);
    expect(ladder.lead({ ...fixture, home: 'b', away: 'a' })).toBeCloseTo(-ladder.lead(fixture), 12);
  });

  it('expects no advantage on neutral ground, and ignores values that are not numbers', () => {
    const ladder = createEloLadder({ step: 20, steepness: 0.75 });
    ladder.learn({ ...fixture, neutral: true }, seen(2, 2));
    expect(ladder.lead(fixture)).toBe(0);
    ladder.learn(fixture, seen(Number.NaN, 1));
    expect(ladder.lead(fixture)).toBe(0);
  });

  it('converges where results match expectations', () => {
    const ladder = createEloLadder({ step: 20, steepness: 0.75 });
    for (let i = 0; i < 2_000; i++) ladder.learn({ ...fixture, neutral: true }, seen(1, 0));
    // 1 / (1 + e^-0.75) = 0.679 corresponds to 130 points.
    expect(400 * ladder.lead(fixture)).toBeCloseTo(130.3, 0);
  });
});
