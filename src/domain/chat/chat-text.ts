import { HANDLE_LENGTH_MAX, HANDLE_LENGTH_MIN } from '#domain/identity/handle.ts';
import { CHAT_TEXT_MAX } from './chat.ts';

/** Combining marks per letter. No language needs more; a tower of them would cover the lines above. */
const MARKS_MAX = 4;
/** Code points per visible character. An emoji family is the longest; anything longer would overflow its line, as it cannot wrap. */
const CHARACTER_CODE_POINTS_MAX = 16;
/** Line breaks are kept so that a message can be a list; more lines than this would push other messages out of view. */
const LINES_MAX = 10;
/** Code points of a text: more than 300 characters of any language need. */
const CODE_POINTS_MAX = 4 * CHAT_TEXT_MAX;
const BYTES_MAX = 10 * CHAT_TEXT_MAX;
/** Mentions per message. */
const MENTIONS_MAX = 10;

const BREAK = /\r\n?|[\n\v\f\u0085\u2028\u2029]/;
/** Bidirectional controls, which change reading order: marks, embeddings, overrides and isolates. */
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** Control characters, lone surrogates, characters reserved for programs, and invisible ones except joiners. */
const UNSEEN = /\p{Cc}|\p{Cs}|\u034f|[\u00ad\u200b\u2060-\u2065\u206a-\u206f\ufeff\ufff0-\ufffb\ufffe\uffff]|[\u180b-\u180e]/gu;
/** Spaces, and letters that look like a space. */
const BLANK = /[\t\p{Zs}\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]+/gu;
/** Tag characters spell the flags of England, Scotland and Wales after a black flag; anywhere else they are hidden text. */
const STRAY_TAG = /(?<!\u{1f3f4}[\u{e0020}-\u{e007f}]{0,6})[\u{e0000}-\u{e007f}]/gu;
/** Stacked marks and joiners. */
const TOWER = new RegExp(`([\\p{M}\\u200c\\u200d]{${MARKS_MAX}})[\\p{M}\\u200c\\u200d]+`, 'gu');
/** Joiners at the start or end of a word, where they join nothing. */
const LOOSE_JOINERS = /(?<=^|\s)[\u200c\u200d]+|[\u200c\u200d]+(?=\s|$)/g;
const UNREADABLE = '\ufffd';

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Returns a text as it is stored. Removes invisible, control and bidirectional characters, limits stacked marks to four, collapses spaces,
 * and limits the text to ten lines. Returns '' if nothing is left. The result is plain text and is never interpreted as HTML. Idempotent.
 */
export const clearedText = (text: string): string => inLines(text.split(BREAK).map(clearedLine));

function clearedLine(line: string): string {
  const seen = line.replace(BLANK, ' ').replace(BIDI, '').replace(UNSEEN, '').replace(STRAY_TAG, '');
  const flat = seen.normalize('NFC').replace(TOWER, '$1').replace(LOOSE_JOINERS, '');
  return readable(flat).replace(/ +/g, ' ').trim();
}

/** Replaces what is no longer a valid character with the replacement character. */
const readable = (line: string): string =>
  [...segmenter.segment(line)]
    .map(({ segment }) =>
      segment.length > CHARACTER_CODE_POINTS_MAX && codePoints(segment) > CHARACTER_CODE_POINTS_MAX ? UNREADABLE : segment,
    )
    .join('');

/** Joins lines with at most one empty line between two and none at the ends; surplus lines are appended to the last one. */
function inLines(lines: readonly string[]): string {
  const kept = lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\n+$/g, '')
    .split('\n');
  const rest = kept.slice(LINES_MAX - 1).filter((line) => line !== '');
  return [...kept.slice(0, LINES_MAX - 1), ...(rest.length > 0 ? [rest.join(' ')] : [])].join('\n');
}

/** Returns whether a cleared text exceeds CHAT_TEXT_MAX characters as a reader counts them, or the limits on code points and bytes. */
export const isTooLong = (text: string): boolean =>
  codePoints(text) > CODE_POINTS_MAX || bytesOf(text) > BYTES_MAX || characters(text, CHAT_TEXT_MAX + 1).length > CHAT_TEXT_MAX;

/** Returns the beginning of a text for display: at most `charactersMax` characters, on one line. */
export function shortened(text: string, charactersMax: number): string {
  const beginning = characters(text, charactersMax + 1);
  const line = beginning.slice(0, charactersMax).join('').replaceAll('\n', ' ');
  return beginning.length > charactersMax ? `${line.trimEnd()}…` : line;
}

/** Returns the first characters of a text, at most `limit`. */
function characters(text: string, limit: number): string[] {
  const found: string[] = [];
  for (const { segment } of segmenter.segment(text)) {
    if (found.length === limit) break;
    found.push(segment);
  }
  return found;
}

const codePoints = (text: string): number => [...text].length;
/** Returns the length of a text in UTF-8 bytes. */
const bytesOf = (text: string): number =>
  [...text].reduce((sum, one) => sum + (one < '\u0080' ? 1 : one < '\u0800' ? 2 : one.length === 1 ? 3 : 4), 0);

const HANDLE = new RegExp(`(?<![\\p{L}\\p{N}_@.])@([a-z0-9_]{${HANDLE_LENGTH_MIN},${HANDLE_LENGTH_MAX}})(?![\\p{L}\\p{N}_])`, 'giu');

/** Returns the possible handles mentioned in a text, in lower case, each once and ten at most. */
export const handlesIn = (text: string): string[] =>
  [...new Set(Array.from(text.matchAll(HANDLE), ([, handle]) => handle!.toLowerCase()))].slice(0, MENTIONS_MAX);
