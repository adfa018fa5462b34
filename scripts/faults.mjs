// Runs many more kills and worlds than `npm test` has time for: more than an hour of them. FAULT_KILLS and FAULT_CONTESTS set their number,
// FAULT_SEED replays a single failed world. `npm run faults -- providers` plays every fault through every provider.
// `npm run faults -- processes` runs many processes on one database and one Redis, kills them one after the other, and prints the
// measurements. `npm run faults -- cluster` kills the nodes of a Redis Cluster of six, and `npm run faults -- database` the members of a
// database that fails over: --rounds 20, --only NAME,NAME, or --short for a minute or two. The latter needs Linux, root and Debian's
// packages, and says so where they are missing.
import { join } from 'node:path';
import { canRunMembers } from './failover.mjs';
import { findOrInstallRedis } from './redis.mjs';
import { TYPESCRIPT } from './runtime.mjs';
import { root, run, setUp } from './setup.mjs';

/** @type {Record<string, string[]>} */
const GROUPS = {
  worlds: ['test/faults/simulator'],
  kills: ['test/faults/kill'],
  processes: ['test/faults/processes'],
  cluster: ['test/faults/redis-cluster'],
  providers: ['test/providers'],
};

const DATABASE = 'database';
const [first, ...options] = process.argv.slice(2);
if (first === DATABASE) {
  if (!(await canRunMembers())) process.exit(0);
  await setUp(TYPESCRIPT);
  process.exit(await run([process.execPath, join(root, 'test/faults/database/run.ts'), ...options]));
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in GROUPS));
if (unknown.length > 0) {
  console.error(`unknown group ${unknown.join(', ')}: choose from ${[...Object.keys(GROUPS), DATABASE].join(', ')}`);
  process.exit(1);
}

await setUp(TYPESCRIPT);
const redis = await findOrInstallRedis();
const names = wanted.length > 0 ? wanted : Object.keys(GROUPS);
const tests = process.env.FAULT_SEED ? GROUPS.worlds : names.flatMap((name) => GROUPS[name] ?? []);
// Reports each world and kill as soon as it is over, so that an aborted run shows its progress.
process.exitCode = await run([join(root, 'node_modules', '.bin', 'vitest'), 'run', '--reporter=verbose', ...(tests ?? [])], {
  FAULT_KILLS: process.env.FAULT_KILLS ?? '100',
  FAULT_CONTESTS: process.env.FAULT_CONTESTS ?? '100000',
  FAULT_LONG: '1',
  ...(redis && { REDIS_PATH: redis }),
});
