import type { Receipt } from '#domain/settlement/receipt.ts';
import { type ReceiptFault, verifyReceipt } from '#domain/settlement/receipt-check.ts';

/** What came of checking a receipt; of many faults the first ones, as nobody reads a hundred thousand. */
export interface Checked {
  bets: number;
  faultCount: number;
  faults: ReceiptFault[];
}

const FAULTS_TOLD = 20;

/** Takes the text of a receipt's file and answers what is wrong with it, so that the page goes on meanwhile. */
self.onmessage = ({ data }: MessageEvent<string>) => {
  const receipt = JSON.parse(data) as Receipt;
  const faults = verifyReceipt(receipt);
  self.postMessage({ bets: receipt.bets.length, faultCount: faults.length, faults: faults.slice(0, FAULTS_TOLD) } satisfies Checked);
};
