import type { messages } from './en/admin-messages.ts';
import { loadWords, type Words } from './locale-store.ts';

/** The console's messages, a separate part that the site never loads. */
const ADMIN: Words<typeof messages> = {
  en: () => import('./en/admin-messages.ts'),
  'zh-CN': () => import('./zh-CN/admin-messages.ts'),
  vi: () => import('./vi/admin-messages.ts'),
};

/** Loads the console's messages, also for languages selected later. */
export const loadAdminWords = (): Promise<void> => loadWords(ADMIN);
