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
  const keys = new Set(opened.map(({ serverKeys: [key] }) => Buffer.from(key).toString('hex')));
  expect([...keys]).toEqual([(await readFile(join(dataDir, 'secret.key'), 'utf8')).trim()]);
  expect(opened[0]?.serverKeys[0].length).toBe(32);
  expect((await stat(join(dataDir, 'secret.key'))).mode & 0o777).toBe(0o600);
});

it('uses given keys instead', async () => {
  const { serverKeys } = await openDataFolder({ dataDir: parent, demo: true, serverKeys: ['ab'.repeat(32), 'cd'.repeat(32)] });
  expect(serverKeys.map((key) => Buffer.from(key).toString('hex'))).toEqual(['ab'.repeat(32), 'cd'.repeat(32)]);
});

it('reads several keys from its file, the newest first', async () => {
  await writeFile(join(parent, 'secret.key'), `${'cd'.repeat(32)}\n${'ab'.repeat(32)}\n`);
  const { serverKeys } = await openDataFolder({ dataDir: parent, demo: true });
  expect(serverKeys.map((key) => Buffer.from(key).toString('hex'))).toEqual(['cd'.repeat(32), 'ab'.repeat(32)]);
});

it.each([true, false])('remembers whether it is a demo (%s), and refuses the other', async (demo) => {
  await openDataFolder({ dataDir: parent, demo });
  await openDataFolder({ dataDir: parent, demo });
  await expect(openDataFolder({ dataDir: parent, demo: !demo })).rejects.toThrow(`cannot be used in ${demo ? 'real' : 'demo'} mode`);
});

it('reports in one sentence that the folder cannot be created', async () => {
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
