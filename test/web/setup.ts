// First, because packages look for some of them when they are loaded.
import './missing-apis.ts';
import { cleanup, configure, getConfig } from '@testing-library/react';
import { options } from 'preact';
import { afterAll, afterEach, vi } from 'vitest';
import { controlFields } from '#web/lib/controlled-fields.ts';
import { speedUpComputedStyle } from './computed-style.ts';
import { endThreads } from './thread-worker.ts';
import { rememberWindow, restoreWindow } from './window-state.ts';

/** Set once a worker has prepared the window that its files share (vitest.config.ts). */
const PREPARED = Symbol.for('matchpoint.prepared-window');

/** The real one, also while a test sets the clock. */
const nextTask = globalThis.setImmediate;
/** Renders and effects that Preact has scheduled and that have not run yet. */
let scheduled = 0;

if (!Reflect.has(globalThis, PREPARED)) {
  speedUpComputedStyle();
  countScheduled();
  controlFields();
  waitForPreact();
  rememberWindow();
  Reflect.set(globalThis, PREPARED, true);
}

/** Counts what Preact schedules, and runs effects as the next task: nothing is painted here that they could wait for. */
function countScheduled(): void {
  const counting = (schedule: (run: () => void) => void) => (run: () => void) => {
    scheduled++;
    schedule(() => {
      scheduled--;
      run();
    });
  };
  options.debounceRendering = counting(queueMicrotask);
  options.requestAnimationFrame = counting(nextTask);
}

/** Resolves when Preact has no pending work, such as effects and what they render. */
async function preactIsIdle(): Promise<void> {
  do await new Promise((resolve) => nextTask(resolve));
  while (scheduled > 0);
}

/**
 * Makes queries wait for Preact. One such as `findByText` resolves with the first commit that has the text, maybe before the effects of that
 * commit: a dialog is on the page, but ignores the pointer until an effect has run. A user is slower than that; a test must wait.
 */
function waitForPreact(): void {
  const { asyncWrapper } = getConfig();
  configure({
    asyncWrapper: (callback) =>
      asyncWrapper(async () => {
        const result = await callback();
        await preactIsIdle();
        return result;
      }),
    // On a busy machine everything takes longer.
    asyncUtilTimeout: 20_000,
  });
}

// Each file gets modules of its own, with their state. Packages stay loaded.
vi.resetModules();
const [
  { loadAdminWords },
  { loadBacktestWords },
  { loadBracketWords },
  { loadCommentaryWords },
  { loadDeveloperWords },
  { loadDivisionWords },
  { loadOutlookWords },
  { loadTippingWords },
  { loadLegalWords },
  { loadAllWords },
  { findTimeZone },
] = await Promise.all([
  import('#web/i18n/admin-words.ts'),
  import('#web/i18n/backtest-words.ts'),
  import('#web/i18n/bracket-words.ts'),
  import('#web/i18n/commentary-words.ts'),
  import('#web/i18n/developer-words.ts'),
  import('#web/i18n/division-words.ts'),
  import('#web/i18n/outlook-words.ts'),
  import('#web/i18n/tipping-words.ts'),
  import('#web/i18n/legal-words.ts'),
  import('#web/i18n/locale-store.ts'),
  import('#web/lib/dates.ts'),
]);
// Component tests lack the pages that load their translations, and the start that determines the time zone.
void loadAllWords();
void loadLegalWords();
void loadCommentaryWords();
void loadOutlookWords();
void loadBacktestWords();
void loadBracketWords();
void loadDeveloperWords();
void loadDivisionWords();
void loadTippingWords();
void loadAdminWords();
findTimeZone();

afterEach(() => {
  cleanup();
  localStorage.clear();
});
afterAll(() => {
  endThreads();
  restoreWindow();
});
