import { cleanup, configure, getConfig } from '@testing-library/react';
import { unstable_IdlePriority, unstable_scheduleCallback } from 'scheduler';
import { afterEach } from 'vitest';
import { loadAdminWords } from '#web/i18n/admin-words.ts';
import { loadAllWords } from '#web/i18n/locale-store.ts';
import { findTimeZone } from '#web/lib/dates.ts';

// Browser APIs that jsdom lacks, as far as our components and Radix use them.
class NoResizes implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
globalThis.ResizeObserver ??= NoResizes;
window.scrollTo = () => undefined;
window.matchMedia ??= (media: string): MediaQueryList =>
  Object.assign(new EventTarget(), { media, matches: false, onchange: null, addListener() {}, removeListener() {} });
Element.prototype.hasPointerCapture ??= () => false;
Element.prototype.scrollIntoView ??= () => undefined;

/**
 * Runs after all other tasks of React's scheduler, and after what they scheduled by microtasks; resolves to its number in the order of
 * tasks.
 */
const idleTask = () =>
  new Promise<number>((resolve) => {
    const task = unstable_scheduleCallback(unstable_IdlePriority, () => resolve((task as unknown as { id: number }).id));
  });

/** Resolves when React has no pending work, such as effects and what they render: no task came between two idle ones. */
async function reactIsIdle(): Promise<void> {
  for (let last = await idleTask(), next = await idleTask(); next > last + 1; next = await idleTask()) last = next;
}

// A query such as `findByText` resolves with the first commit that has the text, maybe before the effects of that commit: a dialog
// is on the page, but ignores the pointer until an effect has run. A user is slower than that; a test must wait.
const { asyncWrapper } = getConfig();
configure({
  asyncWrapper: (callback) =>
    asyncWrapper(async () => {
      const result = await callback();
      await reactIsIdle();
      return result;
    }),
  // On a busy machine everything takes longer.
  asyncUtilTimeout: 20_000,
});

// Component tests lack the pages that load their translations, and the start that determines the time zone.
void loadAllWords();
void loadAdminWords();
findTimeZone();

afterEach(() => {
  cleanup();
  localStorage.clear();
});
