import type { messages } from './en/developer-messages.ts';
import { loadWords, type Words } from './locale-store.ts';

/** The messages of the pages for developers, a separate part: few readers open them. */
const DEVELOPERS: Words<typeof messages> = {
  en: () => import('./en/developer-messages.ts'),
  'zh-CN': () => import('./zh-CN/developer-messages.ts'),
  vi: () => import('./vi/developer-messages.ts'),
};

/** Loads the messages of the pages for developers, also for languages selected later. */
export const loadDeveloperWords = (): Promise<void> => loadWords(DEVELOPERS);
