/** A word that is still being typed ends too early, which is less likely to be meant than one that is whole. */
const UNFINISHED = 0.5;

/** Letters of a word that may be wrong: short words would be any other, and a year is that year. */
export function slipsAllowed(word: string): number {
  if (word.length < 4 || /\d/.test(word)) return 0;
  return word.length < 8 ? 1 : 2;
}

/**
 * How many slips (a letter wrong, missing, too many, or two swapped) lie between a typed word and another, or its beginning, which
 * counts half a slip more. Infinity where there are more than `max`.
 */
export function slips(typed: string, word: string, max: number): number {
  if (max === 0) return typed === word ? 0 : Number.POSITIVE_INFINITY;
  if (typed.length > word.length + max) return Number.POSITIVE_INFINITY;
  // What lies further along than this is no beginning that so few slips lead to.
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
