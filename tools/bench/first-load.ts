// The first load of /matches on a phone, measured with Lighthouse: throttled network and processor, production build, feed paused.
import { gzipSync } from 'node:zlib';
import { launch } from 'chrome-launcher';
import lighthouse, { type Result } from 'lighthouse';
import { median } from '#test/support/measuring.ts';
import { withAppOn, withDatabase } from '#tools/bench/support/app.ts';

const RUNS = Number(process.env.ROUNDS ?? 5);
const SCORE_MIN = 95;
const SCRIPT_KB_MAX = 150;
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
const scriptSizes: number[] = [];
await withDatabase(async (database) => {
  // Runs a whole day of the demo world and then stops it, so that every run loads the same page.
  await withAppOn(database, { FEED: 'demo' }, async () => {});
  await withAppOn(database, {}, async ({ url }) => {
    const chrome = await launch({ chromePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', chromeFlags: CHROME_FLAGS });
    try {
      for (let run = 0; run < RUNS; run++) runs.push(await measure(`${url}/matches`, chrome.port));
    } finally {
      chrome.kill();
    }
  });
});

const scores = CATEGORIES.map((name) => ({ name, score: median(runs.map((run) => 100 * (run.categories[name]?.score ?? 0))) }));
for (const { name, score } of scores) console.log(`${name}: ${score.toFixed(0)} (at least ${SCORE_MIN})`);
for (const audit of ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'speed-index']) {
  console.log(`${audit}: ${median(runs.map((run) => run.audits[audit]?.numericValue ?? Number.NaN)).toFixed(0)} ms`);
}
const shift = Math.max(...runs.map((run) => run.audits['cumulative-layout-shift']?.numericValue ?? Number.NaN));
console.log(`layout shift, worst run: ${shift.toFixed(4)} (at most ${SHIFT_MAX})`);
const kilobytes = Math.max(...scriptSizes) / 1000;
console.log(`scripts, gzipped: ${kilobytes.toFixed(1)} KB (at most ${SCRIPT_KB_MAX})`);
for (const id of failedAudits()) console.log(`audit failed: ${id}`);
const ratio = Math.min(
  ...scores.map(({ score }) => score / SCORE_MIN),
  SCRIPT_KB_MAX / kilobytes,
  shift <= SHIFT_MAX ? 1 : SHIFT_MAX / shift,
);
console.log(`first-load-vs-limits ${ratio.toFixed(2)}`);
process.exit(ratio >= 1 ? 0 : 1);

async function measure(url: string, port: number): Promise<Result> {
  const answer = await lighthouse(url, { port, onlyCategories: [...CATEGORIES], logLevel: 'error' });
  if (!answer || answer.lhr.runtimeError) throw new Error(`Lighthouse failed: ${answer?.lhr.runtimeError?.message}`);
  scriptSizes.push(await scriptSize(answer.lhr));
  return answer.lhr;
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
