// `npm run bench` measures every claim in tools/bench; `npm run bench -- bets` only those named. Each ends with "name ratio".
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findOrInstallChromium } from './chromium.mjs';
import { findOrInstallRedis } from './redis.mjs';
import { root, run, setUp } from './setup.mjs';

const wanted = process.argv.slice(2);
const claims = readdirSync(join(root, 'tools/bench'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.replace(/\.ts$/, ''));
const unknown = wanted.filter((name) => !claims.includes(name));
if (unknown.length > 0) {
  console.error(`There is no claim ${unknown.join(', ')}: choose from ${claims.join(', ')}.`);
  process.exit(1);
}

await setUp();
// For claims about the page; those about the server do without.
const chromium = (await findOrInstallChromium()) ?? '';
// For those about several processes.
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
