const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** How many characters a reader counts in a text: a family of emoji, or a letter with its marks, is one. */
export function graphemes(text: string): number {
  let count = 0;
  for (const _ of segmenter.segment(text)) count += 1;
  return count;
}
