import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { lchown, mkdir, readdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartError } from '#server/platform/lifetime.ts';
import { stopOrphan } from './orphan.ts';

export type Owner = { uid: number; gid: number };

/** Where data and binaries are. `owner` is the user that PostgreSQL runs as; null if it is the user of the app. */
export type Place = { folder: string; pgdata: string; owner: Owner | null };

/**
 * PostgreSQL refuses to run as root, so root starts it as `nobody`: initdb requires an id with a name, and the app should not add users to
 * a machine. Its folders are closed to all other users.
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

/** Gives a file or a whole tree to the user that PostgreSQL runs as. */
export async function giveTo(owner: Owner | null, path: string): Promise<void> {
  if (!owner) return;
  await lchown(path, owner.uid, owner.gid);
  if (!(await stat(path)).isDirectory()) return;
  const entries = await readdir(path, { recursive: true });
  await Promise.all(entries.map((entry) => lchown(join(path, entry), owner.uid, owner.gid)));
}

async function settle(folder: string, owner: Owner | null): Promise<Place> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // New, copied by root, or left when root was interrupted right here.
  if ((await ownerOf(folder)) === null) await giveTo(owner, folder);
  return { folder, pgdata: join(folder, 'pgdata'), owner };
}

/** The id differs between systems; macOS writes it as -2. */
async function findNobody(): Promise<Owner> {
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const found = /^nobody:[^:]*:(-?\d+):(-?\d+):/m.exec(users);
  return found ? { uid: Number(found[1]) >>> 0, gid: Number(found[2]) >>> 0 } : NOBODY;
}

/** Root continues as the ordinary user who created the folder. */
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

/** The file in the data folder that records where its database is. */
const noteIn = (dataDir: string) => join(dataDir, 'database-location.json');
type Note = { dataDir: string; folder: string };

async function findOutside(dataDir: string): Promise<string | null> {
  if (!existsSync(noteIn(dataDir))) return null;
  const note: Note = JSON.parse(await readFile(noteIn(dataDir), 'utf8'));
  if (note.dataDir === dataDir) return note.folder;
  // A moved folder takes its database along. A copied one must not: two apps would share a database without knowing.
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
  // Its data folder was deleted. We never delete data, but the user wanted a fresh start.
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
