import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { STEP_MS, usePlayHour } from './play-reminder.tsx';

let told = 0;
const tell = async () => {
  told += 1;
  return true;
};

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  told = 0;
});
afterEach(() => {
  vi.useRealTimers();
  setVisibility('visible');
  document.body.removeAttribute('data-scroll-locked');
});

const setVisibility = (state: DocumentVisibilityState) =>
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
const openTab = (answer = tell, userId = 'ada') => renderHook(() => usePlayHour(userId, answer));

/** Simulates input every minute. */
async function use(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += MINUTE_MS) {
    window.dispatchEvent(new Event('pointerdown'));
    await act(() => vi.advanceTimersByTimeAsync(Math.min(MINUTE_MS, ms - passed)));
  }
}
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it('reminds after each hour', async () => {
  openTab();
  await use(HOUR_MS - STEP_MS);
  expect(told).toBe(0);
  await use(STEP_MS);
  expect(told).toBe(1);
  await use(HOUR_MS - STEP_MS);
  expect(told).toBe(1);
  await use(2 * STEP_MS);
  expect(told).toBe(2);
});

it('counts two tabs as one, and reminds in one of them', async () => {
  openTab();
  await wait(3_000);
  openTab();
  await use(HOUR_MS - MINUTE_MS);
  expect(told).toBe(0);
  await use(2 * MINUTE_MS);
  expect(told).toBe(1);
});

it('continues when the page is reopened', async () => {
  const { unmount } = openTab();
  await use(40 * MINUTE_MS);
  unmount();
  await wait(5 * MINUTE_MS);
  openTab();
  await use(19 * MINUTE_MS);
  expect(told).toBe(0);
  await use(2 * MINUTE_MS);
  expect(told).toBe(1);
});

it('pauses after a quarter of an hour without input', async () => {
  openTab();
  await use(30 * MINUTE_MS);
  await wait(30 * MINUTE_MS);
  // 30 minutes, and 14 more until a quarter of an hour has passed since the last input.
  await use(15 * MINUTE_MS);
  expect(told).toBe(0);
  await use(2 * MINUTE_MS);
  expect(told).toBe(1);
});

it('pauses while the page is not visible', async () => {
  openTab();
  await use(50 * MINUTE_MS);
  setVisibility('hidden');
  await use(20 * MINUTE_MS);
  setVisibility('visible');
  await use(9 * MINUTE_MS);
  expect(told).toBe(0);
  await use(2 * MINUTE_MS);
  expect(told).toBe(1);
});

it('waits until a dialog is closed', async () => {
  openTab();
  await use(HOUR_MS - STEP_MS);
  document.body.setAttribute('data-scroll-locked', '1');
  await use(5 * MINUTE_MS);
  expect(told).toBe(0);
  document.body.removeAttribute('data-scroll-locked');
  await use(STEP_MS);
  expect(told).toBe(1);
});

it('retries soon if the reminder could not be shown', async () => {
  const answers = [false, false, true];
  openTab(async () => {
    told += 1;
    return answers.shift() ?? true;
  });
  await use(HOUR_MS + 5 * STEP_MS);
  expect(told).toBe(3);
});
