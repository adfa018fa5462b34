import type { Receipt } from '#domain/settlement/receipt.ts';
import { type ReceiptFault, verifyReceipt } from '#domain/settlement/receipt-check.ts';

/** The result of a check; of many faults only the first ones are included. */
export interface Checked {
  bets: number;
  faultCount: number;
  faults: ReceiptFault[];
}

const FAULTS_TOLD = 20;

/** Checks the text of a receipt's file and posts what is wrong with it, without blocking the page. */
self.onmessage = ({ data }: MessageEvent<string>) => {
  const receipt = JSON.parse(data) as Receipt;
  const faults = verifyReceipt(receipt);
  self.postMessage({ bets: receipt.bets.length, faultCount: faults.length, faults: faults.slice(0, FAULTS_TOLD) } satisfies Checked);
};
