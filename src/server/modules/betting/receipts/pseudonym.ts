import { createHmac } from 'node:crypto';
import { base32 } from '@scure/base';

/** Fifty bits: among a hundred thousand players two share a name once in two hundred thousand contests. */
const LENGTH = 10;

/** What a user is called on one contest's receipt: always the same, and of no use to find them on another one. */
export const pseudonym = (salt: Uint8Array, userId: string): string =>
  `#${base32.encode(createHmac('sha256', salt).update(userId).digest()).slice(0, LENGTH)}`;
