import { setTimeout as sleep } from 'node:timers/promises';

export type Stopper = ReturnType<typeof createStopper>;

/** Ctrl-C ends the app within 2 s. PostgreSQL, the last step, takes one of them in the worst case; all others share this. */
const OTHERS_MS_MAX = 800;

/** npm hands the Ctrl-C on that the terminal has sent to every process already: so soon, it is the same one. */
const SAME_SIGNAL_MS = 400;

/** Remembers how to end what was started, and ends it in the opposite order, once. */
export function createStopper() {
  const steps: { name: string; stop: () => Promise<void> }[] = [];
  let stoppingSince: number | null = null;

  const add = (name: string, stop: () => Promise<void>) => {
    steps.push({ name, stop });
  };

  const stop = async (exitCode: number): Promise<void> => {
    if (stoppingSince !== null) return;
    stoppingSince = Date.now();
    // What was being started meanwhile adds its step late: it is still taken.
    for (let step = steps.pop(); step; step = steps.pop()) {
      const { name } = step;
      const isLast = steps.length === 0;
      const stopped = step.stop().catch((error) => console.error(`${name} did not stop cleanly:`, error));
      const patienceMs = Math.max(stoppingSince + OTHERS_MS_MAX - Date.now(), 0);
      await (isLast ? stopped : Promise.race([stopped, sleep(patienceMs)]));
    }
    process.exit(exitCode);
  };

  const onSignals = (signals: NodeJS.Signals[]) => {
    const receive = () => {
      if (stoppingSince === null) void stop(0);
      else if (Date.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(130);
    };
    for (const signal of signals) process.on(signal, receive);
  };

  return { add, stop, onSignals, isStopping: () => stoppingSince !== null };
}
