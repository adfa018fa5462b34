import { z } from 'zod';
import { API_KEY_DAYS, API_KEY_NAME_LENGTH_MAX, API_SCOPES } from '#domain/identity/api-key.ts';
import { nothing, timestamp, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';

const path = '/api/account/api-keys';

export const apiKey = z.object({
  id: uuid,
  name: z.string(),
  /** The first characters of the key, by which its owner recognises it. */
  hint: z.string(),
  scopes: z.array(z.enum(API_SCOPES)),
  created_at: timestamp,
  /** Accurate to a minute; null if it was never used. */
  last_used_at: timestamp.nullable(),
  /** Null: it does not expire. */
  expires_at: timestamp.nullable(),
  revoked_at: timestamp.nullable(),
});
export type ApiKey = z.infer<typeof apiKey>;

export const listApiKeys = endpoint({
  method: 'GET',
  path,
  access: 'user',
  summary: "The caller's API keys, without the keys themselves: valid ones first, then the newest; ended ones are kept for 30 days",
  input: z.object({}),
  reply: z.object({ items: z.array(apiKey) }),
});

export const makeApiKey = endpoint({
  method: 'POST',
  path,
  access: 'user',
  isArming: true,
  status: 201,
  summary:
    'Makes an API key, and returns it this once; scopes beyond `read` need a step-up. `too_many_keys` above ten, `account_leaving` before an erasure',
  input: z.strictObject({
    name: z.string().trim().min(1).max(API_KEY_NAME_LENGTH_MAX),
    scopes: z.array(z.enum(API_SCOPES)).min(1).max(API_SCOPES.length),
    /** In how many days it expires; null: never. */
    expires_days: z.literal(API_KEY_DAYS).nullable(),
  }),
  reply: z.object({ key: z.string(), api_key: apiKey }),
});

export const revokeApiKey = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  access: 'user',
  summary: 'Revokes an API key at once; no effect if it was revoked before',
  input: z.object({ id: uuid }),
  reply: nothing,
});
