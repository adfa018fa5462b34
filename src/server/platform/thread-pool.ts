import { Piscina } from 'piscina';
import { AppError } from './http/app-error.ts';

interface ThreadPoolOptions {
  /** The `file:` address of the module. */
  module: URL;
  /** How many threads run at once; each starts when it is first needed, does one task at a time, and does not keep the process alive. */
  count: number;
  /** Milliseconds after which a task fails with `unavailable` and its thread, if it has one, is replaced. */
  timeoutMs: number;
  /** What the module finds in its `workerData`. */
  workerData?: unknown;
}

/**
 * Creates a pool of threads for the function `run` that a module exports. Rejects a task with the error that it throws, or when its
 * thread ends meanwhile, and all tasks when a thread cannot start. The next task starts another thread.
 */
export function createThreadPool<Task, Result>({ module, count, timeoutMs, workerData }: ThreadPoolOptions) {
  // Between tasks, threads wait in their event loop: blocked by `Atomics.wait`, the default, they would never free what native code holds.
  const pool = new Piscina<Task, Result>({
    filename: module.href,
    name: 'run',
    minThreads: 0,
    maxThreads: count,
    idleTimeout: Number.POSITIVE_INFINITY,
    atomics: 'disabled',
    workerData,
  });
  let failing = new AbortController();
  // A thread ended without a task, most often because its module cannot be loaded. Tasks that wait for it would wait for ever.
  pool.on('error', (error) => {
    failing.abort(error);
    failing = new AbortController();
  });
  return async (task: Task): Promise<Result> => {
    const [timeout, failure] = [AbortSignal.timeout(timeoutMs), failing.signal];
    try {
      return await pool.run(task, { signal: AbortSignal.any([timeout, failure]) });
    } catch (error) {
      if (failure.aborted) throw failure.reason;
      throw timeout.aborted ? new AppError('unavailable') : error;
    }
  };
}
