import { execFile } from 'node:child_process';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { StartError } from '#server/platform/lifetime.ts';

/**
 * Stops the PostgreSQL that a killed app left running; the caller holds the folder's lock. Using it instead would mean a server that is not
 * our child, with other settings and perhaps of another version.
 */
export async function stopOrphan(pgdata: string, log: (line: string) => void): Promise<void> {
  const file = join(pgdata, 'postmaster.pid');
  const [pidLine = '', writtenFor = ''] = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  const pid = Number(pidLine);
  if (!Number.isInteger(pid) || pid <= 1) return;
  const identity = await identityOf(pid);
  // PostgreSQL handles the file of a dead process itself: it also looks for backends that outlived their postmaster.
  if (identity === null) return;
  if (await isPostmaster(pid, writtenFor, pgdata)) {
    log(`PostgreSQL still runs without its app (process ${pid}): stopping it.`);
    await end(pid, identity);
  } else {
    // Another process has this id now. PostgreSQL would take that one for a running server, and refuse to start.
    await rm(file, { force: true });
  }
}

/**
 * Returns whether `pid` is the server of this very folder. The folder may have been moved since; but in a copy, the file describes the
 * original.
 */
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

/** Identifies a process beyond its reusable id: by when it started, and the boot of the machine. Null if there is none. */
export async function identityOf(pid: number): Promise<string | null> {
  if (process.platform !== 'linux') return ps(pid, 'lstart=');
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (status === null) return null;
  // The name, in parentheses, may itself contain spaces and parentheses. After it, the state is the first field and the start time the
  // 20th.
  const [state, ...fields] = status.slice(status.lastIndexOf(')') + 2).split(' ');
  if (state === 'Z') return null;
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
  return `${boot.trim()} ${fields[18]}`;
}

/**
 * Returns the command line of a process, which shows the data folder of a postmaster. All users can read it, unlike the working directory.
 */
async function commandOf(pid: number): Promise<string | null> {
  if (process.platform !== 'linux') return ps(pid, 'command=');
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return command === '' ? null : command.replaceAll('\0', ' ');
}

async function ps(pid: number, column: string): Promise<string | null> {
  const { stdout } = await promisify(execFile)('/bin/ps', ['-ww', '-o', column, '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.trim() || null;
}
