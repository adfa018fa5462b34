import type { messages } from './en/api-key-messages.ts';
import { loadWords, type Words } from './locale-store.ts';

/** The messages of API keys and of the page for developers, a separate part: only their pages need them. */
const API_KEYS: Words<typeof messages> = {
  en: () => import('./en/api-key-messages.ts'),
  'zh-CN': () => import('./zh-CN/api-key-messages.ts'),
  vi: () => import('./vi/api-key-messages.ts'),
};

/** Loads the messages of API keys, also for languages selected later. */
export const loadApiKeyWords = (): Promise<void> => loadWords(API_KEYS);
