import { expect, it } from 'vitest';
import { usdtIn } from './number-formats.ts';

it('formats amounts in USDT by language, always with two places', () => {
  expect((['en', 'zh-CN', 'vi'] as const).map((locale) => usdtIn(locale, '1234.50'))).toEqual(['1,234.50', '1,234.50', '1.234,50']);
  expect(usdtIn('en', '0.00')).toBe('0.00');
});
