/** Letters without a Unicode decomposition, with the plain letters that users type for them. */
const LETTERS: Record<string, string> = {
  ...{ đ: 'd', ð: 'd', ł: 'l', ø: 'o', ß: 'ss', æ: 'ae', œ: 'oe', ı: 'i', þ: 'th', ħ: 'h', ŧ: 't', ə: 'e', ŋ: 'n' },
  // Final sigma: while a user is typing, the end of the word is not yet known.
  ς: 'σ',
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

/**
 * Returns a text as search compares it: words of letters and digits in lower case, without accents, separated by one space. Returns "" for
 * a text without letters or digits. Idempotent.
 */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    // Accents, and signs inside words: Xi'an, Toʻgʻri, Paral·lel, and the dots of F.C.
    .replace(/[\p{M}'’‘ʼʻ`´·・]|(?<=(?<!\p{L})\p{L})\./gu, '')
    .replace(LETTER, (letter) => LETTERS[letter]!)
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Vowels that are written with two letters where a keyboard lacks them: Koeln, Malmoe. */
const SPELLED_OUT: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };

/** Returns every folded spelling under which a name may be typed, each once, none of them empty. */
export function foldings(name: string): string[] {
  const spelledOut = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöüåø]/g, (letter) => SPELLED_OUT[letter]!);
  const texts = [folded(name), folded(spelledOut)];
  return [...new Set(texts.flatMap((text) => [text, withOtherSaint(text)]))].filter((text) => text !== '');
}

/** Swaps "st" and "saint": Saint-Étienne is also St-Étienne, and St. Pauli also Saint Pauli. */
const withOtherSaint = (text: string): string => text.replace(/(?<=^| )(st|saint)(?= )/g, (word) => (word === 'st' ? 'saint' : 'st'));

/** Splits a folded text into words, at spaces and between Chinese and other characters: "ac米兰" is two words. */
export const wordsOf = (text: string): string[] =>
  text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu) ?? [];

/** Returns whether a word is in a script written without spaces, so that a search may match any part of it. */
export const isUnspaced = (word: string): boolean => /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word);

/** Parts of club names that users leave out. */
const DESIGNATORS = new Set(
  '1 ac acf afc as bc bk bsc ca calcio cd cf cfc club clube fc ff fk fsv gnk hnk if ifk jk nk ogc osc pfc rc rcd sc sd sk ss ssc sv tsg tsv ud us vfb vfl'.split(
    ' ',
  ),
);

/** Removes designators from a folded name; a name that consists only of them is unchanged. */
export function coreOf(text: string): string {
  const words = text.split(' ');
  const core = words.filter((word) => !DESIGNATORS.has(word));
  return core.length === 0 || core.length === words.length ? text : core.join(' ');
}
