import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker as Thread } from 'node:worker_threads';
import { afterAll } from 'vitest';

/** The environment of a worker's script. The thread queues its messages until the script listens. */
const BEGIN = `
  const { parentPort, workerData } = require('node:worker_threads');
  globalThis.self = globalThis;
  self.postMessage = (message) => parentPort.postMessage(message);
  // Those of our own are in TypeScript.
  const ready = workerData.endsWith('.ts') ? import('tsx/esm/api').then(({ register }) => register()) : Promise.resolve();
  ready.then(() => import(workerData)).then(() => parentPort.on('message', (data) => self.onmessage?.({ data })));
`;

/** The running threads: none once all work is done or cancelled. */
export const threads = new Set<ThreadWorker>();

/** Emulates workers, which jsdom lacks, by threads that run the same script. */
class ThreadWorker extends EventTarget {
  readonly #thread: Thread;

  /** `url` as Vite writes it: a path relative to the project's folder. */
  constructor(url: string) {
    super();
    const file = fileURLToPath(new URL(`.${new URL(url, 'http://site').pathname}`, pathToFileURL(`${process.cwd()}/`)));
    this.#thread = new Thread(BEGIN, { eval: true, workerData: pathToFileURL(file).href });
    threads.add(this);
    this.#thread.on('exit', () => threads.delete(this));
    this.#thread.on('message', (data: unknown) => this.dispatchEvent(Object.assign(new Event('message'), { data })));
    this.#thread.on('error', (error) => this.dispatchEvent(Object.assign(new Event('error'), { error })));
  }

  postMessage(message: unknown) {
    this.#thread.postMessage(message);
  }

  /** Ignores all messages from now on, even those already sent. */
  terminate() {
    this.#thread.removeAllListeners('message').removeAllListeners('error');
    void this.#thread.terminate();
  }
}

Object.assign(globalThis, { Worker: ThreadWorker });

// Leaving a page ends its workers: a late message would arrive in a window that no longer exists.
afterAll(() => {
  for (const worker of threads) worker.terminate();
});
