import { afterEach, beforeEach, vi } from 'vitest';

/** Records the addresses for which the page would leave the site, for one test at a time: jsdom does not navigate. */
export function catchNavigation(): string[] {
  const left: string[] = [];
  const leave = (url: string) => void left.push(url);
  beforeEach(() => {
    left.length = 0;
    const real = window.location;
    vi.stubGlobal('location', {
      get origin() {
        return real.origin;
      },
      get href() {
        return real.href;
      },
      assign: leave,
      replace: leave,
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });
  return left;
}
