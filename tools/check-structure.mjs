// Prints the structure of files and modules, and fails if a limit is exceeded: `npm run check:structure`, part of `npm test`. Allowed
// imports are in .dependency-cruiser.mjs; the reasons are in docs/architecture.md.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise } from 'dependency-cruiser';
import extractTsConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import config from '../.dependency-cruiser.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const CODE = /(?<!\.d)\.tsx?$/;
const TEST = /\.test\.tsx?$/;
const CRUMB_LINES = 30;
const LONG_LINES = 400;
/** A row of a table of docs/glossary.md that explains a word. */
const GLOSSARY_WORD = /^\| \*\*/gm;

/** @typedef {{ name: string, value: number, least?: number, most?: number, detail?: string[] }} Figure */

const files = listFiles('src').map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
const figures = [...sizes(), ...modules(), ...definitions(), ...(await imports())];

let hasFailed = false;
for (const { name, value, least, most, detail = [] } of figures) {
  const isMet = value >= (least ?? value) && value <= (most ?? value);
  const limit = [least === undefined ? '' : `at least ${least}`, most === undefined ? '' : `at most ${most}`].filter(Boolean).join(', ');
  console.log(`${isMet ? 'ok    ' : 'FAILED'} ${name.padEnd(52)} ${String(value).padStart(6)}   ${limit}`);
  if (!isMet) for (const line of detail) console.log(`         ${line}`);
  hasFailed ||= !isMet;
}
process.exit(hasFailed ? 1 : 0);

/** @returns {Figure[]} */
function sizes() {
  const product = files
    .filter(({ path }) => !TEST.test(path))
    .map(({ path, text }) => ({ path, text, lines: text.split('\n').length - 1 }));
  const total = product.reduce((sum, { lines }) => sum + lines, 0);
  // A long file must state in its first lines why it is long.
  const long = product.filter(({ text, lines }) => lines > LONG_LINES && !/^\s*\/[/*]/.test(text));
  const crumbs = product.filter(({ lines }) => lines <= CRUMB_LINES).length;
  return [
    // Grows with what the product does; the mean and the share of small files are what keeps it from being cut into crumbs.
    { name: 'files of the product', value: product.length, most: 1_900 },
    { name: 'mean lines of a file', value: Math.round(total / product.length), least: 80, most: 110 },
    { name: `files of ${CRUMB_LINES} lines or fewer, in percent`, value: Math.round((1_000 * crumbs) / product.length) / 10, most: 13 },
    { name: `files over ${LONG_LINES} lines without a reason`, value: long.length, most: 0, detail: long.map(({ path }) => path) },
  ];
}

/** @returns {Figure[]} */
function modules() {
  const names = readdirSync(join(root, 'src/server/modules'));
  const closed = names.filter((name) => !existsSync(join(root, 'src/server/modules', name, 'public.ts')));
  return [
    { name: 'modules of the server', value: names.length, most: 16 },
    { name: 'modules without a public.ts', value: closed.length, most: 0, detail: closed },
    {
      name: 'words of the glossary',
      value: readFileSync(join(root, 'docs/glossary.md'), 'utf8').match(GLOSSARY_WORD)?.length ?? 0,
      least: 1,
      most: 40,
    },
    { name: 'migrations', value: readdirSync(join(root, 'migrations')).length, most: 9 },
  ];
}

/** @returns {Figure[]} */
function definitions() {
  const ONCE = {
    'definitions of units of time': /\b(?:SECOND|MINUTE|HOUR|DAY|WEEK)_(?:MS|SECONDS) = [\d_*. ]+/g,
    'patterns of UUIDs': /\[0-9a-f\]\{8\}/g,
  };
  return Object.entries(ONCE).map(([name, pattern]) => {
    const found = files.filter(({ path, text }) => !TEST.test(path) && pattern.test(text)).map(({ path }) => path);
    return { name: `files with ${name}`, value: found.length, most: 1, detail: found };
  });
}

/** @returns {Promise<Figure[]>} */
async function imports() {
  const { options = {}, ...rules } = config;
  const { output } = await cruise(['src'], { ...options, validate: true, ruleSet: rules, baseDir: root }, undefined, {
    tsConfig: extractTsConfig(join(root, 'tsconfig.web.json')),
  });
  if (typeof output === 'string') throw new Error(output);
  const { violations, totalDependenciesCruised } = output.summary;
  const detail = violations.map(({ rule, from, to, cycle }) => {
    const path = cycle ? cycle.map(({ name }) => name).join(' -> ') : to;
    return `${rule.name}: ${from} -> ${path}\n           ${config.forbidden?.find(({ name }) => name === rule.name)?.comment ?? ''}`;
  });
  return [
    { name: 'imports', value: totalDependenciesCruised ?? 0, least: 1_000 },
    { name: 'imports that no rule allows', value: violations.length, most: 0, detail },
  ];
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function listFiles(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && CODE.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}
