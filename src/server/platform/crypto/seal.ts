import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { Deps } from '#server/deps.ts';
import { derivedKey } from './server-keys.ts';

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
