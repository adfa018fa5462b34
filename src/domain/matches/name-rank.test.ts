import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldedNames, NAME_RANK, nameRank, readWanted } from './name-rank.ts';

const MILAN = foldedNames({ name: 'AC Milan', names: { 'zh-CN': 'AC米兰' }, aliases: ['Rossoneri', 'Milan AC'] });
const UNITED = foldedNames({
  name: 'Manchester United FC',
  short_name: 'Man Utd',
  names: { 'zh-CN': '曼彻斯特联' },
  aliases: ['曼联', 'MU'],
});

const answerOf = (typed: string, names: typeof MILAN) => nameRank(readWanted(typed, 80)!, names);
const rankOf = (typed: string, names: typeof MILAN) => answerOf(typed, names)?.rank ?? null;

describe('the rank of a name in a search', () => {
  it.each([
    ['Manchester United FC', NAME_RANK.exact],
    ['曼彻斯特联', NAME_RANK.exact],
    ['man utd', NAME_RANK.alias],
    ['曼联', NAME_RANK.alias],
    ['manchester united', NAME_RANK.core],
    ['Man-chester united', NAME_RANK.core],
    ['manutd', NAME_RANK.core],
    ['manch', NAME_RANK.prefix],
    ['曼彻', NAME_RANK.prefix],
    ['man u', NAME_RANK.aliasPrefix],
    ['manchesteru', NAME_RANK.unspaced],
    ['united man', NAME_RANK.words],
    ['斯特', NAME_RANK.words],
    ['manchetser', NAME_RANK.slip + 0.01],
    ['manchetsre uinted', NAME_RANK.slip + 0.03],
    ['liverpool', null],
    ['%', null],
  ])('%j answers by rank %d', (typed, expected) => {
    expect(rankOf(typed, UNITED)).toBe(expected);
  });

  it('ignores designators around club names', () => {
    expect(rankOf('milan', MILAN)).toBe(NAME_RANK.core);
    expect(rankOf('米兰', MILAN)).toBe(NAME_RANK.words);
    expect(rankOf('mila', MILAN)).toBe(NAME_RANK.prefix);
    expect(rankOf('FC', foldedNames({ name: 'FC', names: {} }))).toBe(NAME_RANK.exact);
  });

  it('returns how much of the nearest name was not typed', () => {
    expect(answerOf('manchester u', UNITED)).toEqual({ rank: NAME_RANK.prefix, rest: 8 });
    expect(answerOf('man u', UNITED)).toEqual({ rank: NAME_RANK.aliasPrefix, rest: 2 });
  });

  it('finds every name by itself, in any spelling, and by each of its beginnings', () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(name, fc.nat(29), (text, length) => {
        const names = foldedNames({ name: text, names: {} });
        const wanted = readWanted(text, 80);
        if (wanted === null || wanted.text === '') return;
        expect(nameRank(wanted, names)).toEqual({ rank: NAME_RANK.exact, rest: 0 });
        const begun = readWanted(names.own[0]!.slice(0, 1 + (length % names.own[0]!.length)), 80);
        if (begun && begun.text !== '') expect(nameRank(begun, names)?.rank).toBeLessThanOrEqual(NAME_RANK.prefix);
      }),
    );
  });
});

describe('a search text', () => {
  it('is null if nothing was typed, and matches nothing if it cannot be part of a name', () => {
    for (const typed of ['', '   ', '\u0000\u0007', '\ud83d', '\u0000 \udc00']) expect(readWanted(typed, 80)).toBeNull();
    expect(readWanted('%_', 80)).toEqual({ text: '', words: [] });
  });

  it('is truncated, and never within a letter', () => {
    expect(readWanted('x'.repeat(10_000), 80)?.text).toHaveLength(80);
    expect(readWanted(`${'x'.repeat(79)}\u{20bb7}`, 80)?.text).toBe('x'.repeat(79));
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (typed) => {
        expect(readWanted(typed, 80)?.text ?? '').not.toMatch(/[\p{Cs}\p{Cc}]/u);
      }),
    );
  });
});
