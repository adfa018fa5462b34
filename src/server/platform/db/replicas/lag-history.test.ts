import { expect, it } from 'vitest';
import { lagHistory } from './lag-history.ts';

function history() {
  let nowMs = 0;
  const { note, lagMs } = lagHistory(() => nowMs);
  return {
    lagMs,
    at: (ms: number, bytes?: number) => {
      nowMs = ms;
      if (bytes !== undefined) note(bytes);
    },
  };
}

it('tells a position as the time since the primary was last there', () => {
  const { at, lagMs } = history();
  expect(lagMs(5)).toBe(0);
  at(1_000, 100);
  at(2_000, 100);
  at(3_000, 200);
  at(4_000, 300);
  at(4_500);
  expect([300, 250, 200, 150, 100].map(lagMs)).toEqual([0, 1_500, 1_500, 2_500, 2_500]);
});

it('counts from its first entry for a position from before', () => {
  const { at, lagMs } = history();
  at(1_000, 100);
  at(31_000);
  expect([lagMs(50), lagMs(100)]).toEqual([30_000, 0]);
});

it('begins anew with a primary that is not as far', () => {
  const { at, lagMs } = history();
  at(1_000, 900);
  at(2_000, 100);
  at(5_000, 200);
  expect([lagMs(100), lagMs(900)]).toEqual([3_000, 0]);
});

it('knows only the last ten minutes', () => {
  const { at, lagMs } = history();
  for (let minute = 0; minute <= 20; minute++) at(minute * 60_000, 1 + minute);
  expect(lagMs(1)).toBe(10 * 60_000);
});
