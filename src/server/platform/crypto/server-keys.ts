import { createHmac, timingSafeEqual } from 'node:crypto';

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
