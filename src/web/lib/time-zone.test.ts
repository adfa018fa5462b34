import { afterEach, expect, it, vi } from 'vitest';
import { browserZone } from './dates.ts';

afterEach(() => vi.restoreAllMocks());

it.each([
  ['Asia/Ho_Chi_Minh', { name: 'Asia/Ho_Chi_Minh', isAssumed: false }],
  ['Etc/Unknown', { name: 'UTC', isAssumed: true }],
  [undefined, { name: 'UTC', isAssumed: true }],
])('a browser that reports %s', (timeZone, zone) => {
  const options = Intl.DateTimeFormat().resolvedOptions();
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    ...options,
    timeZone,
  } as Intl.ResolvedDateTimeFormatOptions);
  expect(browserZone()).toEqual(zone);
});
