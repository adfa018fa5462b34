import { type SpawnOptions, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '#server/platform/start-error.ts';
import type { Binaries } from './binaries.ts';
import { giveTo, type Place } from './place.ts';

/** Makes the cluster at the first start, and returns the password that its only user has. */
export async function initialise(place: Place, binaries: Binaries, { durable }: { durable: boolean }): Promise<string> {
  const passwordFile = join(place.folder, 'password');
  if (existsSync(place.pgdata)) {
    await rejectOtherMajor(place, binaries);
    return readFile(passwordFile, 'utf8');
  }
  const password = randomBytes(24).toString('base64url');
  await writeFile(passwordFile, password, { mode: 0o600 });
  await giveTo(place.owner, passwordFile);
  // Under its name there is a complete cluster or none: one that was interrupted half-way is thrown away at the next start.
  await removeUnfinished(place);
  const unfinished = join(place.folder, `unfinished-${process.pid}`);
  await initdb(place, binaries, [`--pgdata=${unfinished}`, `--pwfile=${passwordFile}`, ...(durable ? [] : ['--no-sync'])]);
  await rename(unfinished, place.pgdata);
  if (durable) await syncFolder(place.folder);
  return password;
}

/** A killed start may have left an initdb that still writes: then the rest goes at a later start. */
async function removeUnfinished(place: Place): Promise<void> {
  const names = (await readdir(place.folder)).filter((name) => name.startsWith('unfinished-'));
  await Promise.allSettled(names.map((name) => rm(join(place.folder, name), { recursive: true, force: true })));
}

/**
 * How our own programs run: as the unprivileged user, in a folder that this user can enter, apart from the terminal (a Ctrl-C there is for
 * the app, which stops PostgreSQL when it has finished), and without the environment, which may hold PG* variables.
 */
export const spawnOptions = (place: Place): SpawnOptions => ({
  cwd: place.folder,
  env: { LC_ALL: 'C', TZ: 'UTC' },
  detached: true,
  // Node takes signed ids here, and gives unsigned ones elsewhere.
  ...(place.owner && { uid: place.owner.uid | 0, gid: place.owner.gid | 0 }),
});

/** The builtin locale sorts by code point and knows the letters of all languages, whatever is installed on the machine. */
const settings = [
  '--username=matchpoint',
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
];

function initdb(place: Place, binaries: Binaries, options: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    const child = spawn(binaries.initdb, [...settings, ...options], { ...spawnOptions(place), stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    const killAtExit = () => child.kill('SIGKILL');
    process.once('exit', killAtExit);
    child.once('close', () => process.off('exit', killAtExit));
    const fail = (reason: string) =>
      reject(new StartError(`The packaged PostgreSQL does not run here (${reason}): set DATABASE_URL to a server of version 15 or newer.`));
    child.on('error', (error) => fail(error.message));
    child.on('close', (code) => (code === 0 ? resolve() : fail(lastLines(output) || `initdb ended with ${code}`)));
  });
}

const lastLines = (output: string) => output.trim().split('\n').slice(-3).join(' ');

async function rejectOtherMajor(place: Place, binaries: Binaries): Promise<void> {
  const major = (await readFile(join(place.pgdata, 'PG_VERSION'), 'utf8')).trim();
  if (major === binaries.major) return;
  throw new StartError(
    `The data in ${place.pgdata} is of PostgreSQL ${major}, the packaged one is ${binaries.major}: dump it with the older release, and restore it.`,
  );
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}
