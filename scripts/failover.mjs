import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { run } from './setup.mjs';

/** What three members of a database need, by package of Debian. PostgreSQL may be of any version that Debian has. */
const PACKAGES = {
  postgresql: '/usr/lib/postgresql',
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  'python3-etcd': '/usr/lib/python3/dist-packages/etcd',
  haproxy: '/usr/sbin/haproxy',
  iproute2: '/usr/sbin/ip',
  // For clocks that are wrong.
  libfaketime: '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1',
};
const missing = () =>
  Object.entries(PACKAGES)
    .filter(([, path]) => !existsSync(path))
    .map(([name]) => name);

/**
 * Installs what the members of a database need from the system's packages if permitted. Otherwise prints what is missing and returns false.
 */
export async function canRunMembers() {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot) return refuse('it has to run as root, which owns networks and disks');
  if (missing().length > 0 && existsSync('/usr/bin/apt-get')) {
    console.log(`Installing ${missing().join(', ')} ...`);
    await run(['apt-get', 'update', '-q']);
    await run(['apt-get', 'install', '-q', '-y', '--no-install-recommends', ...missing()], {
      DEBIAN_FRONTEND: 'noninteractive',
      // Prevents the packages from starting services: the run starts its own.
      RUNLEVEL: '1',
    });
  }
  if (missing().length > 0) return refuse(`Debian's ${missing().join(', ')} cannot be installed here`);
  const probe = 'matchpoint-probe';
  if (spawnSync('ip', ['netns', 'add', probe]).status !== 0) return refuse('this machine allows no network namespaces');
  spawnSync('ip', ['netns', 'delete', probe]);
  return true;
}

/** @param {string} why */
function refuse(why) {
  console.log(`The database that fails over was not tried: ${why}.`);
  return false;
}
