import { expect, it } from 'vitest';
import { wholeDigits } from './number-formats.ts';

it('reads whole numbers from digits, with or without separated thousands, and from nothing else', () => {
  expect(['500', '0500', '1,000', '1.000', '12 480', ' 70 ', '', '0'].map(wholeDigits)).toEqual([
    '500',
    '500',
    '1000',
    '1000',
    '12480',
    '70',
    '',
    '0',
  ]);
  expect(['1.5', '-5', '1e3', 'ten', '5 0', '1234567890'].map(wholeDigits)).toEqual([null, null, null, null, null, null]);
});
