import { setTimeout } from 'node:timers/promises';

/** Waits `ms` milliseconds, or until the signal aborts; never rejects. */
export async function sleepUntilAborted(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(Math.max(ms, 0), undefined, { signal }).catch(() => {});
}
