import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '#server/platform/start-error.ts';
import { commandOf, identityOf } from './process-identity.ts';

/**
 * An app that was killed leaves its PostgreSQL running. Whoever holds the folder's lock now stops it, cleanly: taking it over would
 * mean a server that is not our child, with other settings and perhaps of another version.
 */
export async function stopOrphan(pgdata: string, log: (line: string) => void): Promise<void> {
  const file = join(pgdata, 'postmaster.pid');
  const [pidLine = '', writtenFor = ''] = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  const pid = Number(pidLine);
  if (!Number.isInteger(pid) || pid <= 1) return;
  const identity = await identityOf(pid);
  // A file that a dead process left is PostgreSQL's own business: it also looks for backends that outlived their postmaster.
  if (identity === null) return;
  if (await isPostmaster(pid, writtenFor, pgdata)) {
    log(`PostgreSQL still runs without its app (process ${pid}): stopping it.`);
    await end(pid, identity);
  } else {
    // The number went to another process since. PostgreSQL would take that one for a running server, and refuse.
    await rm(file, { force: true });
  }
}

/** Whether `pid` is the server of this very folder. The folder may have been moved since; but in a copy, the file speaks of the original. */
async function isPostmaster(pid: number, writtenFor: string, pgdata: string): Promise<boolean> {
  const command = await commandOf(pid);
  if (!command?.includes('postgres') || !command.includes(writtenFor)) return false;
  const [original, here] = await Promise.all([stat(writtenFor).catch(() => null), stat(pgdata)]);
  return original === null || (original.ino === here.ino && original.dev === here.dev);
}

const FAST = 'SIGINT';
const IMMEDIATE = 'SIGQUIT';

async function end(pid: number, identity: string): Promise<void> {
  for (const signal of [FAST, IMMEDIATE] as const) {
    process.kill(pid, signal);
    for (let waitedMs = 0; waitedMs < 10_000; waitedMs += 25) {
      await sleep(25);
      if ((await identityOf(pid)) !== identity) return;
    }
  }
  throw new StartError(`The PostgreSQL of an earlier start (process ${pid}) does not stop: end it, and start again.`);
}
