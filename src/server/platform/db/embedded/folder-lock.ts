import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '#server/platform/start-error.ts';
import { identityOf } from './process-identity.ts';

/** Takes the folder for this process, or says who has it. PostgreSQL's own lock comes too late: by then we would have stopped the other's server. */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, 'lock');
  const own = `${JSON.stringify({ pid: process.pid, identity: await identityOf(process.pid) })}\n`;
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, own);
  try {
    for (;;) {
      // A link appears with its content, or not at all; an exclusive create could be read while still empty.
      if (await succeeds(link(draft, path))) return () => release(path, own);
      const found = await readFile(path, 'utf8').catch(() => null);
      if (found === null) continue;
      await refuseIfAlive(folder, found);
      await removeStale(path, found);
    }
  } finally {
    await rm(draft, { force: true });
  }
}

async function refuseIfAlive(folder: string, found: string): Promise<void> {
  const holder = parse(found);
  if (!holder || holder.identity !== (await identityOf(holder.pid))) return;
  throw new StartError(`${folder} is in use by another Matchpoint (process ${holder.pid}): stop that one first, or set another DATA_DIR.`);
}

/** Two starts may find the same stale lock: whoever moved away the other's fresh one puts it back. */
async function removeStale(path: string, stale: string): Promise<void> {
  const moved = `${path}.stale.${process.pid}`;
  if (!(await succeeds(rename(path, moved)))) return;
  if ((await readFile(moved, 'utf8')) !== stale) await succeeds(link(moved, path));
  await rm(moved, { force: true });
}

async function release(path: string, own: string): Promise<void> {
  if ((await readFile(path, 'utf8').catch(() => null)) === own) await rm(path, { force: true });
}

function parse(text: string): { pid: number; identity: string } | null {
  try {
    const { pid, identity } = JSON.parse(text);
    return Number.isInteger(pid) && typeof identity === 'string' ? { pid, identity } : null;
  } catch {
    return null;
  }
}

const succeeds = (attempt: Promise<void>) =>
  attempt.then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST' || error.code === 'ENOENT') return false;
      throw error;
    },
  );
