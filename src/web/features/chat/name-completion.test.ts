import { describe, expect, it } from 'vitest';
import { nameBefore, offeredNames, withName } from './use-names.ts';

describe('the text after an @', () => {
  it.each([
    ['@', 1, ''],
    ['hi @Ad', 6, 'ad'],
    ['hi @ad you', 6, 'ad'],
    ['hi @ad you', 10, null],
    ['me@ad', 5, null],
    ['hi @ad', 2, null],
  ])('is found before the caret: %s at %i', (text, caret, typed) => {
    expect(nameBefore(text, caret)).toBe(typed);
  });

  it('is replaced by the handle, with the caret after it', () => {
    expect(withName('hi @ad you', 6, 'ada')).toEqual({ text: 'hi @ada you', caret: 8 });
    expect(withName('@', 1, 'minh')).toEqual({ text: '@minh ', caret: 6 });
  });
});

describe('the offered users', () => {
  const authors = [
    { handle: 'zhao', name: 'Minh' },
    { handle: 'minh', name: 'Hoàng' },
    ...['minh1', 'minh2', 'minh3', 'minh4'].map((handle) => ({ handle, name: handle })),
  ];

  it('are those whose handle begins with the text, then those whose name contains it, at most five', () => {
    expect(offeredNames(authors, 'hoàng').map(({ handle }) => handle)).toEqual(['minh']);
    expect(offeredNames(authors, 'minh').map(({ handle }) => handle)).toEqual(['minh', 'minh1', 'minh2', 'minh3', 'minh4']);
    expect(offeredNames(authors.slice(0, 2), 'minh').map(({ handle }) => handle)).toEqual(['minh', 'zhao']);
    expect(offeredNames(authors, '')).toHaveLength(5);
  });
});
