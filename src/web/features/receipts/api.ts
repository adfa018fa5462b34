import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { getReceipt, getReceiptFile, type ReceiptView } from '#contract/receipts.ts';
import { call, callForFile } from '#web/data/call.ts';
import type { Checked } from './receipt-worker.ts';
import ReceiptWorker from './receipt-worker.ts?worker';

const REFRESH_MS = 15_000;

/** A contest's receipt with a page of its bets; asked for again while something is still to come: its end, or the seal on it. */
export const receiptQuery = (contestId: string, page: number) =>
  queryOptions({
    queryKey: ['contests', contestId, 'receipt', page],
    queryFn: ({ signal }) => call(getReceipt, { id: contestId, page }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data && isComplete(data) ? false : REFRESH_MS),
  });

/** Whether a contest has ended, and everybody is paid. */
export const isOver = ({ contest }: ReceiptView): boolean => contest.state === 'settled' || contest.state === 'void';

const isComplete = (receipt: ReceiptView): boolean => isOver(receipt) && (receipt.block !== null || receipt.bets.total === 0);

/** Where the whole receipt is, as a file. */
export const fileAddress = (contestId: string): string => getReceiptFile.path.replace(':id', contestId);

/** Fetches the whole receipt and pays every bet of it once more, here in the browser. */
export const useCheck = (contestId: string) =>
  useMutation({ mutationFn: async () => checkText(await (await callForFile(getReceiptFile, { id: contestId })).text()) });

/** Checks the text of a receipt's file in a thread of its own. Fails where that cannot begin, or the text is no receipt. */
function checkText(text: string): Promise<Checked> {
  const worker = new ReceiptWorker();
  return new Promise<Checked>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Checked>) => resolve(data));
    worker.addEventListener('error', () => reject(new Error('the receipt could not be read')));
    worker.postMessage(text);
  }).finally(() => worker.terminate());
}
