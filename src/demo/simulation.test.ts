import { expect, it } from 'vitest';
import { ENDINGS } from './endings.ts';
import { drawLineup } from './line-up.ts';
import { simulate } from './simulation.ts';

const lineups = {
  home: drawLineup('test', 'a match', { id: 'team:one', countryCode: 'ES' }),
  away: drawLineup('test', 'a match', { id: 'team:other', countryCode: 'ES' }),
};

// A few seasons have sides this far apart: a final between them that had to be decided by a shoot-out kept the demo world from starting.
it.each(ENDINGS)('reaches the ending %s however far apart the sides are', (ending) => {
  for (const expected of [
    [14, 0.01],
    [0.01, 0.01],
    [0.02, 9],
  ] as const) {
    const { goals, lengths, shootOut } = simulate({ key: `${expected}`, ending, expected: [...expected], lineups });
    const [home, away] = [0, 1].map((side) => Object.values(goals).reduce((sum, part) => sum + part[side as 0 | 1], 0));
    if (ending === 'shoot_out') expect([home, shootOut]).toEqual([away, expect.any(Array)]);
    if (ending === 'extra_time') expect([home === away, lengths.E1, shootOut]).toEqual([false, expect.any(Number), null]);
    if (ending === 'corrected') expect(goals.H2[0] + goals.H2[1]).toBeGreaterThan(0);
  }
});
