import { apiKeys, developers } from './api-keys.ts';
import { embeds } from './embeds.ts';
import { webhooks } from './webhooks.ts';

export const messages = { api_keys: apiKeys, developers, embeds, webhooks };
