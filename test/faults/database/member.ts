import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, readFile, rm, statfs, symlink, truncate, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Place, runProgram, sendSignal } from './network.ts';

/** A member of the database: etcd, and PostgreSQL under Patroni, from the files of ops/database. */
export interface Member {
  name: string;
  place: Place;
  start: () => Promise<void>;
  /** Kills PostgreSQL alone with SIGKILL. */
  killPostgres: () => Promise<void>;
  /** Stops PostgreSQL alone with SIGSTOP, or lets it go on. */
  freezePostgres: (signal: 'SIGSTOP' | 'SIGCONT') => Promise<void>;
  /** Kills etcd alone with SIGKILL. */
  killEtcd: () => void;
  startEtcd: () => void;
  /** Kills all processes, as a machine that loses power. */
  kill: () => Promise<void>;
  /** Leaves no byte on the disk of PostgreSQL. */
  fillDisk: () => Promise<void>;
  emptyDisk: () => Promise<void>;
  stop: () => Promise<void>;
}

const OPS = 'ops/database';
const DISK_BYTES = 2 * 2 ** 30;
const FAKE_TIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';

/** Whether members can be given clocks that are wrong (Debian's package libfaketime). */
export const canFakeTime = (): boolean => existsSync(FAKE_TIME);

/** Fills in a template of ops/database as envsubst does. Throws on a name without a value. */
async function fillIn(file: string, values: Record<string, string>): Promise<string> {
  const text = await readFile(join(OPS, file), 'utf8');
  return text.replace(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${file} asks for ${name}`);
    return value;
  });
}

/**
 * Returns a folder with PostgreSQL's programs, of which the server itself has a wrong clock. Patroni and etcd keep theirs: they wait by
 * clocks that nobody sets, and the library that changes the time breaks Python's waits.
 */
async function withClock(binaries: string, folder: string, seconds: number): Promise<string> {
  if (seconds === 0) return binaries;
  await mkdir(folder);
  for (const name of await readdir(binaries)) if (name !== 'postgres') await symlink(join(binaries, name), join(folder, name));
  const settings = `LD_PRELOAD=${FAKE_TIME} FAKETIME=${seconds > 0 ? '+' : ''}${seconds} FAKETIME_DONT_FAKE_MONOTONIC=1`;
  await writeFile(join(folder, 'postgres'), `#!/bin/sh\n${settings} exec ${join(binaries, 'postgres')} "$@"\n`, { mode: 0o755 });
  return folder;
}

export interface MemberOptions {
  name: string;
  place: Place;
  /** A folder of its own. */
  folder: string;
  user: { uid: number; gid: number };
  binaries: string;
  /** How far its clock is from this machine's, in seconds. */
  clockSeconds: number;
  /** Values of the templates that all members share. */
  shared: Record<string, string>;
}

/** Prepares a member with a disk of its own, and does not start it. */
export async function createMember({ name, place, folder, user, binaries, clockSeconds, shared }: MemberOptions): Promise<Member> {
  const disk = join(folder, 'disk');
  const dataDir = join(disk, 'data');
  for (const path of [folder, disk, join(folder, 'state'), join(folder, 'etcd')]) await mkdir(path, { recursive: true });
  const image = join(folder, 'disk.img');
  await writeFile(image, '');
  await truncate(image, DISK_BYTES);
  await runProgram('mkfs.ext4', '-q', '-m', '0', image);
  await runProgram('mount', '-o', 'loop', image, disk);
  for (const path of [disk, join(folder, 'state'), join(folder, 'etcd')]) {
    await chown(path, user.uid, user.gid);
    await chmod(path, 0o700);
  }
  const values = {
    ...{ NAME: name, ADDRESS: place.address, DATA_DIR: dataDir, BIN_DIR: await withClock(binaries, join(folder, 'bin'), clockSeconds) },
    ...{ STATE_DIR: join(folder, 'state'), ETCD_DATA_DIR: join(folder, 'etcd'), ...shared },
  };
  await writeFile(join(folder, 'patroni.yml'), await fillIn('patroni.yml', values), { mode: 0o644 });
  await writeFile(join(folder, 'etcd.yml'), await fillIn('etcd.yml', values), { mode: 0o644 });

  const children: ChildProcess[] = [];
  const spawnInside = (log: string, ...words: string[]) => {
    const out = openSync(join(folder, `${log}.log`), 'a');
    const asUser = ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', ...words] as const;
    const [program, rest] = place.inside(...asUser);
    const child = spawn(program, rest, {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: join(folder, 'state') },
      stdio: ['ignore', out, out],
      detached: true,
    });
    children.push(child);
    return child;
  };
  const startEtcd = () => spawnInside('etcd', 'etcd', '--config-file', join(folder, 'etcd.yml'));
  let etcd: ChildProcess | undefined;
  const postmaster = async () => Number((await readFile(join(dataDir, 'postmaster.pid'), 'utf8')).split('\n')[0]);
  const kill = async () => {
    await place.signal('SIGKILL');
    await Promise.all(children.splice(0).map((child) => child.exitCode ?? child.signalCode ?? once(child, 'exit')));
  };
  return {
    name,
    place,
    start: async () => {
      etcd = startEtcd();
      for (const program of ['run-patroni', 'leave-full-disk'])
        spawnInside(program, '/usr/bin/python3', resolve(OPS, `${program}.py`), join(folder, 'patroni.yml'));
    },
    killEtcd: () => void etcd?.kill('SIGKILL'),
    startEtcd: () => {
      etcd = startEtcd();
    },
    killPostgres: async () => sendSignal(await postmaster(), 'SIGKILL'),
    freezePostgres: async (signal) => {
      const first = await postmaster();
      const all = (await runProgram('ps', '-o', 'pid=', '--ppid', String(first))).split('\n').map(Number).filter(Boolean);
      for (const pid of [first, ...all]) sendSignal(pid, signal);
    },
    kill,
    fillDisk: async () => {
      const { bavail, bsize } = await statfs(disk);
      await runProgram('fallocate', '-l', String(bavail * bsize), join(disk, 'filler')).catch(() => {});
      // What is left after rounding.
      await runProgram('dd', 'if=/dev/zero', `of=${join(disk, 'filler-2')}`, 'bs=4k').catch(() => {});
    },
    emptyDisk: async () => {
      for (const file of ['filler', 'filler-2']) await rm(join(disk, file), { force: true });
    },
    stop: async () => {
      await kill();
      await runProgram('umount', '--lazy', disk);
    },
  };
}
