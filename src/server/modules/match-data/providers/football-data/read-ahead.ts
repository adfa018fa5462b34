import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { openThread } from '#server/platform/open-thread.ts';
import type { FootballDataInput } from './parse.ts';
import { type ReadFile, readFootballData } from './read-file.ts';

/** Reads one file after another, the next one in a thread while whoever asks writes the one before: both take about as long. */
export async function* readAhead(inputs: Iterable<FootballDataInput>, now: Date): AsyncGenerator<ReadFile> {
  const files = inputs[Symbol.iterator]();
  const first = files.next();
  if (first.done) return;
  let next = files.next();
  if (next.done) return yield readFootballData(first.value, now);
  const thread = openThread('football-data-worker', new URL('./read-ahead-worker.ts', import.meta.url));
  try {
    let coming = ask(thread, next.value, now);
    yield readFootballData(first.value, now);
    while (!next.done) {
      const read = await coming;
      next = files.next();
      if (!next.done) coming = ask(thread, next.value, now);
      yield read;
    }
  } finally {
    await thread.terminate();
  }
}

/** What the thread makes of a file; rejects where it breaks. */
function ask(thread: Worker, input: FootballDataInput, now: Date): Promise<ReadFile> {
  const answer = once(thread, 'message').then(([read]) => read as ReadFile);
  // Whoever stops reading files does not wait for the next one.
  answer.catch(() => {});
  thread.postMessage({ input, now });
  return answer;
}
