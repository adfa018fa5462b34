import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './setup.mjs';

const NAMES = ['redis-server', 'valkey-server'];

/**
 * Returns this machine's Redis or Valkey, or installs Redis from the system's packages if permitted. Otherwise prints advice and returns
 * null.
 */
export async function findOrInstallRedis() {
  const found = findRedis();
  if (found) return found;
  const isRoot = process.getuid?.() === 0;
  if (existsSync('/usr/bin/apt-get') && (isRoot || process.env.INSTALL_SYSTEM === '1')) {
    console.log('Installing Redis ...');
    const asRoot = isRoot ? [] : ['sudo', '-n'];
    await run([...asRoot, 'apt-get', 'update', '-q']);
    await run([...asRoot, 'apt-get', 'install', '-q', '-y', '--no-install-recommends', 'redis-server'], {
      DEBIAN_FRONTEND: 'noninteractive',
      // Prevents the package from starting the service: the tests start their own.
      RUNLEVEL: '1',
    });
    const installed = findRedis();
    if (installed) return installed;
  }
  console.error(
    'Tests of several processes need Redis or Valkey 7: install one (Debian: apt install redis-server), or name it in REDIS_PATH.',
  );
  return null;
}

function findRedis() {
  const named = process.env.REDIS_PATH;
  if (named) return existsSync(named) ? named : null;
  const inPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return inPath.find(existsSync) ?? null;
}
