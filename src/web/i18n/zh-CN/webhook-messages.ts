import { webhooks } from './webhooks.ts';

/** The messages of webhooks, which one page of the settings needs. */
export const messages = { webhooks };
