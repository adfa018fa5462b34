import X from 'lucide-react/icons/x';
import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { CHAT_TEXT_MAX } from '#domain/chat/chat.ts';
import { clearedText } from '#domain/chat/chat-text.ts';
import { classNames } from '#web/lib/class-names.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import type { RoomName } from './api.ts';
import { EmojiButton } from './emoji-button.tsx';
import { Quote } from './message-parts.tsx';
import { type Quoted, usePauseSeconds } from './own-messages.ts';
import { type ChatAuthor, type Names, useNames } from './use-names.ts';

interface ComposerProps {
  room: RoomName;
  field: RefObject<HTMLTextAreaElement | null>;
  draft: Draft;
  onDraft: (change: Partial<Draft>) => void;
  authors: readonly ChatAuthor[];
  /** Called with the text, cleaned as the server cleans it, unless that leaves nothing. */
  onSend: (text: string) => void;
}

/** The remaining characters are shown from this number down. */
const COUNTED_FROM = 50;
/** A limit against floods only: the user-visible limit counts graphemes. */
const CODE_UNITS_MAX = CHAT_TEXT_MAX * 8;

/** The field for a message: Enter sends, Shift+Enter breaks the line. */
export function Composer({ room, field, draft, onDraft, authors, onSend }: ComposerProps) {
  const t = useTranslations('chat');
  const noteId = useId();
  const names = useNames({ field, text: draft.text, authors, onText: (text) => onDraft({ text }) });
  const seconds = usePauseSeconds(room);
  const text = clearedText(draft.text);
  const left = CHAT_TEXT_MAX - graphemes(text);
  const canSend = text !== '' && left >= 0 && seconds === 0;
  useHeightOf(field, draft.text, seconds);

  const send = () => {
    if (!canSend) return;
    onSend(text);
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes a character, Enter belongs to it; Safari signals this by the key code only.
    if (event.nativeEvent.isComposing || event.keyCode === 229 || names.hear(event)) return;
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className="relative grid gap-1.5"
    >
      {draft.replyTo && <Answering draft={draft} onCancel={() => onDraft({ replyTo: null })} />}
      <NameList names={names} />
      <div className="flex items-end gap-2">
        <div className="flex min-w-0 flex-1 items-end rounded-control border border-line-strong bg-bg pr-0.5 focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-accent">
          {/* 16 px on phones: Safari zooms into fields with smaller text. */}
          <textarea
            ref={field}
            rows={1}
            dir="auto"
            value={draft.text}
            maxLength={CODE_UNITS_MAX}
            placeholder={t('write')}
            aria-label={t('write')}
            aria-invalid={left < 0 || undefined}
            aria-describedby={left <= COUNTED_FROM ? noteId : undefined}
            enterKeyHint="send"
            {...names.fieldProps}
            onChange={(event) => {
              onDraft({ text: event.target.value });
              names.look();
            }}
            onSelect={names.look}
            onBlur={names.close}
            onKeyDown={onKeyDown}
            className="max-h-[120px] min-h-10 min-w-0 flex-1 resize-none bg-transparent px-3 py-2.5 text-[16px] leading-5 outline-none placeholder:text-faint md:text-[14px]"
          />
          <EmojiButton onChoose={names.insert} onClosed={() => field.current?.focus()} />
        </div>
        <Button
          type="submit"
          aria-disabled={!canSend || undefined}
          className="min-w-[72px] tabular-nums aria-disabled:cursor-default aria-disabled:bg-raised aria-disabled:text-muted"
        >
          {seconds > 0 ? t('send_in', { seconds }) : t('send')}
        </Button>
      </div>
      {left <= COUNTED_FROM && (
        <p id={noteId} className={classNames('text-[12px] tabular-nums', left < 0 ? 'text-bad' : 'text-muted')}>
          {left < 0 ? t('too_many', { count: -left }) : t('left', { count: left })}
        </p>
      )}
    </form>
  );
}

/** Fits the height to the text, up to a maximum; `seconds` on the button beside it make the field narrower. */
function useHeightOf(field: RefObject<HTMLTextAreaElement | null>, text: string, seconds: number): void {
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
  }, [text, seconds]);
}

function Answering({ draft: { replyTo }, onCancel }: { draft: Draft; onCancel: () => void }) {
  const t = useTranslations('chat');
  if (!replyTo) return null;
  return (
    <div className="flex min-w-0 items-center gap-1 rounded-control bg-raised py-1 pr-1 pl-2.5">
      <div className="min-w-0 flex-1">
        <Quote quoted={replyTo} />
      </div>
      <button
        type="button"
        aria-label={t('reply_cancel')}
        onClick={onCancel}
        className="thumb grid size-7 flex-none place-items-center rounded-control text-muted hover:text-text"
      >
        <X size={15} aria-hidden />
      </button>
    </div>
  );
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Returns the number of graphemes: an emoji family, or a letter with its marks, counts as one. */
function graphemes(text: string): number {
  let count = 0;
  for (const _ of segmenter.segment(text)) count += 1;
  return count;
}

/** Lists the users who may be meant after an @. The field keeps the focus, and names the active option. */
function NameList({ names: { listId, offered, active, choose } }: { names: Names }) {
  const t = useTranslations('chat');
  if (offered.length === 0) return null;
  return (
    <div
      id={listId}
      role="listbox"
      aria-label={t('names')}
      className="absolute inset-x-0 bottom-full z-10 mb-1.5 rounded-card border border-line bg-surface p-1.5"
    >
      {offered.map((author, index) => (
        <div
          key={author.handle}
          id={`${listId}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          // Runs before the field loses the focus to the list.
          onPointerDown={(event) => {
            event.preventDefault();
            choose(author);
          }}
          className="flex h-9 min-w-0 cursor-pointer items-center gap-2.5 rounded-[8px] px-2.5 hover:bg-raised aria-selected:bg-raised aria-selected:outline-2 aria-selected:outline-offset-[-2px] aria-selected:outline-line-strong pointer-coarse:h-11"
        >
          <Avatar handle={author.handle} size={22} />
          <bdi className="min-w-0 truncate font-[600]">{author.name}</bdi>
          <span className="min-w-0 truncate text-[12.5px] text-muted">@{author.handle}</span>
        </div>
      ))}
    </div>
  );
}

/** An unsent message in a room. */
interface Draft {
  text: string;
  replyTo: Quoted | null;
}

const NOTHING: Draft = { text: '', replyTo: null };

const keyOf = (topic: string): string => `draft_${topic}`;

/** Reads the draft from this browser tab's storage; without storage, drafts are not kept, but the page works. */
function recallDraft(topic: string): Draft {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(topic)) ?? 'null');
    return isDraft(kept) ? kept : NOTHING;
  } catch {
    return NOTHING;
  }
}

const isDraft = (kept: unknown): kept is Draft =>
  typeof kept === 'object' && kept !== null && 'text' in kept && typeof kept.text === 'string' && 'replyTo' in kept;

function rememberDraft(topic: string, draft: Draft): void {
  try {
    if (draft.text === '' && draft.replyTo === null) sessionStorage.removeItem(keyOf(topic));
    else sessionStorage.setItem(keyOf(topic), JSON.stringify(draft));
  } catch {
    // Nothing to do: without storage, drafts are not kept.
  }
}

/** Holds the draft for a room; it survives switching tabs or rooms, and reloading. */
export function useDraft(topic: string): [Draft, (change: Partial<Draft>) => void] {
  const [held, setHeld] = useState(() => ({ topic, draft: recallDraft(topic) }));
  const draft = held.topic === topic ? held.draft : recallDraft(topic);
  if (held.topic !== topic) setHeld({ topic, draft });
  const change = (part: Partial<Draft>) => {
    const next = { ...draft, ...part };
    rememberDraft(topic, next);
    setHeld({ topic, draft: next });
  };
  return [draft, change];
}
