import type { messages } from './en/tipping-messages.ts';
import { loadWords, type Words } from './locale-store.ts';

/** The messages of tipping groups, a separate part: only their pages need them. */
const TIPPING: Words<typeof messages> = {
  en: () => import('./en/tipping-messages.ts'),
  'zh-CN': () => import('./zh-CN/tipping-messages.ts'),
  vi: () => import('./vi/tipping-messages.ts'),
};

/** Loads the messages of tipping groups, also for languages selected later. */
export const loadTippingWords = (): Promise<void> => loadWords(TIPPING);
