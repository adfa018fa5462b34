import { HANDLE_LENGTH_MAX, HANDLE_LENGTH_MIN } from '#domain/identity/handle.ts';
import { CHAT_TEXT_MAX } from './chat.ts';

/** A letter of any language has fewer; a tower of them covers the lines above. */
const MARKS_MAX = 4;
/** What a reader counts as one character is a family of emoji at most; what is longer runs out of its line, as nothing breaks it. */
const CHARACTER_CODE_POINTS_MAX = 16;
/** Line breaks are kept, so that a list can be one; more lines than that would push all else out of sight. */
const LINES_MAX = 10;
/** What a text may take beside its characters: much more than one in any language does. */
const CODE_POINTS_MAX = 4 * CHAT_TEXT_MAX;
const BYTES_MAX = 10 * CHAT_TEXT_MAX;
/** More people than that are not spoken to at once. */
const MENTIONS_MAX = 10;

const BREAK = /\r\n?|[\n\v\f\u0085\u2028\u2029]/;
/** What turns around how a line is read: marks, embeddings, overrides and isolates. */
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** Controls, halves of a character, what is reserved for programs, and what shows nothing; joiners are kept. */
const UNSEEN = /\p{Cc}|\p{Cs}|\u034f|[\u00ad\u200b\u2060-\u2065\u206a-\u206f\ufeff\ufff0-\ufffb\ufffe\uffff]|[\u180b-\u180e]/gu;
/** Spaces, and letters that look like one. */
const BLANK = /[\t\p{Zs}\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]+/gu;
/** The flags of England, Scotland and Wales are spelled in tags behind a black one; elsewhere tags are a hidden text. */
const STRAY_TAG = /(?<!\u{1f3f4}[\u{e0020}-\u{e007f}]{0,6})[\u{e0000}-\u{e007f}]/gu;
/** Marks and joiners on top of each other. */
const TOWER = new RegExp(`([\\p{M}\\u200c\\u200d]{${MARKS_MAX}})[\\p{M}\\u200c\\u200d]+`, 'gu');
/** A joiner at the end of a word joins nothing. */
const LOOSE_JOINERS = /(?<=^|\s)[\u200c\u200d]+|[\u200c\u200d]+(?=\s|$)/g;
const UNREADABLE = '\ufffd';

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * A text as it is stored: what shows nothing, controls it or turns it around is gone, marks are stacked four high at most, spaces are single, and
 * lines are ten at most. '' where nothing is left. It stays plain text, and is nowhere read as HTML. Clearing twice changes nothing.
 */
export const clearedText = (text: string): string => inLines(text.split(BREAK).map(clearedLine));

function clearedLine(line: string): string {
  const seen = line.replace(BLANK, ' ').replace(BIDI, '').replace(UNSEEN, '').replace(STRAY_TAG, '');
  const flat = seen.normalize('NFC').replace(TOWER, '$1').replace(LOOSE_JOINERS, '');
  return readable(flat).replace(/ +/g, ' ').trim();
}

/** With what is no character any more as one that cannot be read. */
const readable = (line: string): string =>
  [...segmenter.segment(line)]
    .map(({ segment }) =>
      segment.length > CHARACTER_CODE_POINTS_MAX && codePoints(segment) > CHARACTER_CODE_POINTS_MAX ? UNREADABLE : segment,
    )
    .join('');

/** One empty line between two at most, none at the ends; what is too many lines goes on in the last one. */
function inLines(lines: readonly string[]): string {
  const kept = lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\n+$/g, '')
    .split('\n');
  const rest = kept.slice(LINES_MAX - 1).filter((line) => line !== '');
  return [...kept.slice(0, LINES_MAX - 1), ...(rest.length > 0 ? [rest.join(' ')] : [])].join('\n');
}

/** Whether a cleared text is longer than CHAT_TEXT_MAX characters as a reader counts them, or takes more than such a text ever needs. */
export const isTooLong = (text: string): boolean =>
  codePoints(text) > CODE_POINTS_MAX || bytesOf(text) > BYTES_MAX || characters(text, CHAT_TEXT_MAX + 1).length > CHAT_TEXT_MAX;

/** The beginning of a text, to tell it from others: so many characters at most, on one line. */
export function shortened(text: string, charactersMax: number): string {
  const beginning = characters(text, charactersMax + 1);
  const line = beginning.slice(0, charactersMax).join('').replaceAll('\n', ' ');
  return beginning.length > charactersMax ? `${line.trimEnd()}…` : line;
}

/** The first characters of a text, no more than `limit`. */
function characters(text: string, limit: number): string[] {
  const found: string[] = [];
  for (const { segment } of segmenter.segment(text)) {
    if (found.length === limit) break;
    found.push(segment);
  }
  return found;
}

const codePoints = (text: string): number => [...text].length;
/** In UTF-8. */
const bytesOf = (text: string): number =>
  [...text].reduce((sum, one) => sum + (one < '\u0080' ? 1 : one < '\u0800' ? 2 : one.length === 1 ? 3 : 4), 0);

const HANDLE = new RegExp(`(?<![\\p{L}\\p{N}_@.])@([a-z0-9_]{${HANDLE_LENGTH_MIN},${HANDLE_LENGTH_MAX}})(?![\\p{L}\\p{N}_])`, 'giu');

/** What in a text may be the handle of somebody, in lower case, each once and ten at most. */
export const handlesIn = (text: string): string[] =>
  [...new Set(Array.from(text.matchAll(HANDLE), ([, handle]) => handle!.toLowerCase()))].slice(0, MENTIONS_MAX);
