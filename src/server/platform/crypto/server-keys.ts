import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';
import type { Deps } from '#server/deps.ts';

/**
 * The keys of this installation, 32 bytes each: the first one signs, all of them are believed. To change the key, put a new one first; what
 * the old one signed runs out, and then it can go.
 */
export type ServerKeys = readonly [Uint8Array, ...Uint8Array[]];

/** A key of its own per purpose, so that nothing made for one purpose can stand in for another. */
export const derivedKey = (serverKey: Uint8Array, purpose: string): Buffer => createHmac('sha256', serverKey).update(purpose).digest();

/** A keyed hash of several texts, for a purpose, by the key that signs. No two lists of texts have the same. */
export const keyedHash = (serverKey: Uint8Array, purpose: string, ...texts: readonly string[]): Buffer =>
  createHmac('sha256', derivedKey(serverKey, purpose)).update(JSON.stringify(texts)).digest();

/** Whether a keyed hash was made of these texts, by any of the keys; takes as long whether it is nearly right or not at all. */
export const isKeyedHash = (hash: Uint8Array, serverKeys: ServerKeys, purpose: string, ...texts: readonly string[]): boolean =>
  serverKeys.some((key) => {
    const wanted = keyedHash(key, purpose, ...texts);
    return wanted.length === hash.length && timingSafeEqual(wanted, hash);
  });

const PURPOSE = 'seal';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a text with the key that signs (AES-256-GCM): nonce, tag, then the text, in one. */
export function seal({ serverKeys: [key], randomBytes }: Pick<Deps, 'serverKeys' | 'randomBytes'>, text: string): Buffer {
  const nonce = Buffer.from(randomBytes(NONCE_BYTES));
  const cipher = createCipheriv('aes-256-gcm', derivedKey(key, PURPOSE), nonce);
  const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), hidden]);
}

/** The text that was sealed with one of our keys; null where it was altered, or sealed with a key that is gone. */
export function unseal({ serverKeys }: Pick<Deps, 'serverKeys'>, sealed: Uint8Array): string | null {
  for (const key of serverKeys) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', derivedKey(key, PURPOSE), sealed.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
    } catch {
      // Another key's, perhaps.
    }
  }
  return null;
}
