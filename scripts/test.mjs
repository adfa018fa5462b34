// `npm test` runs every step; `npm test -- types unit` only the named ones; `npm test -- quick` types, lint, and the tests that import a
// changed file.
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOrInstallChromium } from './chromium.mjs';
import { findOrInstallRedis } from './redis.mjs';
import { TYPESCRIPT } from './runtime.mjs';
import { ensureBuilt, ensureInstalled, root, run } from './setup.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number, failures: string[] }} Counts */

const bin = (/** @type {string} */ name) => join(root, 'node_modules', '.bin', name);

/** @type {Counts} */
const NONE = { passed: 0, failed: 0, skipped: 0, failures: [] };

/** @type {Record<string, () => Promise<Counts>>} */
const steps = {
  types: () =>
    check(
      'types',
      ['domain', 'server', 'web', 'web-tests'].map((ring) => [bin('tsc'), '-p', `tsconfig.${ring}.json`, ...TSC_OPTIONS]),
      TSC_ENVIRONMENT,
    ),
  lint: () => check('lint', [[bin('biome'), 'check', '--error-on-warnings', '--colors=off']]),
  structure: () => check('structure', [[process.execPath, '--max-semi-space-size=64', join(root, 'tools/check-structure.mjs')]]),
  unit: () => vitest(),
  e2e: playwright,
  changed: () => vitest('--passWithNoTests', `--changed=${firstChange()}`),
};
/** These use one processor, and the build and the tests leave some of theirs idle: they run beside them. */
const CHECKS = ['types', 'lint', 'structure'];
const TESTS = ['unit', 'e2e'];
/**
 * Settings of the compiler, which is a Go program. By default each of its threads checks shared types again, and its collector runs often: 81
 * seconds of processor time instead of 32, which the tests beside it need.
 */
const TSC_OPTIONS = ['--singleThreaded'];
const TSC_ENVIRONMENT = { GOGC: '400' };
const QUICK = ['types', 'lint', 'changed'];

const words = process.argv.slice(2);
const unknown = words.filter((name) => name !== 'quick' && !(name in steps));
if (unknown.length > 0) {
  console.error(`unknown step ${unknown.join(', ')}: choose from ${[...Object.keys(steps), 'quick'].join(', ')}`);
  process.exit(1);
}
const wanted = words.length === 0 ? [...CHECKS, ...TESTS] : words.flatMap((name) => (name === 'quick' ? QUICK : [name]));

await ensureInstalled(TYPESCRIPT);
const reports = mkdtempSync(join(tmpdir(), 'matchpoint-report-'));
/** @type {{ name: string, seconds: number, counts: Counts }[]} */
const results = [];
await Promise.all([
  runSteps((name) => CHECKS.includes(name)),
  // Tests start the built app.
  ensureBuilt().then(() => runSteps((name) => !CHECKS.includes(name))),
]);
rmSync(reports, { recursive: true, force: true });
summarise();

/**
 * Runs the wanted steps among these one after the other.
 * @param {(name: string) => boolean} isAmong
 */
async function runSteps(isAmong) {
  for (const [name, step] of Object.entries(steps)) {
    if (!wanted.includes(name) || !isAmong(name)) continue;
    const startedAt = Date.now();
    const counts = await step();
    results.push({ name, seconds: (Date.now() - startedAt) / 1000, counts });
  }
}

function summarise() {
  console.log('');
  for (const { name, seconds, counts } of results)
    console.log(`${name.padEnd(8)}${seconds.toFixed(1).padStart(7)} s   ${sentence(counts)}`);
  const total = results.reduce((sum, { counts }) => add(sum, counts), NONE);
  for (const failure of total.failures) console.log(`\nFAILED ${failure}`);
  console.log(sentence(total));
  process.exit(total.failed === 0 ? 0 : 1);
}

/** @param {Counts} counts */
function sentence({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/**
 * @param {Counts} a
 * @param {Counts} b
 * @returns {Counts}
 */
function add(a, b) {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
    failures: [...a.failures, ...b.failures],
  };
}

/**
 * Runs a step that is not a test run; it counts only if it fails. What its commands print follows at the end, because tests print meanwhile.
 * @param {string} name
 * @param {string[][]} commands
 * @param {Record<string, string>} [environment]
 * @returns {Promise<Counts>}
 */
async function check(name, commands, environment = {}) {
  const failures = [];
  for (const [program = '', ...args] of commands) {
    const { error, stdout, stderr } = await outcomeOf(program, args, environment);
    if (error) failures.push(`${name}: ${args.join(' ')}`);
    console.log(`\n== ${name} ${args.join(' ')}\n${stdout}${stderr}`);
  }
  return { ...NONE, failed: failures.length, failures };
}

/**
 * @param {string} program
 * @param {string[]} args
 * @param {Record<string, string>} environment
 * @returns {Promise<{ error: Error | null, stdout: string, stderr: string }>}
 */
function outcomeOf(program, args, environment) {
  const options = { cwd: root, env: { ...process.env, ...environment }, maxBuffer: 2 ** 26 };
  return new Promise((resolve) => execFile(program, args, options, (error, stdout, stderr) => resolve({ error, stdout, stderr })));
}

/** Returns the commit where this branch left main; on main itself, or without a main, the last commit: then only uncommitted changes count. */
function firstChange() {
  const { status, stdout } = spawnSync('git', ['merge-base', 'HEAD', 'main'], { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : 'HEAD';
}

/**
 * Runs the tests of both projects.
 * @param {string[]} options
 */
async function vitest(...options) {
  console.log('\n== unit');
  // Tests that need Redis are skipped without it.
  const redis = await findOrInstallRedis();
  const report = join(reports, 'vitest.json');
  const code = await run(
    [bin('vitest'), 'run', '--reporter=default', `--reporter=${join(root, 'scripts/vitest-report.mjs')}`, ...options],
    {
      ...(redis && { REDIS_PATH: redis }),
      VITEST_REPORT: report,
    },
  );
  return read(report, code, (counts) => counts);
}

async function playwright() {
  console.log('\n== e2e');
  const chromium = await findOrInstallChromium();
  if (!chromium) return { ...NONE, failed: 1, failures: ['there is no Chromium'] };
  const report = join(reports, 'playwright.json');
  const code = await run([bin('playwright'), 'test', '--reporter=list,json'], {
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  });
  return read(report, code, ({ stats, suites, errors }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    failures: [...errors.map((/** @type {{ message: string }} */ { message }) => message), ...suites.flatMap(failuresOf)],
  }));
}

/** @typedef {{ tests: { results: { error?: { message: string } }[] }[], ok: boolean, title: string, file: string }} Spec */
/** @typedef {{ specs: Spec[], suites?: Suite[] }} Suite */

/**
 * @param {Suite} suite
 * @returns {string[]}
 */
function failuresOf({ specs, suites = [] }) {
  const failed = specs.filter(({ ok }) => !ok);
  const messages = failed.map(({ title, file, tests }) => `${file} › ${title}: ${tests.at(-1)?.results.at(-1)?.error?.message ?? ''}`);
  return [...messages, ...suites.flatMap(failuresOf)];
}

/**
 * Reads the counts of a report. A run that failed without a failed test (a file that does not load, an error between tests) counts as a failure.
 * @param {string} report
 * @param {number} code
 * @param {(report: any) => Counts} countsOf
 * @returns {Counts}
 */
function read(report, code, countsOf) {
  const counts = existsSync(report) ? countsOf(JSON.parse(readFileSync(report, 'utf8'))) : NONE;
  if (code === 0 || counts.failed > 0) return counts;
  return { ...counts, failed: 1, failures: counts.failures.length > 0 ? counts.failures : [`with ${code}, but no test did: see above`] };
}
