// A live match page held open on a phone: whether its memory stays flat, its timers are slow, and nothing moves off screen. By default two
// hours of play pass in four minutes; `MINUTES=120 DEMO_SPEED=1 npm run bench -- page-memory` takes two real hours.
import { type CDPSession, chromium, type Page } from '@playwright/test';
import { withApp } from '#tools/bench/support/app.ts';

const MINUTES = Number(process.env.MINUTES ?? 4);
const SAMPLES = 8;
/** The first half holds what is loaded later, such as words and overlays, and the events of a match that comes to its end: they stay on the page. */
const WARM_UP = 4;
const GROWTH_MAX = 1.15;
/** Clocks show minutes; the quickest value on the page changes once a second. */
const TIMER_MS_MIN = 1_000;
const PHONE = { width: 390, height: 844 };

interface Sample {
  heapBytes: number;
  nodes: number;
  listeners: number;
}

/** Remembers the intervals that run, by their number. */
const WATCH_TIMERS = `{
  const running = new Map();
  const [start, stop] = [window.setInterval, window.clearInterval];
  window.setInterval = (run, ms, ...rest) => { const id = start(run, ms, ...rest); running.set(id, ms ?? 0); return id; };
  window.clearInterval = (id) => { running.delete(id); stop(id); };
  window.runningTimers = () => [...running.values()];
}`;

/** Lists running animations of elements outside the viewport. */
const ANIMATED_OFF_SCREEN = `document.getAnimations()
  .filter(({ playState }) => playState === 'running')
  .map(({ effect }) => effect?.target)
  .filter((element) => element && (({ top, bottom }) => bottom < 0 || top > innerHeight)(element.getBoundingClientRect()))
  .map(({ className }) => String(className))`;

const { samples, timers, moving } = await withApp(
  { FEED: 'demo', DEMO_PAST: 'off', DEMO_SPEED: process.env.DEMO_SPEED ?? '30' },
  async ({ url }) => {
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: ['--disable-background-networking', '--no-first-run', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    });
    try {
      const context = await browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true, baseURL: url, locale: 'en-GB' });
      await context.addInitScript({ content: `localStorage.setItem('promo_shown_at', String(Date.now()));${WATCH_TIMERS}` });
      return await hold(await context.newPage());
    } finally {
      await browser.close();
    }
  },
);

const [first, last] = [samples[WARM_UP]!, samples.at(-1)!];
for (const { heapBytes, nodes, listeners } of samples) {
  console.log(`${(heapBytes / 1e6).toFixed(2)} MB of heap, ${nodes} nodes, ${listeners} listeners`);
}
console.log(`intervals: ${timers.toSorted((a, b) => a - b).join(', ')} ms (at least ${TIMER_MS_MIN})`);
console.log(`animated off screen: ${moving.length === 0 ? 'nothing' : moving.join('; ')}`);
const growth = Math.max(last.heapBytes / first.heapBytes, last.nodes / first.nodes, last.listeners / first.listeners);
console.log(`page-memory-growth ${growth.toFixed(2)}`);
process.exit(growth <= GROWTH_MAX && timers.every((ms) => ms >= TIMER_MS_MIN) && moving.length === 0 ? 0 : 1);

/** Holds the page of a live match open, and measures it at equal intervals. */
async function hold(page: Page): Promise<{ samples: Sample[]; timers: number[]; moving: string[] }> {
  await page.goto('/matches?status=live');
  // Not by a tap: rows move all the time.
  const match = await page.locator('[data-match-link]').first().getAttribute('href');
  await page.goto(match ?? '');
  await page.getByRole('tablist').waitFor();
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  const samples: Sample[] = [];
  const timers = new Set<number>();
  const moving = new Set<string>();
  for (let sample = 0; sample <= SAMPLES; sample++) {
    if (sample > 0) await page.waitForTimeout((MINUTES * 60_000) / SAMPLES);
    samples.push(await measure(cdp));
    for (const ms of (await page.evaluate('runningTimers()')) as number[]) timers.add(ms);
    for (const name of (await page.evaluate(ANIMATED_OFF_SCREEN)) as string[]) moving.add(name);
  }
  return { samples, timers: [...timers], moving: [...moving] };
}

/** Measures what is still reachable. */
async function measure(cdp: CDPSession): Promise<Sample> {
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  const { metrics } = await cdp.send('Performance.getMetrics');
  const metric = (name: string) => metrics.find((each) => each.name === name)?.value ?? Number.NaN;
  return { heapBytes: usedSize, nodes: metric('Nodes'), listeners: metric('JSEventListeners') };
}
