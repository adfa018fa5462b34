import type { ChatAuthor } from './authors.ts';

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
