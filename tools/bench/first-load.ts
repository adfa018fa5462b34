// The first visit to /matches on a phone, measured with Lighthouse: throttled network and processor, production build, feed paused. The
// same page without its files shows what this machine can reach. Lighthouse loads the page at full speed and works out what a slow network
// would make of it. For the largest paint that counts each file that came before it, whether needed or not, so that paint is also measured
// with the throttling applied.
import { gzipSync } from 'node:zlib';
import { launch } from 'chrome-launcher';
import lighthouse, { type Flags, type Result } from 'lighthouse';
import { median } from '#test/support/measuring.ts';
import { withAppOn, withDatabase } from '#tools/bench/support/app.ts';

const RUNS = Number(process.env.ROUNDS ?? 5);
/** Of performance: where the bare page gets 100; less elsewhere. */
const SCORE_MIN = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 };
const LARGEST_PAINT_MS_MAX = 1_600;
const SCRIPT_KB_MAX = 110;
const SHIFT_MAX = 0.02;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const CHROME_FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

const runs: Result[] = [];
const bareScores: number[] = [];
const largestPaints: number[] = [];
const scriptSizes: number[] = [];
await withDatabase(async (database) => {
  // Runs a whole day of the demo world and then stops it, so that every run loads the same page.
  await withAppOn(database, { FEED: 'demo' }, async () => {});
  await withAppOn(database, {}, async ({ url }) => {
    const page = `${url}/matches`;
    for (let run = 0; run < RUNS; run++) {
      bareScores.push(scoreOf(await load(page, { blockedUrlPatterns: ['*/assets/*', '*/api/*'] }), 'performance'));
      const result = await load(page);
      runs.push(result);
      scriptSizes.push(await scriptSize(result));
      largestPaints.push(millisecondsOf(await load(page, { throttlingMethod: 'devtools' }), 'largest-contentful-paint'));
    }
  });
});

const lost = 100 - median(bareScores);
console.log(`performance of the page without its files: ${median(bareScores).toFixed(0)}`);
const scores = CATEGORIES.map((name) => ({
  name,
  score: median(runs.map((run) => scoreOf(run, name))),
  least: SCORE_MIN[name] - (name === 'performance' ? lost : 0),
}));
for (const { name, score, least } of scores) console.log(`${name}: ${score.toFixed(0)} (at least ${least.toFixed(0)})`);
for (const audit of ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'speed-index']) {
  console.log(`${audit}: ${medianOf(audit).toFixed(0)} ms`);
}
const largestPaint = median(largestPaints);
console.log(`largest paint with applied throttling: ${largestPaint.toFixed(0)} ms (at most ${LARGEST_PAINT_MS_MAX})`);
const shift = Math.max(...runs.map((run) => run.audits['cumulative-layout-shift']?.numericValue ?? Number.NaN));
console.log(`layout shift, worst run: ${shift.toFixed(4)} (at most ${SHIFT_MAX})`);
const kilobytes = Math.max(...scriptSizes) / 1000;
console.log(`scripts, gzipped: ${kilobytes.toFixed(1)} KB (at most ${SCRIPT_KB_MAX})`);
for (const id of failedAudits()) console.log(`audit failed: ${id}`);
const ratio = Math.min(
  ...scores.map(({ score, least }) => score / least),
  LARGEST_PAINT_MS_MAX / largestPaint,
  SCRIPT_KB_MAX / kilobytes,
  shift <= SHIFT_MAX ? 1 : SHIFT_MAX / shift,
);
console.log(`first-load-vs-limits ${ratio.toFixed(2)}`);
process.exit(ratio >= 1 ? 0 : 1);

/** Loads a page in a browser of its own, as on a first visit. */
async function load(url: string, flags: Flags = {}): Promise<Result> {
  const chrome = await launch({ chromePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', chromeFlags: CHROME_FLAGS });
  try {
    const answer = await lighthouse(url, { port: chrome.port, onlyCategories: [...CATEGORIES], logLevel: 'error', ...flags });
    if (!answer || answer.lhr.runtimeError) throw new Error(`Lighthouse failed: ${answer?.lhr.runtimeError?.message}`);
    return answer.lhr;
  } finally {
    chrome.kill();
  }
}

/** Of 100. */
function scoreOf({ categories }: Result, name: (typeof CATEGORIES)[number]): number {
  return 100 * (categories[name]?.score ?? 0);
}

function millisecondsOf({ audits }: Result, audit: string): number {
  return audits[audit]?.numericValue ?? Number.NaN;
}

function medianOf(audit: string): number {
  return median(runs.map((run) => millisecondsOf(run, audit)));
}

/** Returns the size of all scripts loaded without interaction, each compressed as it would be sent. */
async function scriptSize({ audits }: Result): Promise<number> {
  const details = audits['network-requests']?.details as { items: { url: string; resourceType: string }[] } | undefined;
  const urls = new Set(details?.items.filter(({ resourceType }) => resourceType === 'Script').map(({ url }) => url));
  const sizes = await Promise.all([...urls].map(async (url) => gzipSync(Buffer.from(await (await fetch(url)).arrayBuffer())).length));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Returns the audits that failed in the first run, as a hint where to look. */
function failedAudits(): string[] {
  const [first] = runs;
  return Object.values(first?.audits ?? {})
    .filter(({ score, scoreDisplayMode }) => score !== null && score < 0.9 && scoreDisplayMode !== 'informative')
    .map(({ id, displayValue = '' }) => `${id} ${displayValue}`);
}
