import { expect, it } from 'vitest';
import { usdtIn } from './number-formats.ts';

it('writes amounts in USDT as the language does, always with two places', () => {
  expect((['en', 'zh-CN', 'vi'] as const).map((locale) => usdtIn(locale, '1234.50'))).toEqual(['1,234.50', '1,234.50', '1.234,50']);
  expect(usdtIn('en', '0.00')).toBe('0.00');
});
