import { rectifyConfusion } from 'unicode-confusables';

/** The 26 letters in orders that Unicode has them in again: white and black squares, black circles, and the letters that flags are spelled with. */
const ALPHABETS = [0x1f130, 0x1f150, 0x1f170, 0x1f1e6] as const;
/** Small capitals are letters of phonetic alphabets, which the table of confusables leaves alone. */
const SMALL_CAPITALS: ReadonlyMap<string, string> = new Map(
  [...'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢǫ'].map((letter, index) => [letter, 'abcdefghijklmnopqrstuvwyzq'.charAt(index)]),
);
/** Dots in the middle and at the end of other languages' sentences, which browsers and people take for dots. */
const DOTS = /[。．｡․·•‧∙⋅・･⸱ꓸ۔]/u;
const UNSEEN = /\p{Default_Ignorable_Code_Point}/u;
const ASCII = /^[\0-\x7f]$/;

/**
 * What one character looks like, in lower case: 'а' (Cyrillic), 'ａ', '𝐚' and '🅰' are 'a', and '。' is '.'. '' for what does not show.
 * Accents stay. One character may become several ('㏇' is 'co.').
 */
export function lookOf(character: string): string {
  if (ASCII.test(character)) return character.toLowerCase();
  const known = kept.get(character);
  if (known !== undefined) return known;
  const look = findLook(character);
  // Most texts are made of a few thousand characters. Who writes all others does not fill the memory.
  if (kept.size < KEPT_MAX) kept.set(character, look);
  return look;
}
const KEPT_MAX = 20_000;
const kept = new Map<string, string>();

function findLook(character: string): string {
  if (UNSEEN.test(character)) return '';
  if (DOTS.test(character)) return '.';
  const codePoint = character.codePointAt(0)!;
  const start = ALPHABETS.find((first) => codePoint >= first && codePoint < first + 26);
  if (start !== undefined) return String.fromCharCode(0x61 + codePoint - start);
  return [...character.normalize('NFKC')].map(lookOfPlain).join('');
}

/** A capital may look like a Latin one where its small letter does not: 'М' is 'M', and 'м' is a letter of its own to the table. */
function lookOfPlain(character: string): string {
  if (ASCII.test(character)) return character.toLowerCase();
  const small = SMALL_CAPITALS.get(character);
  if (small !== undefined) return small;
  const looks = [character, character.toLowerCase(), character.toUpperCase()].map((one) => rectifyConfusion(one).toLowerCase());
  return looks.find((look) => isLatin(look)) ?? looks[1]!;
}

const isLatin = (look: string): boolean => /^[\0-\x7f]\p{M}*$/u.test(look) || /^[a-z]+$/.test(look);

/** A text as it looks (see `lookOf`), without accents: for words that nobody shall seem to say. */
export const plainLook = (text: string): string =>
  [...text.normalize('NFD').replace(MARKS, '')].map(lookOf).join('').normalize('NFD').replace(MARKS, '');
const MARKS = /\p{M}/gu;
