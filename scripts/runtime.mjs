// Brings Node 24 along where the machine's own Node is too old. Runs in any Node from 18 on, before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The packages of Node by platform, with a lockfile of their own: only machines with an old Node download one. */
const FOLDER = fileURLToPath(new URL('../runtime', import.meta.url));

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
/** The least Node that runs the built server. */
const BUILT = engines.node.replace('>=', '');
/** The least Node that runs TypeScript, as tests and tools do. */
export const TYPESCRIPT = '22.18.0';

/**
 * Returns if this process runs in a Node of at least this version. Otherwise runs the same command in Node 24, installing it first if
 * needed, and exits with its code.
 */
export async function ensureNode(least = BUILT) {
  if (isAtLeast(process.versions.node, least)) return;
  console.log(`This machine has Node ${process.versions.node}, which is too old: continuing in Node 24, a package in ./runtime.`);
  process.exit(await continueIn(findRuntime() ?? installRuntime()));
}

/**
 * Compares two versions by number.
 * @param {string} version
 * @param {string} least
 */
function isAtLeast(version, least) {
  return version.localeCompare(least, 'en', { numeric: true }) >= 0;
}

/** @returns {string | undefined} the path of the installed binary */
function findRuntime() {
  const packages = join(FOLDER, 'node_modules');
  const names = existsSync(packages) ? readdirSync(packages) : [];
  return names.map((name) => join(packages, name, 'bin', 'node')).find((path) => existsSync(path));
}

/** @returns {string} the path of the binary */
function installRuntime() {
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'], {
    cwd: FOLDER,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const node = findRuntime();
  if (status === 0 && node) return node;
  console.error(`Node 24 could not be installed for ${process.platform} ${process.arch}: install it yourself (https://nodejs.org).`);
  process.exit(1);
}

/**
 * Runs this process's command in another Node, whose folder comes first in PATH. Forwards signals.
 * @param {string} node
 * @returns {Promise<number>} the exit code
 */
function continueIn(node) {
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` },
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)));
}
