import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nasty } from '#test/support/nasty-text.ts';
import { clearedText, handlesIn, isTooLong, shortened } from './chat-text.ts';

const FAMILY = '👨‍👩‍👧‍👦';
const ENGLAND = '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}';

describe('clearedText', () => {
  it.each([
    ['is left as it was where nothing is wrong', 'Quá hay! 进球了 ⚽ “1–0”', 'Quá hay! 进球了 ⚽ “1–0”'],
    ['has single spaces, and none at its ends', '  a \t b\u00a0\u3000c  ', 'a b c'],
    ['keeps its lines, with one empty one between them', '\n\na\r\nb\u2028\n\n\nc\n', 'a\nb\n\nc'],
    ['loses NUL and other controls', 'a\0b\u0007c\u009fd', 'abcd'],
    ['is not turned around', '\u202eabc\u202c \u2067def\u2069\u200f', 'abc def'],
    ['loses halves of characters', 'a\ud83db\udc00', 'ab'],
    ['loses what shows nothing', 'a\u200bb\u00adc\ufeffd\u2060e', 'abcde'],
    ['is empty where only blanks are left', '\u3164 \u2800\u115f\u200d\ufeff', ''],
    ['stacks four marks at most', `e${'\u0316'.repeat(50)}`, `e${'\u0316'.repeat(4)}`],
    ['stacks no more with joiners between them', `e${'\u0316\u200d'.repeat(50)}!`, `e${'\u0316\u200d'.repeat(2)}!`],
    ['writes a letter with its accent as one', 'e\u0301', 'é'],
    ['keeps emoji of several parts', `${FAMILY} 👍🏽 ❤️‍🔥 1️⃣ ${ENGLAND} 🇻🇳`, `${FAMILY} 👍🏽 ❤️‍🔥 1️⃣ ${ENGLAND} 🇻🇳`],
    ['hides no text in tags', 'a\u{e0068}\u{e0069}b', 'ab'],
    ['shows a chain of emoji that never breaks as one that cannot be read', `${'👩‍'.repeat(40)}👩!`, '\ufffd!'],
    ['is plain: markup is text', '<img src=x onerror=alert(1)> &amp; [a](b)', '<img src=x onerror=alert(1)> &amp; [a](b)'],
    ['has ten lines at most', Array.from({ length: 14 }, (_, n) => n).join('\n'), '0\n1\n2\n3\n4\n5\n6\n7\n8\n9 10 11 12 13'],
  ])('clears %s', (_, text, cleared) => {
    expect(clearedText(text)).toBe(cleared);
  });

  it('is idempotent, can be stored, and contains nothing that must be removed', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        const cleared = clearedText(text);
        expect(clearedText(cleared)).toBe(cleared);
        expect(cleared).not.toMatch(/\0|[\u202a-\u202e\u2066-\u2069]|\p{M}{5}|\p{Cs}|^\s|\s$|\n{3}/u);
        expect(cleared.split('\n').length).toBeLessThanOrEqual(10);
        expect(Buffer.from(cleared, 'utf8').toString('utf8')).toBe(cleared);
      }),
      { numRuns: 2_000 },
    );
  });

  it('keeps a few marks per letter of 300 letters with 50 marks each', () => {
    const cleared = clearedText(`a${'\u0316'.repeat(50)}`.repeat(300));
    expect([...cleared]).toHaveLength(300 * 5);
    expect(isTooLong(cleared)).toBe(true);
  });
});

describe('isTooLong', () => {
  it.each([
    ['a'.repeat(300), false],
    ['a'.repeat(301), true],
    ['进'.repeat(300), false],
    ['👍🏽'.repeat(300), false],
    ['👍🏽'.repeat(301), true],
    ['ệ'.repeat(300), false],
    // Each family is one character to a reader, but 120 of them take too many code points.
    [FAMILY.repeat(120), false],
    [FAMILY.repeat(121), true],
  ])('counts characters as a reader does: %#', (text, tooLong) => {
    expect(isTooLong(text)).toBe(tooLong);
  });

  it('accepts only texts that fit into the database and a frame', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        const cleared = clearedText(text);
        if (isTooLong(cleared)) return;
        expect(cleared.length).toBeLessThanOrEqual(2_400);
        expect(Buffer.byteLength(cleared)).toBeLessThanOrEqual(3_000);
      }),
    );
  });
});

describe('shortened', () => {
  it.each([
    ['short', 'short'],
    ['1234567890', '1234567890'],
    ['12345678901', '1234567890…'],
    ['line\nline', 'line line'],
    [FAMILY.repeat(11), `${FAMILY.repeat(10)}…`],
  ])('cuts %j', (text, beginning) => {
    expect(shortened(text, 10)).toBe(beginning);
  });
});

describe('handlesIn', () => {
  it.each([
    ['@ana what a goal', ['ana']],
    ['(@Ana), @bob_2! @ana', ['ana', 'bob_2']],
    ['好球@ana 好', []],
    ['mail ana@example.com, a@@ana @an @', []],
    ['@ana.bob @ana-x', ['ana']],
    [`@${'a'.repeat(21)} @anaé`, []],
    [Array.from({ length: 14 }, (_, n) => `@user${n}`).join(' '), Array.from({ length: 10 }, (_, n) => `user${n}`)],
  ])('finds the mentions in %j', (text, handles) => {
    expect(handlesIn(text)).toEqual(handles);
  });
});
