import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startAppProcess } from '#test/support/app-process.ts';
import { must, secondsSince } from './must.ts';

/**
 * Backs up a running demo and restores it into another folder, which then proves the ledger and serves the site, following the operators'
 * manual (docs/operations.md).
 */
export async function drillBackup(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'matchpoint-drill-'));
  // When run as root, the database is an unprivileged user's, who must be able to enter the folder.
  await chmod(folder, 0o755);
  await backUpAndRestore(folder).finally(() => rm(folder, { recursive: true, force: true }));
}

async function backUpAndRestore(folder: string): Promise<void> {
  const [first, second] = [join(folder, 'first'), join(folder, 'second')];
  const file = join(folder, 'site.backup');
  const startedMs = Date.now();
  const site = await startAppProcess({ DATA_DIR: first });
  const backup = await command('backup', first, '--to', file).finally(() => site.stop());
  must(backup.isDone, backup.said);
  console.log(backup.said);
  console.log(`${((await stat(file)).size / 1024).toFixed(0)} KB after ${secondsSince(startedMs)}`);

  const withoutKey = await command('restore', second, '--from', file);
  must(!withoutKey.isDone && withoutKey.said.includes('needs the key of its site'), `restored without its key: ${withoutKey.said}`);
  await mkdir(second);
  await copyFile(join(first, 'secret.key'), join(second, 'secret.key'));
  const restore = await command('restore', second, '--from', file);
  must(restore.isDone && restore.said.includes('The ledger adds up'), restore.said);
  console.log(restore.said);
  const again = await command('restore', second, '--from', file);
  must(!again.isDone && again.said.includes('is not empty'), `restored into a database with something in it: ${again.said}`);

  const copy = await startAppProcess({ DATA_DIR: second });
  const { ok } = await fetch(`${copy.url}/api/ready`);
  const exitCode = await copy.stop();
  must(ok && exitCode === 0, `the restored site did not serve, or end, as it should: ${copy.errors.join('\n')}`);
}

/** Runs one of the commands on a data folder; returns its output and whether it succeeded. */
async function command(name: string, dataDir: string, ...words: string[]): Promise<{ said: string; isDone: boolean }> {
  const child = spawn(process.execPath, [`dist/server/${name}.js`, ...words], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir, DEMO_PAST: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const [out, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return { said: (out + errors).trim(), isDone: code === 0 };
}
