import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker as Thread } from 'node:worker_threads';
import { afterAll } from 'vitest';

/** What a script of a browser's worker leans on. It is heard from when it is there: until then a thread keeps its messages. */
const BEGIN = `
  const { parentPort, workerData } = require('node:worker_threads');
  globalThis.self = globalThis;
  self.postMessage = (message) => parentPort.postMessage(message);
  // Those of our own are in TypeScript.
  const ready = workerData.endsWith('.ts') ? import('tsx/esm/api').then(({ register }) => register()) : Promise.resolve();
  ready.then(() => import(workerData)).then(() => parentPort.on('message', (data) => self.onmessage?.({ data })));
`;

/** Which threads are at work: none when all that was asked for is done or given up. */
export const threads = new Set<ThreadWorker>();

/** jsdom has no workers: here they are threads, which run the very script that browsers run. */
class ThreadWorker extends EventTarget {
  readonly #thread: Thread;

  /** `url` as Vite writes it: a path from the project's folder. */
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

  /** Nothing is heard of it from now on, whatever it has said already. */
  terminate() {
    this.#thread.removeAllListeners('message').removeAllListeners('error');
    void this.#thread.terminate();
  }
}

Object.assign(globalThis, { Worker: ThreadWorker });

// A page that is left takes its workers along: what one says later would be heard in a window that is gone.
afterAll(() => {
  for (const worker of threads) worker.terminate();
});
