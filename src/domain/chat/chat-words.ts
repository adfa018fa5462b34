/** What a listed word does to its message: the word is masked, or the whole message is held for a moderator. */
export const CHAT_WORD_ACTIONS = ['mask', 'hold'] as const;
export type ChatWordAction = (typeof CHAT_WORD_ACTIONS)[number];

/** A word of a language's list, folded by foldWord. */
export interface ChatWord {
  word: string;
  action: ChatWordAction;
}

const MASK = '••';
/** Invisible characters that are inserted into words to evade the list. */
const NOT_SEEN = /\u200c|\u200d|[\ufe00-\ufe0f]/g;

/**
 * Returns a text as it is compared with the list: in lower case, wide and decorated letters as plain ones, without joiners. Accents stay,
 * as a Vietnamese word without them is another word. Idempotent.
 */
export const foldWord = (text: string): string => foldedWhole(text.normalize('NFC')).trim();

const foldedWhole = (text: string): string => [...text].map(foldedOne).join('');
/** Folds code points one by one, so that each place of the folded text maps to one of the original. */
const foldedOne = (codePoint: string): string => codePoint.normalize('NFKC').toLowerCase().normalize('NFKC').replace(NOT_SEEN, '');

/**
 * Returns a cleared text with listed words masked, and whether a word holds the message. Words of languages with word separators match
 * whole words only ("class" contains no other word); words of others, such as Chinese, match anywhere. Next to letters or digits nothing
 * matches.
 */
export function filterWords(text: string, words: readonly ChatWord[]): { text: string; isHeld: boolean } {
  const codePoints = [...text];
  const folded = codePoints.map(foldedOne);
  const found = words.flatMap((word) => placesOf(folded, word.word).map((place) => ({ ...place, action: word.action })));
  const masked = new Set(found.flatMap(({ from, to, action }) => (action === 'mask' ? range(from, to) : [])));
  return { text: withMasks(codePoints, masked), isHeld: found.some(({ action }) => action === 'hold') };
}

interface Place {
  /** Indexes of code points; `to` is exclusive. */
  from: number;
  to: number;
}

function placesOf(folded: readonly string[], word: string): Place[] {
  const whole = folded.join('');
  const places: Place[] = [];
  let [codePoint, start] = [0, 0];
  for (let at = whole.indexOf(word); at !== -1 && word !== ''; at = whole.indexOf(word, at + 1)) {
    if (!isWhole(whole, at, word)) continue;
    while (start + folded[codePoint]!.length <= at) start += folded[codePoint++]!.length;
    let [to, end] = [codePoint, start];
    while (end < at + word.length) end += folded[to++]!.length;
    places.push({ from: codePoint, to });
  }
  return places;
}

const SPACED_LETTER = /[\p{L}\p{M}\p{N}]/u;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const isSpaced = (character: string | undefined): boolean =>
  character !== undefined && SPACED_LETTER.test(character) && !UNSPACED.test(character);

/** Returns whether the match ends at word boundaries on both sides. */
function isWhole(text: string, at: number, word: string): boolean {
  const [before, after] = [[...text.slice(Math.max(0, at - 2), at)].at(-1), [...text.slice(at + word.length, at + word.length + 2)][0]];
  const [first, last] = [[...word][0], [...word].at(-1)];
  return !(isSpaced(first) && isSpaced(before)) && !(isSpaced(last) && isSpaced(after));
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, n) => from + n);

/** Replaces each contiguous masked run with one mask. */
const withMasks = (codePoints: readonly string[], masked: ReadonlySet<number>): string =>
  codePoints.map((codePoint, at) => (!masked.has(at) ? codePoint : masked.has(at - 1) ? '' : MASK)).join('');
