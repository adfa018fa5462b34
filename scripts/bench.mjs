// `npm run bench` runs every benchmark in tools/bench; `npm run bench -- bets` only the named ones. Each ends with the line "name ratio".
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findOrInstallChromium } from './chromium.mjs';
import { findOrInstallRedis } from './redis.mjs';
import { TYPESCRIPT } from './runtime.mjs';
import { root, run, setUp } from './setup.mjs';

const wanted = process.argv.slice(2);
const claims = readdirSync(join(root, 'tools/bench'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.replace(/\.ts$/, ''));
const unknown = wanted.filter((name) => !claims.includes(name));
if (unknown.length > 0) {
  console.error(`unknown benchmark ${unknown.join(', ')}: choose from ${claims.join(', ')}`);
  process.exit(1);
}

await setUp(TYPESCRIPT);
// Needed by benchmarks of pages only.
const chromium = (await findOrInstallChromium()) ?? '';
// Needed by benchmarks of several processes.
const redis = (await findOrInstallRedis()) ?? '';
let failed = 0;
for (const name of wanted.length > 0 ? wanted : claims) {
  console.log(`\n== ${name}`);
  if (
    (await run([join(root, 'node_modules/.bin/tsx'), join('tools/bench', `${name}.ts`)], {
      CHROMIUM_PATH: chromium,
      REDIS_PATH: redis,
    })) !== 0
  )
    failed++;
}
process.exit(failed === 0 ? 0 : 1);
