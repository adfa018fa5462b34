import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slips, slipsAllowed } from './name-rank.ts';

const NEVER = Number.POSITIVE_INFINITY;

describe('slips of the keyboard', () => {
  it.each([
    ['chelsea', 'chelsea', 0],
    ['chlesea', 'chelsea', 1],
    ['chelsae', 'chelsea', 1],
    ['celsea', 'chelsea', 1],
    ['chhelsea', 'chelsea', 1],
    ['barcalona', 'barcelona', 1],
    ['barcalon', 'barcelona', 1.5],
    ['liverpol', 'liverpool', 1],
    ['manchestre', 'manchester', 1],
    ['arsenla', 'arsenal', 1],
    ['everton', 'chelsea', NEVER],
    ['chelsea', 'chel', NEVER],
    ['roma', 'rome', 1],
  ])('from %s to %s are %d', (typed, word, expected) => {
    expect(slips(typed, word, 2)).toBe(expected);
  });

  it('are not accepted in short words and numbers', () => {
    expect([slipsAllowed('psg'), slipsAllowed('1899'), slipsAllowed('roma'), slipsAllowed('barcelona')]).toEqual([0, 0, 1, 2]);
    expect(slips('psg', 'psv', 0)).toBe(NEVER);
  });

  const word = fc.string({ unit: fc.constantFrom(...'abcde'), minLength: 1, maxLength: 10 });

  it('are zero for the word itself, and symmetric', () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(slips(a, a, 2)).toBe(0);
        // Whole words only: the beginning of a word is counted in one direction.
        const [there, back] = [slips(a, b, 20), slips(b, a, 20)];
        if (Number.isInteger(there) && Number.isInteger(back)) expect(there).toBe(back);
      }),
    );
  });

  it('are at most one after one slip', () => {
    fc.assert(
      fc.property(word, fc.nat(9), fc.constantFrom(...'abcde'), (text, place, letter) => {
        const at = place % text.length;
        const wrong = [
          text.slice(0, at) + text.slice(at + 1),
          text.slice(0, at) + letter + text.slice(at),
          text.slice(0, at) + letter + text.slice(at + 1),
          text.slice(0, at) + (text[at + 1] ?? '') + text[at] + text.slice(at + 2),
        ];
        for (const typed of wrong) expect(slips(typed, text, 2)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
