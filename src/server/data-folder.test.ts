import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDataFolder } from './data-folder.ts';

let parent: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'matchpoint-data-'));
});
afterEach(() => rm(parent, { recursive: true }));

it('makes one key for good, which only its owner can read', async () => {
  const dataDir = join(parent, 'new', 'data');
  const opened = await Promise.all([1, 2, 3].map(() => openDataFolder({ dataDir, demo: true })));
  const keys = new Set(opened.map(({ serverKey }) => Buffer.from(serverKey).toString('hex')));
  expect([...keys]).toEqual([(await readFile(join(dataDir, 'secret.key'), 'utf8')).trim()]);
  expect(opened[0]?.serverKey.length).toBe(32);
  expect((await stat(join(dataDir, 'secret.key'))).mode & 0o777).toBe(0o600);
});

it('takes a given key instead', async () => {
  const { serverKey } = await openDataFolder({ dataDir: parent, demo: true, serverKey: 'ab'.repeat(32) });
  expect(Buffer.from(serverKey).toString('hex')).toBe('ab'.repeat(32));
});

it.each([true, false])('remembers whether it is a demo (%s), and refuses the other', async (demo) => {
  await openDataFolder({ dataDir: parent, demo });
  await openDataFolder({ dataDir: parent, demo });
  await expect(openDataFolder({ dataDir: parent, demo: !demo })).rejects.toThrow(`cannot be used in ${demo ? 'real' : 'demo'} mode`);
});

it('says in one sentence that the folder cannot be made', async () => {
  await writeFile(join(parent, 'file'), '');
  await expect(openDataFolder({ dataDir: join(parent, 'file', 'data'), demo: true })).rejects.toThrow(
    /cannot be used \(ENOTDIR\): .*set DATA_DIR/,
  );
});

it.runIf(process.platform === 'linux')('gives up where no folder can be made, even by root', async () => {
  await expect(openDataFolder({ dataDir: '/proc/matchpoint/data', demo: true })).rejects.toThrow(/cannot be used \(E\w+\)/);
});

it('does not sign with a damaged key', async () => {
  await writeFile(join(parent, 'secret.key'), 'abc');
  await expect(openDataFolder({ dataDir: parent, demo: true })).rejects.toThrow('secret.key is damaged');
});
