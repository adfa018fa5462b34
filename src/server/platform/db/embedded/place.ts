import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { lchown, mkdir, readdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartError } from '#server/platform/lifetime.ts';
import { stopOrphan } from './orphan.ts';

export type Owner = { uid: number; gid: number };

/** Where data and binaries lie. `owner` is whom PostgreSQL runs as, where that is not who runs the app. */
export type Place = { folder: string; pgdata: string; owner: Owner | null };

/**
 * PostgreSQL refuses to run as root, so root starts it as `nobody`: initdb insists on an id that has a name, and adding a user to
 * somebody's machine is not for us to do. Its folders are closed to everyone else.
 */
const NOBODY: Owner = { uid: 65_534, gid: 65_534 };

const OUTSIDE = '/var/lib/matchpoint';

export async function choosePlace(givenDataDir: string, log: (line: string) => void): Promise<Place> {
  const dataDir = await realpath(givenDataDir);
  const isRoot = process.getuid?.() === 0;
  const outside = await findOutside(dataDir);
  if (outside && !isRoot)
    throw new StartError(
      `The database of ${dataDir} lies in ${outside}, which only root can start: start as root, or set another DATA_DIR.`,
    );
  const nobody = await findNobody();
  if (outside) return settle(outside, nobody);
  const inside = join(dataDir, 'postgres');
  if (!isRoot) return settle(inside, null);
  const owner = await ownerOf(join(inside, 'pgdata'));
  if (await canEnter(owner ?? nobody, dataDir)) return settle(inside, owner ?? nobody);
  if (owner)
    throw new StartError(
      `The database in ${inside} belongs to user ${owner.uid}, who cannot enter that folder any more: allow it with chmod o+x.`,
    );
  return settle(await moveOutside(dataDir, log), nobody);
}

/** Gives a file or a whole tree to whom PostgreSQL runs as. */
export async function giveTo(owner: Owner | null, path: string): Promise<void> {
  if (!owner) return;
  await lchown(path, owner.uid, owner.gid);
  if (!(await stat(path)).isDirectory()) return;
  const entries = await readdir(path, { recursive: true });
  await Promise.all(entries.map((entry) => lchown(join(path, entry), owner.uid, owner.gid)));
}

async function settle(folder: string, owner: Owner | null): Promise<Place> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // New, copied by root, or root was interrupted right here.
  if ((await ownerOf(folder)) === null) await giveTo(owner, folder);
  return { folder, pgdata: join(folder, 'pgdata'), owner };
}

/** The number differs between systems; macOS writes it as -2. */
async function findNobody(): Promise<Owner> {
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const found = /^nobody:[^:]*:(-?\d+):(-?\d+):/m.exec(users);
  return found ? { uid: Number(found[1]) >>> 0, gid: Number(found[2]) >>> 0 } : NOBODY;
}

/** Root takes over what an ordinary user began, as that user. */
async function ownerOf(path: string): Promise<Owner | null> {
  const { uid, gid } = await stat(path).catch(() => ({ uid: 0, gid: 0 }));
  return uid === 0 ? null : { uid, gid };
}

async function canEnter(owner: Owner, folder: string): Promise<boolean> {
  const { mode, uid, gid } = await stat(folder);
  const bit = uid === owner.uid ? 0o100 : gid === owner.gid ? 0o010 : 0o001;
  if ((mode & bit) === 0) return false;
  return dirname(folder) === folder || canEnter(owner, dirname(folder));
}

/** In the data folder, a note of where its database lies. */
const noteIn = (dataDir: string) => join(dataDir, 'database-location.json');
type Note = { dataDir: string; folder: string };

async function findOutside(dataDir: string): Promise<string | null> {
  if (!existsSync(noteIn(dataDir))) return null;
  const note: Note = JSON.parse(await readFile(noteIn(dataDir), 'utf8'));
  if (note.dataDir === dataDir) return note.folder;
  // A folder that was moved takes its database along. One that was copied must not: two apps would share a database without knowing.
  if (existsSync(noteIn(note.dataDir))) {
    throw new StartError(
      `${dataDir} is a copy of ${note.dataDir}, whose database in ${note.folder} was not copied: set another DATA_DIR, or delete this one.`,
    );
  }
  await writeNote(dataDir, note.folder);
  return note.folder;
}

async function moveOutside(dataDir: string, log: (line: string) => void): Promise<string> {
  const folder = join(OUTSIDE, createHash('sha256').update(dataDir).digest('hex').slice(0, 16));
  await mkdir(OUTSIDE, { recursive: true, mode: 0o755 });
  // The data folder that knew of it was deleted. Data is never deleted by us, but a new beginning was wanted.
  if (existsSync(folder)) await setAside(folder, log);
  await writeNote(dataDir, folder);
  log(`The database lies in ${folder}, because PostgreSQL does not run as root and nobody else can enter ${dataDir}.`);
  return folder;
}

async function setAside(folder: string, log: (line: string) => void): Promise<void> {
  const aside = `${folder}-until-${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}`;
  await stopOrphan(join(folder, 'pgdata'), log);
  await rename(folder, aside);
  log(`A database whose data folder is gone was kept as ${aside}.`);
}

const writeNote = (dataDir: string, folder: string) =>
  writeFile(noteIn(dataDir), `${JSON.stringify({ dataDir, folder } satisfies Note, null, 2)}\n`);
