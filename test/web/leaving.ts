import { afterEach, beforeEach, vi } from 'vitest';

/** Keeps the addresses for which the page would leave the site, of one test at a time: jsdom's own location goes nowhere. */
export function catchLeaving(): string[] {
  const left: string[] = [];
  const leave = (url: string) => void left.push(url);
  beforeEach(() => {
    left.length = 0;
    const { origin, href, pathname, search } = window.location;
    vi.stubGlobal('location', { origin, href, pathname, search, assign: leave, replace: leave });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });
  return left;
}
