import type { messages } from './en/legal-messages.ts';
import { loadWords, type Words } from './locale-store.ts';

/** The messages of the legal pages, a separate part: they are as long as those of many other pages together. */
const LEGAL: Words<typeof messages> = {
  en: () => import('./en/legal-messages.ts'),
  'zh-CN': () => import('./zh-CN/legal-messages.ts'),
  vi: () => import('./vi/legal-messages.ts'),
};

/** Loads the messages of the legal pages, also for languages selected later. */
export const loadLegalWords = (): Promise<void> => loadWords(LEGAL);
