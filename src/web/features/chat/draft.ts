import { useState } from 'react';
import type { Quoted } from './own-messages.ts';

/** What somebody is writing in a room. */
export interface Draft {
  text: string;
  replyTo: Quoted | null;
}

const NOTHING: Draft = { text: '', replyTo: null };

const keyOf = (topic: string): string => `draft_${topic}`;

/** For this tab of the browser alone, and gone with it; storage that cannot be had remembers nothing, and the page works. */
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
    // Nothing to do: see above.
  }
}

/** What is being written in a room; it outlasts another tab of the page, another room, and loading anew. */
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
