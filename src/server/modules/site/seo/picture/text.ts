import { escapeHtml } from '#server/platform/text-formats.ts';
import type { FontFace } from './font-file.ts';
import type { Fonts, Weight } from './fonts.ts';

export interface TextStyle {
  weight: Weight;
  /** Pixels; a text that is too long gets a smaller size, down to the minimum, and is then truncated. */
  size: number;
  smallest?: number;
  width: number;
  colour: string;
  anchor?: 'start' | 'middle' | 'end';
}

/** Returns the first of the texts (in order of preference) that the fonts can render, or the renderable characters of the last. */
export function writable(fonts: Fonts, texts: readonly string[], weight: Weight): { text: string; face: FontFace } {
  const faces = [fonts.archivo[weight], ...(fonts.chinese ? [fonts.chinese] : [])];
  for (const text of texts) {
    const face = faces.find(({ covers }) => covers(text));
    if (face) return { text, face };
  }
  const face = fonts.archivo[weight];
  const rest = [...(texts.at(-1) ?? '').normalize('NFKD')].filter((letter) => face.covers(letter)).join('');
  return { text: rest.normalize('NFC').trim() || '–', face };
}

/** Returns an SVG text element within a maximum width, for the first of the texts that the fonts can render. */
export function textAt(fonts: Fonts, texts: readonly string[], x: number, y: number, style: TextStyle): string {
  const { text, face } = writable(fonts, texts, style.weight);
  const { size, line } = fit(face, text, style);
  return drawn({ face, size, line }, x, y, style);
}

/** Returns the same with a dot before it; both together are centred. */
export function dottedTextAt(fonts: Fonts, text: string, x: number, y: number, style: TextStyle): string {
  const { face, text: said } = writable(fonts, [text], style.weight);
  const { size, line } = fit(face, said, style);
  const [radius, gap] = [size * 0.26, size * 0.34];
  const left = x - (face.widthOf(line, size) + 2 * radius + gap) / 2;
  const dot = `<circle cx="${left + radius}" cy="${y - size * 0.34}" r="${radius}" fill="${style.colour}"/>`;
  return dot + drawn({ face, size, line }, left + 2 * radius + gap, y, { ...style, anchor: 'start' });
}

/** Returns a name as one line, or as two if that allows a larger size. `y` is the baseline of a single line, or the middle between two. */
export function nameAt(fonts: Fonts, texts: readonly string[], x: number, y: number, style: TextStyle): string {
  const { text, face } = writable(fonts, texts, style.weight);
  const one = fit(face, text, style);
  const halves = halvesOf(text);
  const inTwo = { ...style, size: style.size * 0.78, smallest: style.smallest };
  const sizes = halves.map((half) => fit(face, half, inTwo).size);
  const size = Math.min(...sizes);
  if (halves.length < 2 || (one.line === text && one.size >= size)) return drawn({ face, ...one }, x, y, style);
  const lines = halves.map((half) => fit(face, half, { ...style, size, smallest: size }).line);
  return lines.map((line, index) => drawn({ face, size, line }, x, y + (index - 0.42) * size * 1.12, style)).join('');
}

/** Splits a text at the space nearest to the middle; returns it whole if it has none. */
function halvesOf(text: string): string[] {
  const spaces = [...text.matchAll(/ /g)].map(({ index }) => index);
  if (spaces.length === 0) return [text];
  const middle = spaces.reduce((best, at) => (Math.abs(at - text.length / 2) < Math.abs(best - text.length / 2) ? at : best));
  return [text.slice(0, middle), text.slice(middle + 1)];
}

function drawn({ face, size, line }: { face: FontFace; size: number; line: string }, x: number, y: number, style: TextStyle): string {
  const { colour, anchor = 'start' } = style;
  const font = `font-family="${escapeHtml(face.family)}" font-weight="${face.weight}" font-size="${size}"`;
  return `<text x="${x}" y="${y}" ${font} fill="${colour}" text-anchor="${anchor}">${escapeHtml(line)}</text>`;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Returns the largest size, and the part of a text, that fit a width. */
export function fit(
  face: FontFace,
  text: string,
  { size, smallest = size, width }: Pick<TextStyle, 'size' | 'smallest' | 'width'>,
): { line: string; size: number } {
  const largest = Math.floor((size * width) / Math.max(face.widthOf(text, size), 1));
  if (largest >= smallest) return { line: text, size: Math.min(size, largest) };
  // More letters than this cannot fit at any size.
  const letters = [...graphemes.segment(text.slice(0, LETTERS_MAX))].map(({ segment }) => segment);
  const cut = () => `${letters.join('').trimEnd()}…`;
  while (letters.length > 1 && face.widthOf(cut(), smallest) > width) letters.pop();
  return { line: cut(), size: smallest };
}

const LETTERS_MAX = 200;
