import { rectifyConfusion } from 'unicode-confusables';

/** First code points of further A–Z ranges in Unicode: white squares, black circles, black squares, and regional indicators (flags). */
const ALPHABETS = [0x1f130, 0x1f150, 0x1f170, 0x1f1e6] as const;
/** Small capitals: letters of phonetic alphabets, which the table of confusables leaves alone. */
const SMALL_CAPITALS: ReadonlyMap<string, string> = new Map(
  [...'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢǫ'].map((letter, index) => [letter, 'abcdefghijklmnopqrstuvwyzq'.charAt(index)]),
);
/** Full stops and middle dots of other scripts, which browsers and people read as dots. */
const DOTS = /[。．｡․·•‧∙⋅・･⸱ꓸ۔]/u;
const UNSEEN = /\p{Default_Ignorable_Code_Point}/u;
const ASCII = /^[\0-\x7f]$/;

/**
 * Returns what one character looks like, in lower case: 'а' (Cyrillic), 'ａ', '𝐚' and '🅰' give 'a', and '。' gives '.'. Invisible
 * characters give ''. Accents stay. One character may become several ('㏇' gives 'co.').
 */
export function lookOf(character: string): string {
  if (ASCII.test(character)) return character.toLowerCase();
  const known = cachedLooks.get(character);
  if (known !== undefined) return known;
  const look = findLook(character);
  // Most texts use a few thousand characters; the cap keeps a text with all others from filling the memory.
  if (cachedLooks.size < CACHED_MAX) cachedLooks.set(character, look);
  return look;
}
const CACHED_MAX = 20_000;
const cachedLooks = new Map<string, string>();

function findLook(character: string): string {
  if (UNSEEN.test(character)) return '';
  if (DOTS.test(character)) return '.';
  const codePoint = character.codePointAt(0)!;
  const start = ALPHABETS.find((first) => codePoint >= first && codePoint < first + 26);
  if (start !== undefined) return String.fromCharCode(0x61 + codePoint - start);
  return [...character.normalize('NFKC')].map(lookOfPlain).join('');
}

/** Also tries the upper-case form, which may look Latin when the lower-case one does not: 'М' looks like 'M', 'м' is its own letter. */
function lookOfPlain(character: string): string {
  if (ASCII.test(character)) return character.toLowerCase();
  const small = SMALL_CAPITALS.get(character);
  if (small !== undefined) return small;
  const looks = [character, character.toLowerCase(), character.toUpperCase()].map((one) => rectifyConfusion(one).toLowerCase());
  return looks.find((look) => isLatin(look)) ?? looks[1]!;
}

const isLatin = (look: string): boolean => /^[\0-\x7f]\p{M}*$/u.test(look) || /^[a-z]+$/.test(look);

/** Returns a text as it looks (see `lookOf`), without accents, for matching against forbidden words. */
export const plainLook = (text: string): string =>
  [...text.normalize('NFD').replace(MARKS, '')].map(lookOf).join('').normalize('NFD').replace(MARKS, '');
const MARKS = /\p{M}/gu;
