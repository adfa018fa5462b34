import { setTimeout as sleep } from 'node:timers/promises';

export type Stopper = ReturnType<typeof createStopper>;

/** Ctrl-C ends the app within 2 s. PostgreSQL, the last step, takes 1 s in the worst case; all others share this. */
const OTHERS_MS_MAX = 800;

/**
 * In a graceful stop, the steps before one that takes its time share this much, and so do those after it. Process managers grant each
 * process time to stop (Docker: 10 s from SIGTERM).
 */
const IN_PEACE_MS_MAX = 2_000;

/** npm forwards a Ctrl-C that the terminal has already sent to every process: within this time it counts as the same one. */
const SAME_SIGNAL_MS = 400;

interface Step {
  name: string;
  /** Whether this is a graceful stop by SIGTERM: other processes continue and no user waits at a terminal. */
  stop: (isInPeace: boolean) => Promise<void>;
  takesItsTime: boolean;
}

/** Collects the steps that stop what was started, and runs them once, in reverse order. */
export function createStopper() {
  const steps: Step[] = [];
  let stoppingSince: number | null = null;

  /** A step that `takesItsTime` is awaited without a limit. */
  const add = (name: string, stop: Step['stop'], { takesItsTime = false } = {}) => {
    steps.push({ name, stop, takesItsTime });
  };

  const stop = async (exitCode: number, { isInPeace = false } = {}): Promise<void> => {
    if (stoppingSince !== null) return;
    stoppingSince = Date.now();
    const patienceMs = isInPeace ? IN_PEACE_MS_MAX : OTHERS_MS_MAX;
    let patienceUntil = stoppingSince + patienceMs;
    // A step that is added while stopping, by something that was just starting, still runs.
    for (let step = steps.pop(); step; step = steps.pop()) {
      const { name, takesItsTime } = step;
      const isLast = steps.length === 0;
      const stopped = step.stop(isInPeace).catch((error) => console.error(`${name} did not stop cleanly:`, error));
      if (isLast || takesItsTime) await stopped;
      else await Promise.race([stopped, sleep(Math.max(patienceUntil - Date.now(), 0))]);
      if (takesItsTime) patienceUntil = Date.now() + patienceMs;
    }
    process.exit(exitCode);
  };

  const onSignals = (signals: NodeJS.Signals[]) => {
    const receive = (signal: NodeJS.Signals) => {
      if (stoppingSince === null) void stop(0, { isInPeace: signal === 'SIGTERM' });
      else if (Date.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(130);
    };
    for (const signal of signals) process.on(signal, receive);
  };

  return { add, stop, onSignals, isStopping: () => stoppingSince !== null };
}

/**
 * Runs a command with its arguments, stops what it started, and exits with the code it returns. A StartError is printed as its one
 * sentence, all other errors with a stack; both exit with 1. Errors caused by stopping the command are not printed.
 */
export function runCommand(stopper: Stopper, run: (words: string[]) => Promise<number>): void {
  void run(process.argv.slice(2)).then(
    (exitCode) => stopper.stop(exitCode),
    (error) => {
      if (stopper.isStopping()) return;
      console.error(error instanceof StartError ? error.message : error);
      return stopper.stop(1);
    },
  );
}

/** A problem that the operator must fix before the app can start. Its message is the sentence that is printed, without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}

/** Waits `ms` milliseconds, or until the signal aborts; never rejects. */
export async function sleepUntilAborted(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(Math.max(ms, 0), undefined, { signal }).catch(() => {});
}
