// `node scripts/run.mjs tsx tools/soak.ts` runs a program of node_modules/.bin, after installing and building what is missing.
import { join } from 'node:path';
import { TYPESCRIPT } from './runtime.mjs';
import { root, run, setUp } from './setup.mjs';

const [name = '', ...args] = process.argv.slice(2);
await setUp(TYPESCRIPT);
process.exitCode = await run([join(root, 'node_modules', '.bin', name), ...args]);
