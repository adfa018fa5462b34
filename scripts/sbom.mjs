// `npm run sbom` writes the list of shipped packages, as CycloneDX, to dist/matchpoint.cdx.json, and rejects packages whose licence is not
// on the list below.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, root } from './setup.mjs';

/** Licences permitted in a site whose source is not distributed with it. */
const LICENCES = [
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'CC0-1.0',
  'MPL-2.0',
  'OFL-1.1',
  '0BSD',
  'BlueOak-1.0.0',
  'Unlicense',
];
/** Packages whose licence npm does not find, with where it is stated. */
const KNOWN = { 'incremental-encoder': 'MPL-2.0, which its package.json spells without the dash' };

await ensureInstalled();
const list = JSON.parse(
  execFileSync('npm', ['sbom', '--omit=dev', '--sbom-format=cyclonedx', '--sbom-type=application'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  }),
);
// npm names it after the folder it is in.
list.metadata.component.name = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).name;

const refused = list.components.filter((/** @type {any} */ component) => !(component.name in KNOWN) && !isAgreed(licenceOf(component)));
for (const component of refused) console.error(`${component.purl} is licensed as "${licenceOf(component)}".`);
if (refused.length > 0) process.exit(1);

const path = join('dist', 'matchpoint.cdx.json');
mkdirSync(join(root, 'dist'), { recursive: true });
writeFileSync(join(root, path), `${JSON.stringify(list, null, 2)}\n`);
console.log(`${list.components.length} packages are shipped: ${path} (CycloneDX ${list.specVersion})`);

/** @param {any} component */
function licenceOf(component) {
  return (component.licenses ?? []).map((/** @type {any} */ one) => one.expression ?? one.license.id ?? one.license.name).join(' AND ');
}

/**
 * Returns whether a licence expression is permitted: one licence of those joined by OR is enough, all joined by AND are needed.
 * @param {string} expression
 */
function isAgreed(expression) {
  const all = (/** @type {string} */ text) => text.split(' AND ').every((id) => LICENCES.includes(id));
  return expression.replace(/[()]/g, '').split(' OR ').some(all);
}
