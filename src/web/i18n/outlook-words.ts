import type { messages } from './en/outlook-messages.ts';
import { loadWords, type Words } from './locale-store.ts';

/** The messages of season outlooks and of the best of a day, a separate part: they are opened less often than other pages. */
const OUTLOOK: Words<typeof messages> = {
  en: () => import('./en/outlook-messages.ts'),
  'zh-CN': () => import('./zh-CN/outlook-messages.ts'),
  vi: () => import('./vi/outlook-messages.ts'),
};

/** Loads the messages of outlooks and of the best of a day, also for languages selected later. */
export const loadOutlookWords = (): Promise<void> => loadWords(OUTLOOK);
