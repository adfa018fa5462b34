import type { messages } from './en/bracket-messages.ts';
import { loadWords, type Words } from './locale-store.ts';

/** The messages of brackets, a separate part: they are opened less often than other pages. */
const BRACKETS: Words<typeof messages> = {
  en: () => import('./en/bracket-messages.ts'),
  'zh-CN': () => import('./zh-CN/bracket-messages.ts'),
  vi: () => import('./vi/bracket-messages.ts'),
};

/** Loads the messages of brackets, also for languages selected later. */
export const loadBracketWords = (): Promise<void> => loadWords(BRACKETS);
