import { useUser } from '#web/data/session.ts';

/** What somebody said, as plain text that reads in its own direction; names in it stand out. */
export function MessageText({ text, mentions }: { text: string; mentions: readonly string[] }) {
  const ownHandle = useUser()?.public_handle;
  return (
    <p dir="auto" className="whitespace-pre-wrap wrap-anywhere [unicode-bidi:isolate]">
      {messageParts(text, mentions).map((part, index) =>
        part.handle === null ? (
          part.text
        ) : (
          <b key={index} className={part.handle === ownHandle ? 'rounded-tag bg-accent-soft px-0.5 font-[650] text-accent' : 'font-[650]'}>
            {part.text}
          </b>
        ),
      )}
    </p>
  );
}

/** A piece of a message: words, or the name of somebody whom it mentions. */
interface MessagePart {
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
