// First, because React looks for some of them when it is loaded.
import './missing-apis.ts';
import { cleanup, configure, getConfig } from '@testing-library/react';
import * as React from 'react';
import { unstable_IdlePriority, unstable_scheduleCallback } from 'scheduler';
import { afterAll, afterEach, vi } from 'vitest';
import { speedUpComputedStyle } from './computed-style.ts';
import { endThreads } from './thread-worker.ts';
import { rememberWindow, restoreWindow } from './window-state.ts';

/** Set once a worker has prepared the window that its files share (vitest.config.ts). */
const PREPARED = Symbol.for('matchpoint.prepared-window');

if (!Reflect.has(globalThis, PREPARED)) {
  speedUpComputedStyle();
  createElementsWithoutStacks();
  waitForReact();
  rememberWindow();
  Reflect.set(globalThis, PREPARED, true);
}

/**
 * Makes React believe that it has recorded enough stacks of created elements lately: it takes one for each, for messages about keys and
 * owners, which is a third of the time that rendering takes.
 */
function createElementsWithoutStacks(): void {
  const internals = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE') as object;
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Number.POSITIVE_INFINITY, set: () => undefined });
}

/**
 * Runs after all other tasks of React's scheduler, and after what they scheduled by microtasks; resolves to its number in the order of
 * tasks.
 */
function idleTask(): Promise<number> {
  return new Promise((resolve) => {
    const task = unstable_scheduleCallback(unstable_IdlePriority, () => resolve((task as unknown as { id: number }).id));
  });
}

/** Resolves when React has no pending work, such as effects and what they render: no task came between two idle ones. */
async function reactIsIdle(): Promise<void> {
  for (let last = await idleTask(), next = await idleTask(); next > last + 1; next = await idleTask()) last = next;
}

/**
 * Makes queries wait for React. One such as `findByText` resolves with the first commit that has the text, maybe before the effects of that
 * commit: a dialog is on the page, but ignores the pointer until an effect has run. A user is slower than that; a test must wait.
 */
function waitForReact(): void {
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
