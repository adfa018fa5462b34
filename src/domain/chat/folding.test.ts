import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { folded, foldings, wordsOf } from './folding.ts';

describe('folded', () => {
  it.each([
    ['Atlético  Madrid', 'atletico madrid'],
    ['ĐỘI TUYỂN Đức', 'doi tuyen duc'],
    ['FC København', 'fc kobenhavn'],
    ['Preußen Münster', 'preussen munster'],
    ['Łódź', 'lodz'],
    ['Fenerbahçe İstanbul', 'fenerbahce istanbul'],
    ['Kasımpaşa', 'kasimpasa'],
    ['Qarabağ', 'qarabag'],
    ['Brighton & Hove Albion', 'brighton and hove albion'],
    ["Nott'm Forest", 'nottm forest'],
    ['F.C. Barcelona', 'fc barcelona'],
    ['1. FC Köln', '1 fc koln'],
    ['Saint-Étienne', 'saint etienne'],
    ['巴黎·圣日耳曼', '巴黎圣日耳曼'],
    ['ＡＣ米兰', 'ac米兰'],
    ['ΟΛΥΜΠΙΑΚΟΣ', 'ολυμπιακοσ'],
    ['\u0000%_⚽', ''],
  ])('turns %j into %j', (text, expected) => {
    expect(folded(text)).toBe(expected);
  });

  it('is idempotent, and returns words of letters and digits in lower case', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const once = folded(text);
        expect(folded(once)).toBe(once);
        expect(once).toMatch(/^([\p{L}\p{N}]+( [\p{L}\p{N}]+)*)?$/u);
        expect(once).toBe(once.toLowerCase());
      }),
    );
  });

  it('ignores case, Unicode composition and extra spaces', () => {
    const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789 áàâãäåçéèñóôõöøúüýßđłşğžœ米兰'.split(''));
    fc.assert(
      fc.property(fc.array(letter), (letters) => {
        const text = letters.join('');
        const expected = folded(text);
        expect(folded(text.toUpperCase())).toBe(expected);
        expect(folded(text.normalize('NFD'))).toBe(expected);
        expect(folded(` ${text.replaceAll(' ', '  ')}\t`)).toBe(expected);
      }),
    );
  });

  it('foldings adds spellings of umlauts with two letters, and of saints', () => {
    expect(foldings('Malmö FF')).toEqual(['malmo ff', 'malmoe ff']);
    expect(foldings('Bodø/Glimt')).toEqual(['bodo glimt', 'bodoe glimt']);
    expect(foldings('FC St. Pauli')).toEqual(['fc st pauli', 'fc saint pauli']);
    expect(foldings('Arsenal')).toEqual(['arsenal']);
    expect(foldings('?!')).toEqual([]);
  });

  it('wordsOf splits words at spaces, and Chinese from other letters', () => {
    expect(wordsOf('ac米兰 1899')).toEqual(['ac', '米兰', '1899']);
    expect(wordsOf('')).toEqual([]);
  });
});
