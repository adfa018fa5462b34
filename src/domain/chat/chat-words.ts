/** What becomes of a message with a word of the list: the word is masked, or the whole message waits for a moderator. */
export const CHAT_WORD_ACTIONS = ['mask', 'hold'] as const;
export type ChatWordAction = (typeof CHAT_WORD_ACTIONS)[number];

/** A word of a language's list, folded by foldWord. */
export interface ChatWord {
  word: string;
  action: ChatWordAction;
}

const MASK = '••';
/** Within a word these are written to get around a list, and do not show. */
const NOT_SEEN = /\u200c|\u200d|[\ufe00-\ufe0f]/g;

/**
 * A text as it is compared with the list: in lower case, wide and decorated letters as plain ones, without joiners. Accents stay, as without
 * them another word is written in Vietnamese. Folding twice changes nothing.
 */
export const foldWord = (text: string): string => foldedWhole(text.normalize('NFC')).trim();

const foldedWhole = (text: string): string => [...text].map(foldedOne).join('');
/** One by one, so that each place of the folded text is one of the text itself. */
const foldedOne = (codePoint: string): string => codePoint.normalize('NFKC').toLowerCase().normalize('NFKC').replace(NOT_SEEN, '');

/**
 * A cleared text with words masked, and whether a word holds it. Words are found whole where their language puts something between them
 * ("class" has no other word in it), and anywhere in a text where it does not, as in Chinese. Beside letters and digits nothing is part of a word.
 */
export function filterWords(text: string, words: readonly ChatWord[]): { text: string; isHeld: boolean } {
  const codePoints = [...text];
  const folded = codePoints.map(foldedOne);
  const found = words.flatMap((word) => placesOf(folded, word.word).map((place) => ({ ...place, action: word.action })));
  const masked = new Set(found.flatMap(({ from, to, action }) => (action === 'mask' ? range(from, to) : [])));
  return { text: withMasks(codePoints, masked), isHeld: found.some(({ action }) => action === 'hold') };
}

interface Place {
  /** Indexes of code points; `to` is behind the last. */
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

/** Whether neither end of a word goes on as the same word. */
function isWhole(text: string, at: number, word: string): boolean {
  const [before, after] = [[...text.slice(Math.max(0, at - 2), at)].at(-1), [...text.slice(at + word.length, at + word.length + 2)][0]];
  const [first, last] = [[...word][0], [...word].at(-1)];
  return !(isSpaced(first) && isSpaced(before)) && !(isSpaced(last) && isSpaced(after));
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, n) => from + n);

/** One mask for what is masked without a break. */
const withMasks = (codePoints: readonly string[], masked: ReadonlySet<number>): string =>
  codePoints.map((codePoint, at) => (!masked.has(at) ? codePoint : masked.has(at - 1) ? '' : MASK)).join('');
