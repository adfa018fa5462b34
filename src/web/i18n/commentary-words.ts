import type { messages } from './en/commentary-messages.ts';
import { loadWords, type Words } from './locale-store.ts';

/** The commentary's sentences, a separate part: few readers of a page with a match open it. */
const COMMENTARY: Words<typeof messages> = {
  en: () => import('./en/commentary-messages.ts'),
  'zh-CN': () => import('./zh-CN/commentary-messages.ts'),
  vi: () => import('./vi/commentary-messages.ts'),
};

/** Loads the commentary's sentences, also for languages selected later. */
export const loadCommentaryWords = (): Promise<void> => loadWords(COMMENTARY);
