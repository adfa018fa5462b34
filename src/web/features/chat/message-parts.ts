/** A piece of a message: words, or the name of somebody whom it mentions. */
export interface MessagePart {
  text: string;
  /** The handle that is named; null for mere words. */
  handle: string | null;
}

/** As an @ begins a name: not within a word, as in an address of mail. */
const NAME = /(?<![\p{L}\p{N}_@.])@([a-z0-9_]{3,20})(?![\p{L}\p{N}_])/giu;

/** Cuts a message where it names one of `mentions`; what else has an @ is words. */
export function messageParts(text: string, mentions: readonly string[]): MessagePart[] {
  const handles = new Map(mentions.map((handle) => [handle.toLowerCase(), handle]));
  const parts: MessagePart[] = [];
  let from = 0;
  for (const match of text.matchAll(NAME)) {
    const handle = handles.get((match[1] ?? '').toLowerCase());
    if (handle === undefined) continue;
    if (match.index > from) parts.push({ text: text.slice(from, match.index), handle: null });
    from = match.index + match[0].length;
    parts.push({ text: match[0], handle });
  }
  if (from < text.length) parts.push({ text: text.slice(from), handle: null });
  return parts;
}
