import { hkdfSync } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { z } from 'zod';
import { PROVIDERS } from '#server/modules/match-data/public.ts';
import { GATEWAY_SECRETS } from '#server/platform/messaging/gateways/gateway-settings.ts';

/** Settings that contain secrets: they are never shown, and each can be read from a file (`SERVER_KEY_FILE`). */
export const SECRET_SETTINGS: readonly string[] = [
  ...GATEWAY_SECRETS,
  ...Object.values(PROVIDERS).flatMap(({ keySetting }) => keySetting ?? []),
  'DATABASE_READ_URL',
  'DATABASE_SESSION_URL',
  'DATABASE_URL',
  'GOOGLE_CLIENT_SECRET',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'REDIS_URL',
  'SERVER_KEY',
  'SMTP_URL',
  'TELEGRAM_BOT_TOKEN',
  'TRON_API_KEY',
  'TRON_API_URL',
];

/** The only secret whose file may have several lines: one key per line, like `secret.key`. */
const LISTS: readonly string[] = ['SERVER_KEY'];
const FILE_BYTES_MAX = 64 * 1024;

/** The settings after reading secrets from files. */
interface WithSecrets {
  values: Record<string, string | undefined>;
  /** Names of settings that were read from a file. */
  fromFiles: ReadonlySet<string>;
  /** A sentence for each file that cannot be used, by the name of its setting. */
  problems: ReadonlyMap<string, string>;
}

/**
 * Reads each secret whose `*_FILE` is set, such as a secret of Docker or a credential of systemd. `given` has no empty values.
 * Whitespace around the text is removed, because most editors and `echo` end a file with a newline.
 */
export function readSecretFiles(given: Readonly<Record<string, string | undefined>>): WithSecrets {
  const values = { ...given };
  const fromFiles = new Set<string>();
  const problems = new Map<string, string>();
  for (const name of SECRET_SETTINGS) {
    const path = given[`${name}_FILE`]?.trim();
    if (path === undefined) continue;
    const read = given[name] === undefined ? readSecret(path, LISTS.includes(name)) : { problem: `is set together with ${name}: keep one` };
    if ('problem' in read) {
      problems.set(name, `  ${name}_FILE=${path}: ${read.problem}`);
      delete values[name];
    } else {
      fromFiles.add(name);
      values[name] = read.text;
    }
  }
  return { values, fromFiles, problems };
}

/** Returns the text of a file, or why it cannot be used. The reason never contains the text. */
function readSecret(path: string, isList: boolean): { text: string } | { problem: string } {
  try {
    const file = statSync(path);
    // A pipe would block the start until somebody writes to it.
    if (!file.isFile()) return { problem: file.isDirectory() ? 'is a folder, not a file' : 'is not a regular file' };
    if (file.size > FILE_BYTES_MAX) return { problem: `is larger than ${FILE_BYTES_MAX / 1024} KiB` };
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path)).trim();
    if (text.includes('\0')) return { problem: 'is not a text in UTF-8' };
    if (text === '') return { problem: 'is empty' };
    if (!isList && /[\r\n]/.test(text)) return { problem: 'must contain one line' };
    return { text };
  } catch (error) {
    return { problem: whyUnreadable(error as NodeJS.ErrnoException) };
  }
}

function whyUnreadable({ code }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'does not exist';
  if (code === 'EACCES' || code === 'EPERM') return 'cannot be read by the user of this process';
  return code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'is not a text in UTF-8' : `cannot be read (${code})`;
}

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
