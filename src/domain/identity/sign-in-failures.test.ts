import { expect, it } from 'vitest';
import { isFailureWritten } from './guessing.ts';

it('isFailureWritten logs a flood of failures in few rows', () => {
  const written = Array.from({ length: 1_000_000 }, (_, n) => n + 1).filter(isFailureWritten);
  expect(written).toEqual([1, 2, 3, 4, 5, 10, 100, 1_000, 10_000, 100_000, 1_000_000]);
});
