import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { StartError } from './platform/lifetime.ts';
import { SECRET_SETTINGS } from './secret-settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'matchpoint-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
function fileOf(content: string | Buffer): string {
  files += 1;
  const path = join(folder, `secret-${files}`);
  writeFileSync(path, content);
  return path;
}

const KEY = 'ab'.repeat(32);
const TOKEN = 'a-token-of-sixteen-letters';

describe('secrets in files', () => {
  it.each([
    ['nothing', TOKEN],
    ['a newline', `${TOKEN}\n`],
    ['a newline of Windows', `${TOKEN}\r\n`],
    ['spaces and empty lines', ` ${TOKEN}\t \n\n`],
    ['a byte order mark at the start', `\ufeff${TOKEN}\n`],
  ])('are read without %s around them', (_, content) => {
    expect(readConfig({ METRICS_TOKEN_FILE: fileOf(content) }).metricsToken).toBe(TOKEN);
  });

  it('count as set where other settings depend on them', () => {
    const DATABASE_URL_FILE = fileOf('postgres://u:p@db.example/matchpoint\n');
    const API_FOOTBALL_KEY_FILE = fileOf('provider-key\n');
    const config = readConfig({ DATABASE_URL_FILE, API_FOOTBALL_KEY_FILE, FEED: 'api-football' }, 'worker');
    expect(config).toMatchObject({ databaseUrl: 'postgres://u:p@db.example/matchpoint', demo: false, role: 'worker' });
    expect(config.providers['api-football'].key).toBe('provider-key');
  });

  it('can be links, as in Kubernetes', () => {
    const link = join(folder, 'link');
    symlinkSync(fileOf(TOKEN), link);
    expect(readConfig({ METRICS_TOKEN_FILE: link }).metricsToken).toBe(TOKEN);
  });

  it('can be left out, like any setting', () => {
    expect(readConfig({ METRICS_TOKEN_FILE: '', METRICS_TOKEN: TOKEN }).metricsToken).toBe(TOKEN);
    expect(readConfig({ METRICS_TOKEN_FILE: ' ' }).metricsToken).toBeUndefined();
  });

  it('are not read for settings that are no secrets', () => {
    expect(readConfig({ PORT_FILE: fileOf('4000') }).port).toBe(3000);
  });

  it('contain one key per line for SERVER_KEY, like secret.key', () => {
    const other = 'CD'.repeat(32);
    for (const content of [`${KEY}\n${other}\n`, `${KEY}\r\n\r\n${other}`, `${KEY},\n${other}`, ` ${KEY} , ${other} `])
      expect(readConfig({ SERVER_KEY_FILE: fileOf(content) }).serverKeys).toEqual([KEY, other]);
  });

  const large = fileOf('');
  truncateSync(large, 64 * 1024 + 1);
  const subfolder = join(folder, 'folder');
  mkdirSync(subfolder);
  it.each([
    ['a missing file', join(folder, 'none'), 'does not exist'],
    ['a file below a file', join(large, 'none'), 'does not exist'],
    ['a folder', subfolder, 'is a folder, not a file'],
    ['an empty file', fileOf(''), 'is empty'],
    ['a file with only a newline', fileOf('\n'), 'is empty'],
    ['two lines', fileOf(`${TOKEN}\nsecond-secret`), 'must contain one line'],
    ['bytes that are no text', fileOf(Buffer.from([0xff, 0xfe, 0x41])), 'is not a text in UTF-8'],
    ['a zero byte', fileOf(`${TOKEN}\0more`), 'is not a text in UTF-8'],
    ['a large file', large, 'is larger than 64 KiB'],
    ['a device', '/dev/zero', 'is not a regular file'],
  ])('stop the start with a sentence: %s', (_, path, problem) => {
    const read = () => readConfig({ METRICS_TOKEN_FILE: path });
    expect(read).toThrow(StartError);
    expect(read).toThrow(`METRICS_TOKEN_FILE=${path}: ${problem}`);
    expect(read).not.toThrow(/second-secret/);
  });

  // Only root can become somebody else, and root may read every file.
  it.skipIf(process.geteuid?.() !== 0)('stop the start if this user may not read them', () => {
    const path = fileOf(TOKEN);
    chmodSync(path, 0o600);
    process.seteuid!(65_534);
    try {
      expect(() => readConfig({ METRICS_TOKEN_FILE: path })).toThrow(
        `METRICS_TOKEN_FILE=${path}: cannot be read by the user of this process`,
      );
    } finally {
      process.seteuid!(0);
    }
  });

  it('are refused beside the setting itself, even with the same value', () => {
    const path = fileOf(TOKEN);
    expect(() => readConfig({ METRICS_TOKEN: TOKEN, METRICS_TOKEN_FILE: path })).toThrow(
      `METRICS_TOKEN_FILE=${path}: is set together with METRICS_TOKEN: keep one`,
    );
  });

  it('are reported with all other problems at once, each of them once', () => {
    const missing = join(folder, 'none');
    const read = () =>
      readConfig(
        { PORT: '99999', FEED: 'api-football', API_FOOTBALL_KEY_FILE: missing, DATABASE_URL_FILE: missing, SMTP_URL_FILE: missing },
        'web',
      );
    expect(read).toThrow(/^These settings cannot be used:(\n {2}\S+_FILE=\S+: does not exist){3}\n {2}PORT=99999: [^\n]*$/);
  });

  it('are never shown when their value cannot be used', () => {
    const path = fileOf('mysql://root:very-secret@db.example/x');
    const read = () => readConfig({ DATABASE_URL_FILE: path });
    expect(read).toThrow(`DATABASE_URL_FILE=${path}: must be a URL that starts with postgres://`);
    expect(read).not.toThrow(/very-secret/);
    expect(() => readConfig({ DATABASE_URL: 'mysql://root:very-secret@db.example/x' })).not.toThrow(/very-secret/);
  });
});

describe('SERVER_KEY', () => {
  it('is the 32 bytes that 64 hexadecimal digits spell', () => {
    expect(readConfig({ SERVER_KEY: ` ${KEY}\n` }).serverKeys).toEqual([KEY]);
  });

  it('is derived from any other text of 32 bytes or more', () => {
    const keyOf = (text: string) => readConfig({ SERVER_KEY: text }).serverKeys;
    // openssl kdf -keylen 32 -kdfopt digest:SHA256 -kdfopt key:'correct horse battery staple 2026' -kdfopt info:'matchpoint server key' HKDF
    const derived = '4d552c3d361481d4d1011e5c6c533b16a0b2787e0bac3eca4d387f014ea4dbd7';
    expect(keyOf('correct horse battery staple 2026')).toEqual([derived]);
    expect(keyOf(` correct horse battery staple 2026\n,${KEY}`)).toEqual([derived, KEY]);
    expect(readConfig({ SERVER_KEY_FILE: fileOf('correct horse battery staple 2026\n') }).serverKeys).toEqual([derived]);
    const others = [
      'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=',
      'ab'.repeat(16),
      `${KEY}ab`,
      'x'.repeat(32),
      '密'.repeat(11),
      'x'.repeat(1000),
    ];
    const keys = others.flatMap((text) => keyOf(text) ?? []);
    expect(keys.every((key) => /^[0-9a-f]{64}$/.test(key))).toBe(true);
    expect(new Set(keys).size).toBe(others.length);
  });

  it.each(['x'.repeat(31), '密'.repeat(10), `${'x'.repeat(31)} `, `${KEY},`, `${KEY},,${KEY}`, `${KEY},short`, 'x'.repeat(1001)])(
    'rejects %s without showing it',
    (text) => {
      const read = () => readConfig({ SERVER_KEY: text });
      expect(read).toThrow(/SERVER_KEY=\.\.\.: must be 64 hexadecimal digits or another text of 32 to 1000 bytes/);
    },
  );
});

it('the manual names every secret', () => {
  const manual = readFileSync('docs/operations.md', 'utf8');
  const [listed = ''] = /\*\*Secrets in files\.\*\*.*?\n\n/s.exec(manual) ?? [];
  const named = new Set([...listed.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name!));
  expect([...named].sort()).toEqual([...SECRET_SETTINGS].sort());
});
