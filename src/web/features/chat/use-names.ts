import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import type { ChatAuthor } from './authors.ts';
import { nameBefore, offeredNames, withName } from './name-completion.ts';

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
