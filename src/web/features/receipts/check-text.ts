import type { Checked } from './receipt-worker.ts';
import ReceiptWorker from './receipt-worker.ts?worker';

/** Checks the text of a receipt's file in a thread of its own. Fails where that cannot begin, or the text is no receipt. */
export function checkText(text: string): Promise<Checked> {
  const worker = new ReceiptWorker();
  return new Promise<Checked>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Checked>) => resolve(data));
    worker.addEventListener('error', () => reject(new Error('the receipt could not be read')));
    worker.postMessage(text);
  }).finally(() => worker.terminate());
}
