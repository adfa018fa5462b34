import { describe, expect, it } from 'vitest';
import { codeIn, splitLinks } from './outbox-list.tsx';

describe('the code in a message', () => {
  it.each([
    ['Your code is 123456.', '123456'],
    ['您的验证码是123456，10 分钟内有效。', '123456'],
    ['Mã của bạn:\n\n004217\n', '004217'],
    ['Call 1234567 now', null],
    ['https://example.com/not-me#123456', null],
    ['at 12:30 on 20.11.2026', null],
    ['', null],
  ])('%j: %s', (text, code) => {
    expect(codeIn(text)).toBe(code);
  });
});

describe('the links of a text', () => {
  it('are separate, without the punctuation that ends a sentence', () => {
    expect(splitLinks('Open http://localhost:3000/not-me#abc-_1. Thanks')).toEqual([
      'Open ',
      'http://localhost:3000/not-me#abc-_1',
      '. Thanks',
    ]);
    expect(splitLinks('请打开https://example.com/a。谢谢')).toEqual(['请打开', 'https://example.com/a', '。谢谢']);
  });

  it('are empty if there are none', () => {
    expect(splitLinks('javascript:alert(1) <b>')).toEqual(['javascript:alert(1) <b>']);
  });
});
