import type { messages } from './en/webhook-messages.ts';
import { loadWords, type Words } from './locale-store.ts';

/** The messages of webhooks, a separate part: few users open them. */
const WEBHOOKS: Words<typeof messages> = {
  en: () => import('./en/webhook-messages.ts'),
  'zh-CN': () => import('./zh-CN/webhook-messages.ts'),
  vi: () => import('./vi/webhook-messages.ts'),
};

/** Loads the messages of webhooks, also for languages selected later. */
export const loadWebhookWords = (): Promise<void> => loadWords(WEBHOOKS);
