import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Tells a process from a later one with the same number: when it started, and in which run of the machine. Null when there is none. */
export async function identityOf(pid: number): Promise<string | null> {
  if (process.platform !== 'linux') return ps(pid, 'lstart=');
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (status === null) return null;
  // The name, in parentheses, may itself hold spaces and parentheses. After it, the state is the first field and the start time the 20th.
  const [state, ...fields] = status.slice(status.lastIndexOf(')') + 2).split(' ');
  if (state === 'Z') return null;
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
  return `${boot.trim()} ${fields[18]}`;
}

/** The command line, by which a postmaster tells its data folder. Readable for everyone, unlike the process's working directory. */
export async function commandOf(pid: number): Promise<string | null> {
  if (process.platform !== 'linux') return ps(pid, 'command=');
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return command === '' ? null : command.replaceAll('\0', ' ');
}

async function ps(pid: number, column: string): Promise<string | null> {
  const { stdout } = await promisify(execFile)('/bin/ps', ['-ww', '-o', column, '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.trim() || null;
}
