import type { messages } from './en/admin-messages.ts';
import { loadWords, type Words } from './locale-store.ts';

/** What the console says: a part of its own, that the site never fetches. */
const ADMIN: Words<typeof messages> = {
  en: () => import('./en/admin-messages.ts'),
  'zh-CN': () => import('./zh-CN/admin-messages.ts'),
  vi: () => import('./vi/admin-messages.ts'),
};

/** Fetches the console's words; whatever language is shown from now on has them. */
export const loadAdminWords = (): Promise<void> => loadWords(ADMIN);
