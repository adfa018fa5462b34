import { expect, it } from 'vitest';
import { dateIn, oneOf, pageNumber } from './address-values.ts';

it('accepts words from the allowed ones', () => {
  expect(oneOf(['won', 'lost'], 'lost')).toBe('lost');
  for (const text of [null, '', 'Lost', 'draw']) expect(oneOf(['won', 'lost'], text)).toBeUndefined();
});

it('accepts page numbers', () => {
  expect(pageNumber('12')).toBe(12);
  for (const text of [null, '', '0', '-1', '1.5', '1e3', 'two', '99999']) expect(pageNumber(text)).toBe(1);
});

it('accepts existing days', () => {
  expect(dateIn('2028-02-29')).toBe('2028-02-29');
  for (const text of [null, '', '2026-02-29', '2026-13-01', '2026-1-1', 'yesterday', '+275761-01-01']) expect(dateIn(text)).toBeUndefined();
});
