import { coreOf, folded, foldings, isUnspaced, wordsOf } from '#domain/chat/folding.ts';

/** An entity with names: a team or a league. */
export interface Named {
  name: string;
  short_name?: string | null;
  /** Names by language. */
  names: Readonly<Record<string, string | undefined>>;
  aliases?: readonly string[];
}

/** Names as search compares them, folded: full names, and short names or aliases. */
export interface FoldedNames {
  own: string[];
  others: string[];
}

export function foldedNames({ name, short_name, names, aliases = [] }: Named): FoldedNames {
  const own = [...new Set([name, ...Object.values(names)].flatMap((text) => foldings(text ?? '')))];
  const others = [...new Set([short_name ?? '', ...aliases].flatMap(foldings))].filter((text) => !own.includes(text));
  return { own, others };
}

/** A parsed search text. */
export interface Wanted {
  /** Folded; "" if nothing that was typed can be part of a name. */
  text: string;
  words: string[];
}

/**
 * Parses typed or pasted text: control characters and lone surrogates are dropped, and text longer than `lengthMax` is truncated. Null if
 * nothing is left, which is no search.
 */
export function readWanted(typed: string, lengthMax: number): Wanted | null {
  // Folding takes time in proportion to the length, and one letter may become many.
  const printable = typed.slice(0, 4 * lengthMax).replace(/[\p{Cc}\p{Cs}]+/gu, ' ');
  const cut = printable
    .trim()
    .slice(0, lengthMax)
    .replace(/\p{Cs}/gu, '');
  if (cut === '') return null;
  const text = folded(cut);
  return { text, words: wordsOf(text) };
}

/** How well a name matches a search; lower is better. */
export const NAME_RANK = { exact: 0, alias: 1, core: 2, prefix: 3, aliasPrefix: 4, unspaced: 5, words: 6, slip: 7 } as const;

export interface Answer {
  /** One of NAME_RANK, plus a hundredth per slip. */
  rank: number;
  /** Difference in letters between the typed text and the nearest matching name. */
  rest: number;
}

/**
 * Ranks an entity among search hits by its best name, in this order: the exact name; its exact alias or short name; the name apart from
 * "FC" and the like, or spaces; a name that begins with the text; a name with words that begin with it (in Chinese, that contain it); and
 * last one that matches despite typing errors, fewer first. Null if no name matches.
 */
export function nameRank(wanted: Wanted, { own, others }: FoldedNames): Answer | null {
  if (wanted.text === '') return null;
  const sure = best(wanted, [
    ...own.map((name) => ({ name, rank: rankWithoutSlip(wanted, name, true) })),
    ...others.map((name) => ({ name, rank: rankWithoutSlip(wanted, name, false) })),
  ]);
  return (
    sure ??
    best(
      wanted,
      [...own, ...others].map((name) => ({ name, rank: NAME_RANK.slip + slipsIn(name, wanted) / 100 })),
    )
  );
}

function best({ text }: Wanted, names: readonly { name: string; rank: number }[]): Answer | null {
  const answering = names.filter(({ rank }) => rank < Number.POSITIVE_INFINITY);
  if (answering.length === 0) return null;
  return {
    rank: Math.min(...answering.map(({ rank }) => rank)),
    rest: Math.min(...answering.map(({ name }) => Math.abs(name.length - text.length))),
  };
}

function rankWithoutSlip({ text, words }: Wanted, name: string, isOwn: boolean): number {
  if (name === text) return isOwn ? NAME_RANK.exact : NAME_RANK.alias;
  const core = coreOf(name);
  const joined = unspaced(text);
  if (unspaced(core) === unspaced(coreOf(text)) || unspaced(name) === joined) return NAME_RANK.core;
  if (name.startsWith(text) || core.startsWith(text)) return isOwn ? NAME_RANK.prefix : NAME_RANK.aliasPrefix;
  if (unspaced(name).startsWith(joined)) return NAME_RANK.unspaced;
  return hasWords(wordsOf(name), words) ? NAME_RANK.words : Number.POSITIVE_INFINITY;
}

const unspaced = (text: string): string => text.replaceAll(' ', '');

const isBegunBy = (word: string, wanted: string): boolean => (isUnspaced(wanted) ? word.includes(wanted) : word.startsWith(wanted));

const hasWords = (words: readonly string[], wanted: readonly string[]): boolean =>
  wanted.every((one) => words.some((word) => isBegunBy(word, one)));

/** Returns the number of typing errors between the search and a name; infinity if they cannot explain it. */
function slipsIn(name: string, { text, words: wanted }: Wanted): number {
  const words = wordsOf(name);
  const byWord = wanted.reduce((sum, one) => {
    const least = words.map((word) => (isBegunBy(word, one) ? 0 : slips(one, word, slipsAllowed(one))));
    return sum + Math.min(...least, Number.POSITIVE_INFINITY);
  }, 0);
  if (wanted.length === 1 && words.length === 1) return byWord;
  const joined = unspaced(text);
  return Math.min(byWord, slips(joined, unspaced(name), slipsAllowed(joined)));
}

/** A word that is still being typed ends too early, which is a less likely match than a whole word. */
const UNFINISHED = 0.5;

/** Maximum number of wrong letters in a word: a short word would match any other, and years must match exactly. */
export function slipsAllowed(word: string): number {
  if (word.length < 4 || /\d/.test(word)) return 0;
  return word.length < 8 ? 1 : 2;
}

/**
 * Returns the number of slips (a letter wrong, missing, surplus, or two swapped) between a typed word and another, or its beginning, which
 * adds half a slip. Infinity if there are more than `max`.
 */
export function slips(typed: string, word: string, max: number): number {
  if (max === 0) return typed === word ? 0 : Number.POSITIVE_INFINITY;
  if (typed.length > word.length + max) return Number.POSITIVE_INFINITY;
  // Letters further along cannot be reached with this few slips.
  const length = Math.min(word.length, typed.length + max);
  let before: number[] = [];
  let last = Array.from({ length: length + 1 }, (_, column) => column);
  for (let row = 1; row <= typed.length; row++) {
    const current = [row];
    for (let column = 1; column <= length; column++) {
      const isSame = typed[row - 1] === word[column - 1];
      const isSwapped = typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1];
      const replaced = last[column - 1]! + (isSame ? 0 : 1);
      const least = Math.min(last[column]! + 1, current[column - 1]! + 1, replaced);
      current.push(isSwapped ? Math.min(least, before[column - 2]! + 1) : least);
    }
    if (Math.min(...current) > max) return Number.POSITIVE_INFINITY;
    before = last;
    last = current;
  }
  const whole = length === word.length ? last[length]! : Number.POSITIVE_INFINITY;
  const begun = Math.min(...last);
  if (begun > max) return Number.POSITIVE_INFINITY;
  return Math.min(whole, begun + UNFINISHED);
}
