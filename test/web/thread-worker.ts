import { pathToFileURL } from 'node:url';
import { Worker as Thread } from 'node:worker_threads';

/** The environment of a worker's script. The thread queues its messages until the script listens. */
const BEGIN = `
  const { parentPort, workerData } = require('node:worker_threads');
  globalThis.self = globalThis;
  self.postMessage = (message) => parentPort.postMessage(message);
  // Those of our own are in TypeScript.
  const ready = workerData.endsWith('.ts') ? import('tsx/esm/api').then(({ register }) => register()) : Promise.resolve();
  ready.then(() => import(workerData)).then(() => parentPort.on('message', (data) => self.onmessage?.({ data })));
`;

const shared = globalThis as { testThreads?: Set<ThreadWorker> };
shared.testThreads ??= new Set();
/** The running threads of the page: none once all work is done or cancelled. Each file loads this module anew. */
export const threads = shared.testThreads;

/** Emulates workers, which jsdom lacks, by threads that run the same script. */
export class ThreadWorker extends EventTarget {
  readonly #thread: Thread;

  /** `url` as Vite writes it: a path relative to the project's folder, or an absolute one after `/@fs`. */
  constructor(url: string) {
    super();
    const { pathname } = new URL(url, 'http://site');
    const file = pathname.startsWith('/@fs/') ? pathname.slice('/@fs'.length) : `${process.cwd()}${pathname}`;
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

/** Ends all threads, as leaving a page ends its workers: a late message would arrive in another page. */
export function endThreads(): void {
  for (const worker of threads) worker.terminate();
}
