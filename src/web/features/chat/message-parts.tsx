import BadgeCheck from 'lucide-react/icons/badge-check';
import CircleDot from 'lucide-react/icons/circle-dot';
import CornerUpRight from 'lucide-react/icons/corner-up-right';
import { use } from 'react';
import { useTranslations } from 'use-intl';
import type { CommentedTip } from '#contract/chat.ts';
import { useUser } from '#web/data/session.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { TipContext, useNobody } from './message-context.ts';
import type { Quoted } from './own-messages.ts';

/** Shows a message as plain text in its own direction, with mentions highlighted. */
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

/** A part of a message: plain text, or a mention. */
interface MessagePart {
  text: string;
  /** The mentioned handle; null for plain text. */
  handle: string | null;
}

/** An @ begins a name unless it is within a word, as in an email address. */
const NAME = /(?<![\p{L}\p{N}_@.])@([a-z0-9_]{3,20})(?![\p{L}\p{N}_])/giu;

/** Splits a message at the handles in `mentions`; any other @ is plain text. */
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

/** Shows the message replied to on one line; pressing it scrolls there. */
export function Quote({ quoted, onGo }: { quoted: Quoted; onGo?: () => void }) {
  const t = useTranslations('chat');
  const nobody = useNobody();
  const name = quoted.handle === null ? nobody : `@${quoted.handle}`;
  const content = (
    <>
      <CornerUpRight size={13} aria-hidden className="flex-none" />
      <span className="sr-only">{t('answering', { name })}: </span>
      <bdi className="min-w-0 truncate">
        <span aria-hidden className="font-[600]">
          {name}{' '}
        </span>
        {quoted.text === '' ? t('removed_short') : quoted.text}
      </bdi>
    </>
  );
  const look = 'flex max-w-full min-w-0 items-center gap-1.5 rounded-tag text-[12px] text-muted';
  if (!onGo) return <p className={look}>{content}</p>;
  return (
    <button
      type="button"
      title={t('to_quoted')}
      onClick={onGo}
      className={classNames(look, 'text-left hover:text-text pointer-coarse:min-h-6')}
    >
      {content}
    </button>
  );
}

/** Shows the tip that a message comments on, on one line: whose it is, what was tipped, and the match. */
export function CommentedTipLine({ about: { match, name, tip } }: { about: CommentedTip }) {
  const t = useTranslations('chat');
  const nameOf = useLocalName();
  const written = use(TipContext);
  const nobody = useNobody();
  if (written === null) return null;
  const words = { name: name ?? nobody, home: nameOf(match.home), away: nameOf(match.away) };
  return (
    <p className="flex max-w-full min-w-0 items-center gap-1.5 text-[12px] text-muted">
      <CircleDot size={13} aria-hidden className="flex-none" />
      <bdi className="min-w-0 truncate">
        {tip === null ? t('tip.about_gone', words) : t('tip.about', { ...words, tip: written(match, [tip.home, tip.away]) })}
      </bdi>
    </p>
  );
}

/**
 * Marks messages of the site itself or a moderator. It depends only on what the server says of a message (`kind`, `removed`) or mute, never
 * on a user's text or name; names cannot contain lookalike characters (domain/identity/misleading-name.ts).
 */
export function SiteBadge() {
  const t = useTranslations('chat');
  return (
    <span
      title={t('from_site_long')}
      className="inline-flex items-center gap-0.5 rounded-full bg-accent px-1.5 align-[-2px] font-[650] text-[10.5px] text-on-accent leading-[16px] not-italic"
    >
      <BadgeCheck size={11} aria-hidden />
      {t('from_site')}
    </span>
  );
}
