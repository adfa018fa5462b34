// Many more kills and worlds than `npm test` has time for: more than an hour of them.
// FAULT_KILLS and FAULT_CONTESTS say how many, FAULT_SEED plays the one world that failed.
import { join } from 'node:path';
import { root, run, setUp } from './setup.mjs';

await setUp();
const tests = process.env.FAULT_SEED ? ['test/faults/simulator'] : ['test/faults/simulator', 'test/faults/kill'];
process.exitCode = await run([join(root, 'node_modules', '.bin', 'vitest'), 'run', ...tests], {
  FAULT_KILLS: process.env.FAULT_KILLS ?? '100',
  FAULT_CONTESTS: process.env.FAULT_CONTESTS ?? '100000',
});
