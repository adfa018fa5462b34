import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';
import type { Deps } from '#server/deps.ts';

/**
 * The keys of this installation, 32 bytes each: the first one signs, all are accepted. To change the key, put a new one first; remove the
 * old one when everything it signed has expired.
 */
export type ServerKeys = readonly [Uint8Array, ...Uint8Array[]];

/** Derives a separate key per purpose, so that nothing made for one purpose is valid for another. */
export const derivedKey = (serverKey: Uint8Array, purpose: string): Buffer => createHmac('sha256', serverKey).update(purpose).digest();

/** Returns a keyed hash of several texts, for a purpose, with the signing key. Different lists of texts have different hashes. */
export const keyedHash = (serverKey: Uint8Array, purpose: string, ...texts: readonly string[]): Buffer =>
  createHmac('sha256', derivedKey(serverKey, purpose)).update(JSON.stringify(texts)).digest();

/** Returns whether a keyed hash was made of these texts, with any of the keys; takes constant time. */
export const isKeyedHash = (hash: Uint8Array, serverKeys: ServerKeys, purpose: string, ...texts: readonly string[]): boolean =>
  serverKeys.some((key) => {
    const wanted = keyedHash(key, purpose, ...texts);
    return wanted.length === hash.length && timingSafeEqual(wanted, hash);
  });

const PURPOSE = 'seal';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a text with the signing key (AES-256-GCM): nonce, tag, then the text, in one. */
export function seal({ serverKeys: [key], randomBytes }: Pick<Deps, 'serverKeys' | 'randomBytes'>, text: string): Buffer {
  const nonce = Buffer.from(randomBytes(NONCE_BYTES));
  const cipher = createCipheriv('aes-256-gcm', derivedKey(key, PURPOSE), nonce);
  const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), hidden]);
}

/** Returns the text sealed with one of our keys; null if it was altered, or its key was removed. */
export function unseal({ serverKeys }: Pick<Deps, 'serverKeys'>, sealed: Uint8Array): string | null {
  for (const key of serverKeys) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', derivedKey(key, PURPOSE), sealed.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
    } catch {
      // Another key may fit.
    }
  }
  return null;
}
