import type { messages } from './en/division-messages.ts';
import { loadWords, type Words } from './locale-store.ts';

/** The messages of divisions and of the year in review, a separate part: they are opened less often than other pages. */
const DIVISIONS: Words<typeof messages> = {
  en: () => import('./en/division-messages.ts'),
  'zh-CN': () => import('./zh-CN/division-messages.ts'),
  vi: () => import('./vi/division-messages.ts'),
};

/** Loads the messages of divisions, also for languages selected later. */
export const loadDivisionWords = (): Promise<void> => loadWords(DIVISIONS);
