import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { getReceipt, getReceiptFile, type ReceiptView } from '#contract/receipts.ts';
import { call, callForFile } from '#web/data/call.ts';
import type { Checked } from './receipt-worker.ts';
import ReceiptWorker from './receipt-worker.ts?worker';

const REFRESH_MS = 15_000;

/** Queries a contest's receipt with a page of its bets; refetched until the contest has ended and is sealed. */
export const receiptQuery = (contestId: string, page: number) =>
  queryOptions({
    queryKey: ['contests', contestId, 'receipt', page],
    queryFn: ({ signal }) => call(getReceipt, { id: contestId, page }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data && isComplete(data) ? false : REFRESH_MS),
  });

/** Returns whether a contest has ended and is paid out. */
export const isOver = ({ contest }: ReceiptView): boolean => contest.state === 'settled' || contest.state === 'void';

const isComplete = (receipt: ReceiptView): boolean => isOver(receipt) && (receipt.block !== null || receipt.bets.total === 0);

/** Returns the address of the whole receipt as a file. */
export const fileAddress = (contestId: string): string => getReceiptFile.path.replace(':id', contestId);

/** Fetches the whole receipt and recalculates every payout in the browser. */
export const useCheck = (contestId: string) =>
  useMutation({ mutationFn: async () => checkText(await (await callForFile(getReceiptFile, { id: contestId })).text()) });

/** Checks the text of a receipt's file in a worker. Rejects if the worker cannot start, or the text is not a receipt. */
function checkText(text: string): Promise<Checked> {
  const worker = new ReceiptWorker();
  return new Promise<Checked>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Checked>) => resolve(data));
    worker.addEventListener('error', () => reject(new Error('the receipt could not be read')));
    worker.postMessage(text);
  }).finally(() => worker.terminate());
}
