import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import type { ChatMessage } from '#contract/chat.ts';

interface NamesOf {
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  authors: readonly ChatAuthor[];
  onText: (text: string) => void;
}

export type Names = ReturnType<typeof useNames>;

/** Offers who has written in the room while a name is typed after an @; and puts other things where the caret is. */
export function useNames({ field, text, authors, onText }: NamesOf) {
  const listId = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  /** Where the caret has to be once a text that was not typed is shown. */
  const caretNext = useRef<number | null>(null);
  const offered = typed === null ? [] : offeredNames(authors, typed);

  useLayoutEffect(() => {
    if (caretNext.current === null) return;
    field.current?.setSelectionRange(caretNext.current, caretNext.current);
    caretNext.current = null;
  });

  const close = () => setTyped(null);
  const put = (next: { text: string; caret: number }) => {
    caretNext.current = next.caret;
    onText(next.text);
    close();
  };
  const choose = ({ handle }: ChatAuthor) => put(withName(text, field.current?.selectionStart ?? text.length, handle));

  return {
    listId,
    offered,
    active,
    choose,
    close,
    /** Whether a name is being typed now: to be called whenever the text or the caret has changed. */
    look: () => {
      const { value, selectionStart, selectionEnd } = field.current ?? { value: '', selectionStart: 0, selectionEnd: 1 };
      setTyped(selectionStart === selectionEnd ? nameBefore(value, selectionStart) : null);
      setActive(0);
    },
    /** Puts something where the caret is, in the place of what is selected. */
    insert: (piece: string) => {
      const { selectionStart = text.length, selectionEnd = text.length } = field.current ?? {};
      put({ text: text.slice(0, selectionStart) + piece + text.slice(selectionEnd), caret: selectionStart + piece.length });
    },
    /** Whether a key was meant for the list. */
    hear: (event: KeyboardEvent): boolean => {
      if (offered.length === 0) return false;
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      if (step !== 0) setActive((active + step + offered.length) % offered.length);
      else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) choose(offered[active] ?? offered[0]!);
      else if (event.key === 'Escape') close();
      else return false;
      event.preventDefault();
      return true;
    },
    fieldProps: {
      'aria-autocomplete': 'list',
      'aria-controls': offered.length > 0 ? listId : undefined,
      'aria-activedescendant': offered.length > 0 ? `${listId}-${active}` : undefined,
    } as const,
  };
}

/** Names that are offered at once. */
const OFFERED_MAX = 5;

/** What follows the @ that the caret stands after, in lower case; null where it stands after none. */
export function nameBefore(text: string, caret: number): string | null {
  const typed = /(?:^|[^\p{L}\p{N}_@.])@([a-z0-9_]{0,20})$/iu.exec(text.slice(0, caret))?.[1];
  return typed?.toLowerCase() ?? null;
}

/** Who may be meant by what was typed: by handle first, then by name. */
export function offeredNames(authors: readonly ChatAuthor[], typed: string): ChatAuthor[] {
  const byHandle = authors.filter(({ handle }) => handle.startsWith(typed));
  const byName = authors.filter(({ handle, name }) => !handle.startsWith(typed) && name.toLowerCase().includes(typed));
  return [...byHandle, ...byName].slice(0, OFFERED_MAX);
}

/** A text with a handle in the place of what was typed of it before the caret, and where the caret then is. */
export function withName(text: string, caret: number, handle: string): { text: string; caret: number } {
  const typed = nameBefore(text, caret) ?? '';
  const before = `${text.slice(0, caret - typed.length)}${handle} `;
  return { text: before + text.slice(caret).replace(/^ /, ''), caret: before.length };
}

export type ChatAuthor = NonNullable<ChatMessage['author']>;

/** Who has written in a room, the last one first, each once; without those in `except`. */
export function authorsOf(messages: readonly ChatMessage[], except: readonly string[]): ChatAuthor[] {
  const authors = new Map<string, ChatAuthor>();
  for (const { author } of messages.toReversed()) {
    if (author && !except.includes(author.handle) && !authors.has(author.handle)) authors.set(author.handle, author);
  }
  return [...authors.values()];
}
