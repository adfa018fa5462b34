import { useUser } from '#web/lib/session.ts';
import { messageParts } from './message-parts.ts';

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
