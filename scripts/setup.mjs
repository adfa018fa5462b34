// Depends on nothing but Node, because it runs before anything is installed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ensureNode } from './runtime.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));
const inRoot = (/** @type {string} */ path) => join(root, path);

/**
 * Prepares everything for a command.
 * @param {string} [leastNode] the least version of Node that runs it
 */
export async function setUp(leastNode) {
  await ensureInstalled(leastNode);
  await ensureBuilt();
}

/**
 * Runs a built program in this process, so that signals and the exit code need no forwarding.
 * @param {string} name
 */
export async function runBuilt(name) {
  process.setSourceMapsEnabled(true);
  await import(pathToFileURL(inRoot(`dist/server/${name}.js`)).href);
}

/**
 * Continues in a supported Node, and installs packages if node_modules does not match package-lock.json.
 * @param {string} [leastNode]
 */
export async function ensureInstalled(leastNode) {
  await ensureNode(leastNode);
  if (isInstalled()) return;
  console.log('Installing packages ...');
  // The npm that runs this script, if any, may differ from the one in PATH.
  const npm = process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm'];
  await mustRun([...npm, 'ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund']);
}

/**
 * Compares with the list of installed packages that npm writes last; ignores packages for other systems.
 * @returns {boolean}
 */
function isInstalled() {
  if (!existsSync(inRoot('node_modules/.package-lock.json'))) return false;
  const wanted = packagesIn('package-lock.json');
  const present = packagesIn('node_modules/.package-lock.json');
  return Object.entries(wanted).every(([path, { version, optional, devOptional, os, cpu }]) => {
    if (path === '') return true;
    const found = present[path];
    return found ? found.version === version : Boolean(optional || devOptional || os || cpu);
  });
}

/**
 * @typedef {{ version?: string, optional?: boolean, devOptional?: boolean, os?: string[], cpu?: string[] }} LockedPackage
 * @param {string} file
 * @returns {Record<string, LockedPackage>}
 */
const packagesIn = (file) => JSON.parse(readFileSync(inRoot(file), 'utf8')).packages;

const SOURCES = [
  'src',
  'public',
  'index.html',
  'admin.html',
  'vite.config.ts',
  'vite.console.config.ts',
  'vite.shared.ts',
  'vite.evaluated.ts',
  'vite.preact.ts',
  'vite.router-parts.ts',
  'vite.embeds.config.ts',
  'vite.worker.config.ts',
  'vite.server.config.ts',
  'tsconfig.base.json',
  'package.json',
  'package-lock.json',
];
const RECORD = 'dist/built-from';

/** Builds if any source file of the build has changed. */
export async function ensureBuilt() {
  const sources = hashOf(SOURCES);
  const record = inRoot(RECORD);
  if (existsSync(record) && readFileSync(record, 'utf8') === sources) return;
  await build();
  writeFileSync(record, sources);
}

async function build() {
  console.log('Building site and server ...');
  const vite = [process.execPath, inRoot('node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'];
  // A test or a shell may have set NODE_ENV to something else, which would build React's development version.
  const asShipped = { NODE_ENV: 'production' };
  const withConfig = (/** @type {string} */ file, /** @type {string[]} */ ...more) =>
    mustRun([...vite, '--config', file, ...more], asShipped);
  // The worker, the console and embeds are placed beside the site, whose build empties the folder first.
  const site = mustRun(vite, asShipped).then(() =>
    Promise.all([
      withConfig('vite.worker.config.ts'),
      withConfig('vite.console.config.ts'),
      withConfig('vite.embeds.config.ts', '--mode', 'embed'),
      withConfig('vite.embeds.config.ts', '--mode', 'embed-page'),
    ]),
  );
  await Promise.all([site, withConfig('vite.server.config.ts')]);
}

/** @param {string[]} paths */
function hashOf(paths) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap(filesIn).filter((path) => !path.includes('.test.'))) {
    hash.update(`${file}\0`).update(
      createHash('sha256')
        .update(readFileSync(inRoot(file)))
        .digest(),
    );
  }
  return hash.digest('hex');
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesIn(path) {
  if (!existsSync(inRoot(path))) return [];
  if (path.includes('.')) return [path];
  const entries = readdirSync(inRoot(path), { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    .sort();
}

/**
 * @param {string[]} command
 * @param {Record<string, string>} [environment]
 * @returns {Promise<number>} the exit code
 */
export function run([program = '', ...args], environment = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...environment } });
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/**
 * @param {string[]} command
 * @param {Record<string, string>} [environment]
 */
async function mustRun(command, environment) {
  const code = await run(command, environment).catch((error) => console.error(error.message));
  if (code !== 0) process.exit(1);
}
