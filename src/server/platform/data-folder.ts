import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ServerKeys } from '#server/platform/crypto/server-keys.ts';
import { StartError } from './lifetime.ts';

type Settings = { dataDir: string; demo: boolean; serverKeys?: readonly string[] | undefined };

/** Creates the folder if necessary, and returns the keys of this installation. */
export async function openDataFolder({ dataDir, demo, serverKeys }: Settings): Promise<{ serverKeys: ServerKeys }> {
  try {
    await makeFolder(dataDir);
    await rejectOtherMode(dataDir, demo ? 'demo' : 'real');
    const keys = serverKeys ?? (await readKeys(dataDir));
    return { serverKeys: keys.map((key) => Buffer.from(key, 'hex')) as unknown as ServerKeys };
  } catch (error) {
    if (error instanceof StartError) throw error;
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new StartError(`The data folder ${dataDir} cannot be used (${reason}): allow writing to it, or set DATA_DIR.`, { cause: error });
  }
}

/** Not `recursive`: where nothing can be created, as below /proc, Node would retry for ever. */
async function makeFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return;
  if (!existsSync(dirname(folder))) await makeFolder(dirname(folder));
  await mkdir(folder).catch((error) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

/** Points given away in a demo must not gain value, and real accounts must not be shown in a demo. */
async function rejectOtherMode(dataDir: string, mode: 'demo' | 'real'): Promise<void> {
  const known = (await writeOnce(join(dataDir, 'mode'), `${mode}\n`, 0o644)).trim();
  if (known === mode) return;
  const advice = known === 'demo' ? 'it began in demo mode' : 'it holds a real installation';
  throw new StartError(
    `The data folder ${dataDir} cannot be used in ${mode} mode, because ${advice}: set another DATA_DIR, or the settings it began with.`,
  );
}

/** One key per line, the newest first. */
async function readKeys(dataDir: string): Promise<string[]> {
  const path = join(dataDir, 'secret.key');
  const keys = (await writeOnce(path, `${randomBytes(32).toString('hex')}\n`, 0o600)).trim().split(/\s+/);
  if (!keys.every((key) => /^[0-9a-f]{64}$/i.test(key)))
    throw new StartError(`${path} is damaged: restore it, or delete it, which signs everybody out.`);
  return keys;
}

/**
 * Returns the content of the file, writing `content` if there was none. It appears complete and on disk, even if two processes start at
 * once.
 */
async function writeOnce(path: string, content: string, mode: number): Promise<string> {
  const draft = `${path}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, content, { mode, flush: true });
  try {
    await link(draft, path);
    return content;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return await readFile(path, 'utf8');
  } finally {
    await rm(draft, { force: true });
  }
}

/** The folder of package.json. Counting `..` would fail: the built server lies at another depth than the source. */
export const packageRoot = find(dirname(fileURLToPath(import.meta.url)));

function find(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  if (dirname(folder) === folder) throw new Error('no package.json above this file');
  return find(dirname(folder));
}
