import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { loadAdminWords } from '#web/i18n/admin-words.ts';
import { loadAllWords } from '#web/i18n/locale-store.ts';
import { findTimeZone } from '#web/lib/dates.ts';

// What browsers have and jsdom lacks, as far as our components and Radix ask for it.
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

// What comes in a moment takes longer on a machine that does much else.
configure({ asyncUtilTimeout: 20_000 });

// Components are tested without the pages that would ask for their words, and without the start that finds the time zone.
void loadAllWords();
void loadAdminWords();
findTimeZone();

afterEach(() => {
  cleanup();
  localStorage.clear();
});
