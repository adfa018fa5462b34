import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChatWord, filterWords, foldWord } from './chat-words.ts';

const mask = (...words: string[]): ChatWord[] => words.map((word) => ({ word: foldWord(word), action: 'mask' }));
const hold = (...words: string[]): ChatWord[] => words.map((word) => ({ word: foldWord(word), action: 'hold' }));

describe('filterWords', () => {
  it.each([
    ['what an idiot!', mask('idiot'), 'what an ••!'],
    ['IDIOT, Idiot and ｉｄｉｏｔ', mask('idiot'), '••, •• and ••'],
    ['idiots and idiotic', mask('idiot'), 'idiots and idiotic'],
    ['first class', mask('ass'), 'first class'],
    ['id\u200diot', mask('idiot'), '••'],
    // With another accent it is another word.
    ['đồ ngu, đồ ngụ', mask('ngu'), 'đồ ••, đồ ngụ'],
    ['go to hell now', mask('go to hell'), '•• now'],
    ['你是笨蛋吗', mask('笨蛋'), '你是••吗'],
    ['the 笨蛋s', mask('笨蛋'), 'the ••s'],
    ['甲乙丙丁', mask('甲乙丙', '乙丙丁'), '••'],
    ['a, b', mask(), 'a, b'],
    ['Straße 👍 idiot', mask('idiot'), 'Straße 👍 ••'],
    ['😀idiot😀', mask('idiot'), '😀••😀'],
  ])('finds words of the list in %j', (text, words, judged) => {
    expect(filterWords(text, words)).toEqual({ text: judged, isHeld: false });
  });

  it('leaves a held message unmasked, whatever other words it contains', () => {
    expect(filterWords('kill the idiot', [...hold('kill'), ...mask('idiot')])).toEqual({ text: 'kill the ••', isHeld: true });
    expect(filterWords('skill', hold('kill'))).toEqual({ text: 'skill', isHeld: false });
  });

  it('finds words wherever they stand alone, and leaves all else unchanged', () => {
    const filler = fc.string({ unit: 'grapheme', maxLength: 20 }).filter((text) => !text.toLowerCase().includes('idiot'));
    fc.assert(
      fc.property(filler, filler, fc.constantFrom('idiot', 'IDIOT', 'Ｉdiot'), (before, after, word) => {
        expect(filterWords(`${before} ${word} ${after}`, mask('idiot'))).toEqual({ text: `${before} •• ${after}`, isHeld: false });
        expect(filterWords(before + after, mask('zzzzz-never'))).toEqual({ text: before + after, isHeld: false });
      }),
    );
  });

  it('foldWord is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(foldWord(foldWord(text))).toBe(foldWord(text));
      }),
    );
  });
});
