import { hkdfSync } from 'node:crypto';
import { z } from 'zod';

const KEY_BYTES = 32;
const TEXT_BYTES_MIN = 32;
const TEXT_BYTES_MAX = 1_000;

/**
 * SERVER_KEY: one or several keys, separated by commas or line breaks, as 64 hexadecimal digits each. 64 hexadecimal digits are the 32
 * bytes that they spell; of any other text of 32 to 1000 bytes in UTF-8, the key is derived.
 */
export const serverKeySetting = z
  .string()
  .transform((text) => text.trim().split(/\s*(?:,|\r?\n)\s*/))
  .refine(
    (keys) => keys.every(isLongEnough),
    `must be 64 hexadecimal digits or another text of ${TEXT_BYTES_MIN} to ${TEXT_BYTES_MAX} bytes, or several of them separated by commas`,
  )
  .transform((keys) => keys.map(toHex));

function isLongEnough(text: string): boolean {
  const bytes = Buffer.byteLength(text);
  return bytes >= TEXT_BYTES_MIN && bytes <= TEXT_BYTES_MAX;
}

/** Only shortens and spreads what the text contains: a text that can be guessed is a key that can be guessed. */
const toHex = (text: string): string =>
  /^[0-9a-f]{64}$/i.test(text) ? text : Buffer.from(hkdfSync('sha256', text, '', 'matchpoint server key', KEY_BYTES)).toString('hex');
