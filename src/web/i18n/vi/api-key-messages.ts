import { apiKeys, developers } from './api-keys.ts';

export const messages = { api_keys: apiKeys, developers };
