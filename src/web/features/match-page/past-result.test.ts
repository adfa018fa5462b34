import { expect, it } from 'vitest';
import { makePast, makeScore, makeTeam } from '#test/web/fixtures/matches.ts';
import { resultFor } from './past-match-row.tsx';

const [home, away] = [makeTeam('Avalon Town', { id: 1 }), makeTeam('Northgate', { id: 2 })];
const results = (...score: Parameters<typeof makeScore>) => {
  const match = makePast({ home, away, score: makeScore(...score) });
  return [resultFor(match, 1), resultFor(match, 2)];
};

it('returns won, drawn or lost for either side; a shoot-out is a draw', () => {
  expect(results(2, 1)).toEqual(['W', 'L']);
  expect(results(0, 3)).toEqual(['L', 'W']);
  expect(results(1, 1, { penalty: [4, 2] })).toEqual(['D', 'D']);
  expect(results(null, null)).toEqual([null, null]);
});
