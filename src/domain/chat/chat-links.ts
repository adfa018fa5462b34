import { lookOf } from '#domain/identity/look-alikes.ts';

/**
 * Top-level domains recognised without a path. Others, such as "me" or "to", are also words, so they count as an address only when a path
 * follows.
 */
const BARE_ENDS =
  'com net org info biz xyz top site online store shop club vip live app dev link click win bet casino games game fun pro io co tv cc ly ru su cn vn uk eu de fr ' +
  'hk tw jp kr sg asia mobi space website tech life world today icu cyou buzz';
/** Top-level domains that are neither words nor names: also found after a dot with a space beside it, or a dot that is spelled out. */
const SURE_ENDS = 'com net org xyz io biz icu vip info';
/** Top-level domains in other scripts. */
const OWN_ENDS = ['рф', 'бел', 'укр', '中国', '中國', '公司', '网络', '網絡', '网址', '香港', '台湾', '台灣', '在线'];

const looksOf = (text: string): string => [...text].map(lookOf).join('');
const oneOf = (ends: readonly string[]): string => ends.map(looksOf).join('|');
const NAME = '[\\p{L}\\p{M}\\p{N}_-]+';
const START = '(?<![\\p{L}\\p{M}\\p{N}_-])';
const END = '(?![\\p{L}\\p{M}\\p{N}_-])';
const DOT_WORDS = 'dot|d0t|点|點|cham|chấm';
/** A dot, or a dot in brackets, as a sign or a word: "[.]", "(dot)". */
const DOT = `(?:\\.|\\s*[\\[({<"'|]\\s*(?:\\.|${DOT_WORDS})\\s*[\\])}>"'|]\\s*)`;
/** A dot with spaces around it, or spelled out. */
const LOOSE_DOT = `(?:\\s*${DOT}\\s*|\\s+(?:${DOT_WORDS})\\s+)`;
const LABELS = `${START}(?:${NAME}${DOT})+`;
const TAIL = '(?:[:?#/]\\S*)?';
const OCTET = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)';

const LINK = new RegExp(
  [
    '[a-z][a-z0-9+.-]{1,20}://\\S+',
    'h(?:tt|xx)ps?\\s*:\\s*/\\s*/\\s*\\S+',
    `www${DOT}\\S+`,
    `${LABELS}\\p{L}{2,24}(?::\\d+)?/\\S*`,
    `${LABELS}(?:${oneOf(BARE_ENDS.split(' '))}|${oneOf(OWN_ENDS)}|xn--[a-z\\d-]+)${END}${TAIL}`,
    `${START}${NAME}(?:${LOOSE_DOT}${NAME})*?${LOOSE_DOT}(?:${oneOf(SURE_ENDS.split(' '))})${END}${TAIL}`,
    `${START}${NAME},com${END}${TAIL}`,
    // "evil-dot-com", "evil_dot_com", "evil*dot*com".
    `${START}[\\p{L}\\p{M}\\p{N}]+[-_*|~]+(?:${DOT_WORDS})[-_*|~]+(?:${oneOf(SURE_ENDS.split(' '))})${END}${TAIL}`,
    // For well-known short hosts a space also counts as the dot.
    `${START}(?:t|telegram|wa|bit|discord|zalo|fb|youtu)\\s*(?:${DOT}|\\s)\\s*(?:me|ly|gg|com|be)\\s*/\\s*\\S+`,
    '(?<![a-z\\d])(?:discord\\s+gg\\s+[a-z\\d]{5,}|wa\\s+me\\s+\\+?\\d{6,})',
    `(?<![\\d.])${OCTET}(?:${DOT}${OCTET}){3}(?![\\d.]*\\d)${TAIL}`,
    `\\[[\\da-f]*:[\\da-f]*:[\\da-f:.]*\\]${TAIL}`,
    `(?<![a-z\\d-])[a-z\\d-]+[点點](?:${SURE_ENDS.replaceAll(' ', '|')})${END}${TAIL}`,
  ].join('|'),
  'giu',
);
/** Single characters separated by a space or a sign, as in "e v i l . c o m". */
const SPELLED = /(?<!\S)(?:\S[\s*_~-]+){4,}\S(?!\S)/gu;
/** Replaces a removed link; an emoji needs no translation. */
const LINK_GONE = '🔗';

interface Span {
  /** Indexes of characters; `to` is exclusive. */
  from: number;
  to: number;
}

/**
 * Replaces each web address in a text with an emoji, however it is spelled: in look-alike letters, with a dot in brackets or written out,
 * with spaces between. Applied to messages of young accounts. Idempotent.
 */
export function withoutLinks(text: string): string {
  const characters = [...text];
  const spans = linksIn(characters);
  return characters
    .map((character, at) => {
      const span = spans.find(({ from, to }) => from <= at && at < to);
      if (!span) return character;
      return span.from === at ? LINK_GONE : '';
    })
    .join('');
}

/** Returns whether a text contains a web address. */
export const hasLink = (text: string): boolean => linksIn([...text]).length > 0;

function linksIn(characters: readonly string[]): Span[] {
  const looks = characters.map(lookOf);
  const found = matchesIn(looks);
  const spelled = matchesOf(SPELLED, looks).filter(({ from, to }) => {
    const joined = looks
      .slice(from, to)
      .join('')
      .replace(/[\s*_~-]/g, '');
    return joined.search(LINK) !== -1;
  });
  return merged([...found, ...spelled]);
}

const matchesIn = (looks: readonly string[]): Span[] => matchesOf(LINK, looks);

/** Finds a pattern in the looks of characters, and returns the spans of the characters themselves. */
function matchesOf(pattern: RegExp, looks: readonly string[]): Span[] {
  const places = looks.flatMap((look, at) => Array.from(look, (part) => part.length).flatMap((length) => Array<number>(length).fill(at)));
  return Array.from(looks.join('').matchAll(pattern), (match) => ({
    from: places[match.index]!,
    to: places[match.index + match[0].length - 1]! + 1,
  }));
}

function merged(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last && span.from < last.to) last.to = Math.max(last.to, span.to);
    else result.push({ ...span });
  }
  return result;
}
