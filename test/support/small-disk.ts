import { spawnSync } from 'node:child_process';
import { chown, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';

/** A disk of a few megabytes, in memory. */
export interface SmallDisk {
  folder: string;
  /** Changes its size. */
  resize: (megabytes: number) => void;
  remove: () => Promise<void>;
}

const mount = (...words: string[]): boolean => spawnSync('mount', ['-t', 'tmpfs', ...words]).status === 0;

/** Creates a disk for the user whom `folder` belongs to; null if this process may not mount one. */
export async function createSmallDisk(megabytes: number, ownedLike: string): Promise<SmallDisk | null> {
  const folder = await mkdtemp(join(tmpdir(), 'matchpoint-disk-'));
  const owner = await stat(ownedLike).catch(() => null);
  if (owner === null || !mount('-o', `size=${megabytes}m`, 'tmpfs', folder)) {
    await rm(folder, { recursive: true });
    return null;
  }
  await chown(folder, owner.uid, owner.gid);
  return {
    folder,
    resize: (size) => {
      if (!mount('-o', `remount,size=${size}m`, 'tmpfs', folder)) throw new Error('the disk keeps its size');
    },
    remove: async () => {
      spawnSync('umount', ['--lazy', folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns where a server of this machine keeps its data. */
export async function dataFolderOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ folder: string }>("select current_setting('data_directory') as folder");
  return rows[0]!.folder;
}
