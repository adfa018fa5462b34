import { performance } from 'node:perf_hooks';

/** A clock that runs like any other, and is moved on in steps. What sleeps on it wakes at its time within a step. */
export interface SteppedClock {
  now: () => Date;
  /** Sleeps until the clock is moved that far, or the signal is aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Moves the clock on. On the way it stops whenever something wakes, and goes on once `sleeperCount` sleep again. */
  moveTo: (to: Date, sleeperCount: number) => Promise<void>;
}

interface Sleeper {
  atMs: number;
  wake: () => void;
}

/** Who wakes within the same span of this length wakes at its end, so that there are fewer steps. */
const TOGETHER_MS = 20_000;

export function createSteppedClock(start: Date): SteppedClock {
  let setMs = start.getTime();
  let setAt = performance.now();
  let sleepers: Sleeper[] = [];
  let onSleep = () => {};
  const nowMs = () => setMs + (performance.now() - setAt);
  const set = (ms: number) => {
    // Time between steps may have passed the time of a sleeper; the clock does not go back.
    setMs = Math.max(ms, nowMs());
    setAt = performance.now();
  };
  const allAsleep = async (count: number) => {
    while (sleepers.length < count) await new Promise<void>((resolve) => (onSleep = resolve));
  };
  return {
    now: () => new Date(nowMs()),
    sleep: (ms, signal) =>
      new Promise<void>((resolve) => {
        const sleeper = { atMs: Math.ceil((nowMs() + ms) / TOGETHER_MS) * TOGETHER_MS, wake: resolve };
        const wakeEarly = () => {
          sleepers = sleepers.filter((each) => each !== sleeper);
          resolve();
        };
        if (signal.aborted) return resolve();
        signal.addEventListener('abort', wakeEarly, { once: true });
        sleeper.wake = () => {
          signal.removeEventListener('abort', wakeEarly);
          resolve();
        };
        sleepers.push(sleeper);
        onSleep();
      }),
    moveTo: async (to, sleeperCount) => {
      await allAsleep(sleeperCount);
      for (;;) {
        const nextMs = Math.min(...sleepers.map(({ atMs }) => atMs));
        if (nextMs > to.getTime()) break;
        set(nextMs);
        const due = sleepers.filter(({ atMs }) => atMs <= nowMs());
        sleepers = sleepers.filter((each) => !due.includes(each));
        for (const { wake } of due) wake();
        await allAsleep(sleeperCount);
      }
      set(to.getTime());
    },
  };
}
