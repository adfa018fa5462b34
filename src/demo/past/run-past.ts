import { DAY_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { sleepUntilAborted } from '#server/platform/lifetime.ts';
import { openThread } from '#server/platform/open-thread.ts';

const RETRY_MS_MIN = 2_000;
const RETRY_MS_MAX = 60_000;
const LOOK_MS = 500;
/** How long coming matches' forecasts are waited for: they are seen before anything of the past. */
const FORECASTS_MS_MAX = 30_000;

/** Daily leagues play two seasons, and most of a third, within this time. */
const DAYS = 70;

/** Returns the dependencies of a time before the past that is made, for what must exist by then. */
export const beforeThePast = (deps: Deps): Deps => ({ ...deps, now: () => new Date(deps.now().getTime() - DAYS * DAY_MS) });

/** Makes the demo's past in a thread of its own until it is there or the signal is aborted. A thread that fails is started again. */
export async function runPast(deps: Deps, databaseUrl: string, userIds: readonly string[], signal: AbortSignal): Promise<void> {
  for (let waitedMs = 0; waitedMs < FORECASTS_MS_MAX && !signal.aborted && !(await hasForecasts(deps)); waitedMs += LOOK_MS)
    await sleepUntilAborted(LOOK_MS, signal);
  for (let waitMs = RETRY_MS_MIN; !signal.aborted; waitMs = Math.min(2 * waitMs, RETRY_MS_MAX)) {
    if (await runThread(deps, databaseUrl, userIds, signal)) return;
    await sleepUntilAborted(waitMs, signal);
  }
}

const hasForecasts = async ({ db }: Deps): Promise<boolean> =>
  (await db.selectFrom('forecasts').select('match_id').limit(1).executeTakeFirst()) !== undefined;

/** Returns whether the past is there. */
async function runThread(
  { log, serverKeys }: Deps,
  databaseUrl: string,
  userIds: readonly string[],
  signal: AbortSignal,
): Promise<boolean> {
  const startedMs = performance.now();
  let isDone = false;
  const worker = openThread('past-worker', new URL('./past-worker.ts', import.meta.url), {
    workerData: { databaseUrl, serverKeys: [...serverKeys], userIds: [...userIds] },
  });
  const end = () => void worker.terminate();
  signal.addEventListener('abort', end, { once: true });
  worker.on('error', (err) => log.warn({ err }, 'the demo stopped making its past, and goes on soon'));
  worker.on('message', ({ parts }: { parts: number }) => {
    isDone = true;
    log.info({ parts, ms: Math.round(performance.now() - startedMs) }, 'the demo has its past');
  });
  await new Promise((resolve) => worker.on('exit', resolve));
  signal.removeEventListener('abort', end);
  return isDone;
}
