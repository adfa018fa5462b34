/** What an API key may do. `read`: public data; `me:read`: its owner's own data; `me:tip`: tips in its owner's groups, never stakes. */
export const API_SCOPES = ['read', 'me:read', 'me:tip'] as const;
export type ApiScope = (typeof API_SCOPES)[number];

/** Whether a scope reaches data of the key's owner: then making the key needs a step-up. */
export const isOwnScope = (scope: ApiScope): boolean => scope !== 'read';

/** The maximum number of keys of a user that are valid at once. */
export const API_KEYS_MAX = 10;
export const API_KEY_NAME_LENGTH_MAX = 60;
/** For how many days a key can be made; keys may also never expire. */
export const API_KEY_DAYS = [30, 90, 365] as const;

/** Keys begin with this, so that people and scanners of repositories recognise them. */
export const API_KEY_PREFIX = 'mp_';
const SECRET_CHARACTERS = 43;
const CHECK_CHARACTERS = 6;
const SHAPE = new RegExp(`^${API_KEY_PREFIX}([A-Za-z0-9_-]{${SECRET_CHARACTERS}})([0-9a-z]{${CHECK_CHARACTERS}})$`);

/**
 * Returns a key: the prefix, 32 random bytes in base64url, and a check of six characters that shows whether it was copied whole.
 *
 * @param secret 32 random bytes in base64url without padding: 43 characters.
 */
export const apiKeyOf = (secret: string): string => `${API_KEY_PREFIX}${secret}${checkOf(secret)}`;

/** Returns whether a text has the shape of a key and its check is right. Whether the key exists is for the database to say. */
export function isApiKey(text: string): boolean {
  const [, secret, check] = SHAPE.exec(text) ?? [];
  return secret !== undefined && check === checkOf(secret);
}

/** The first characters of a key, by which its owner recognises it: too few to guess the rest. */
export const hintOf = (key: string): string => key.slice(0, API_KEY_PREFIX.length + 5);

/** FNV-1a of 32 bits in base 36. It finds slips of copying; it keeps no secret. */
function checkOf(secret: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < secret.length; i++) hash = Math.imul(hash ^ secret.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(36).padStart(7, '0').slice(-CHECK_CHARACTERS);
}
