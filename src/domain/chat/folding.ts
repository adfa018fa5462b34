/** Letters that are no letter with an accent to Unicode, but are to whoever has none of them on the keyboard. */
const LETTERS: Record<string, string> = {
  ...{ đ: 'd', ð: 'd', ł: 'l', ø: 'o', ß: 'ss', æ: 'ae', œ: 'oe', ı: 'i', þ: 'th', ħ: 'h', ŧ: 't', ə: 'e', ŋ: 'n' },
  // Greek has another letter at the end of a word, which while typing is not yet the end.
  ς: 'σ',
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

/**
 * A text as a search looks at it: words of letters and digits in lower case, without accents, one space between them, however
 * they were typed. What is left is "" where there is neither letter nor digit. Folding twice changes nothing.
 */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    // Marks, and what stands inside words: Xi'an, Toʻgʻri, Paral·lel, and the dots of F.C.
    .replace(/[\p{M}'’‘ʼʻ`´·・]|(?<=(?<!\p{L})\p{L})\./gu, '')
    .replace(LETTER, (letter) => LETTERS[letter]!)
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Vowels that are written with two letters where a keyboard lacks them: Koeln, Malmoe. */
const SPELLED_OUT: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };

/** All foldings under which a name may be typed, each once, none of them empty. */
export function foldings(name: string): string[] {
  const spelledOut = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöüåø]/g, (letter) => SPELLED_OUT[letter]!);
  const texts = [folded(name), folded(spelledOut)];
  return [...new Set(texts.flatMap((text) => [text, withOtherSaint(text)]))].filter((text) => text !== '');
}

/** Saint-Étienne is St-Étienne, and St. Pauli Saint Pauli. */
const withOtherSaint = (text: string): string => text.replace(/(?<=^| )(st|saint)(?= )/g, (word) => (word === 'st' ? 'saint' : 'st'));

/** Words of a folded text: between spaces, and Chinese apart from what else is written together with it: "ac米兰" is two. */
export const wordsOf = (text: string): string[] =>
  text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu) ?? [];

/** Whether a word is written without spaces to its neighbours, so that any part of it may be what somebody looks for. */
export const isUnspaced = (word: string): boolean => /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word);

/** What clubs have around their names, and people leave out. */
const DESIGNATORS = new Set(
  '1 ac acf afc as bc bk bsc ca calcio cd cf cfc club clube fc ff fk fsv gnk hnk if ifk jk nk ogc osc pfc rc rcd sc sd sk ss ssc sv tsg tsv ud us vfb vfl'.split(
    ' ',
  ),
);

/** A folded name without them; a name of nothing else is left as it is. */
export function coreOf(text: string): string {
  const words = text.split(' ');
  const core = words.filter((word) => !DESIGNATORS.has(word));
  return core.length === 0 || core.length === words.length ? text : core.join(' ');
}
