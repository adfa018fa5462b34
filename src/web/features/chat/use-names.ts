import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import type { ChatMessage } from '#contract/chat.ts';

interface NamesOf {
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  authors: readonly ChatAuthor[];
  onText: (text: string) => void;
}

export type Names = ReturnType<typeof useNames>;

/** Offers the room's authors while a name is typed after an @, and inserts text at the caret. */
export function useNames({ field, text, authors, onText }: NamesOf) {
  const listId = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  /** Where to put the caret once an inserted text is rendered. */
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
    /** Checks whether a name is being typed. Call it whenever the text or the caret has changed. */
    look: () => {
      const { value, selectionStart, selectionEnd } = field.current ?? { value: '', selectionStart: 0, selectionEnd: 1 };
      setTyped(selectionStart === selectionEnd ? nameBefore(value, selectionStart) : null);
      setActive(0);
    },
    /** Inserts text at the caret, replacing the selection. */
    insert: (piece: string) => {
      const { selectionStart = text.length, selectionEnd = text.length } = field.current ?? {};
      put({ text: text.slice(0, selectionStart) + piece + text.slice(selectionEnd), caret: selectionStart + piece.length });
    },
    /** Returns whether a key was handled by the list. */
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

/** Maximum number of names offered. */
const OFFERED_MAX = 5;

/** Returns the text between an @ and the caret, in lower case; null if there is no @. */
export function nameBefore(text: string, caret: number): string | null {
  const typed = /(?:^|[^\p{L}\p{N}_@.])@([a-z0-9_]{0,20})$/iu.exec(text.slice(0, caret))?.[1];
  return typed?.toLowerCase() ?? null;
}

/** Returns the authors that match the typed text: by handle first, then by name. */
export function offeredNames(authors: readonly ChatAuthor[], typed: string): ChatAuthor[] {
  const byHandle = authors.filter(({ handle }) => handle.startsWith(typed));
  const byName = authors.filter(({ handle, name }) => !handle.startsWith(typed) && name.toLowerCase().includes(typed));
  return [...byHandle, ...byName].slice(0, OFFERED_MAX);
}

/** Returns the text with the typed part of a name before the caret replaced by a handle, and the new caret. */
export function withName(text: string, caret: number, handle: string): { text: string; caret: number } {
  const typed = nameBefore(text, caret) ?? '';
  const before = `${text.slice(0, caret - typed.length)}${handle} `;
  return { text: before + text.slice(caret).replace(/^ /, ''), caret: before.length };
}

export type ChatAuthor = NonNullable<ChatMessage['author']>;

/** Returns the authors of a room, the latest first, each once, without those in `except`. */
export function authorsOf(messages: readonly ChatMessage[], except: readonly string[]): ChatAuthor[] {
  const authors = new Map<string, ChatAuthor>();
  for (const { author } of messages.toReversed()) {
    if (author && !except.includes(author.handle) && !authors.has(author.handle)) authors.set(author.handle, author);
  }
  return [...authors.values()];
}
