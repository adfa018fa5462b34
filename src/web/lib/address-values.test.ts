import { expect, it } from 'vitest';
import { dateIn, oneOf, pageNumber } from './address-values.ts';

it('takes words that are among those wanted', () => {
  expect(oneOf(['won', 'lost'], 'lost')).toBe('lost');
  for (const text of [null, '', 'Lost', 'draw']) expect(oneOf(['won', 'lost'], text)).toBeUndefined();
});

it('takes numbers of pages', () => {
  expect(pageNumber('12')).toBe(12);
  for (const text of [null, '', '0', '-1', '1.5', '1e3', 'two', '99999']) expect(pageNumber(text)).toBe(1);
});

it('takes days that exist', () => {
  expect(dateIn('2028-02-29')).toBe('2028-02-29');
  for (const text of [null, '', '2026-02-29', '2026-13-01', '2026-1-1', 'yesterday', '+275761-01-01']) expect(dateIn(text)).toBeUndefined();
});
