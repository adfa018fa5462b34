// `npm run verify -- FILE`: recomputes every payout of a receipt offline and reports whether it was correct (docs/receipts.md). Exits with
// 0 if it was, with 1 and a line per error if not, and with 2 if the file cannot be checked.
import { readFileSync, statSync } from 'node:fs';
import { receiptFile } from '#contract/receipts.ts';
import { type ReceiptFault, verifyReceipt } from '#domain/settlement/receipt-check.ts';

/** A hundred thousand bets take about a fifth of this. */
const BYTES_MAX = 256 * 1024 * 1024;

function refuse(problem: string): never {
  console.error(problem);
  process.exit(2);
}

/** Returns the result of `read`, or prints the problem and exits. */
function attempt<T>(read: () => T, problemOf: (error: Error) => string): T {
  try {
    return read();
  } catch (error) {
    refuse(problemOf(error as Error));
  }
}

function readReceipt(path: string) {
  const unreadable = ({ message }: Error) => `The file cannot be read: ${message}`;
  const { size } = attempt(() => statSync(path), unreadable);
  if (size > BYTES_MAX) refuse(`The file is too large for a receipt: ${size} bytes, ${BYTES_MAX} at most.`);
  const text = attempt(() => readFileSync(path, 'utf8'), unreadable);
  const content: unknown = attempt(
    () => JSON.parse(text),
    () => 'The file is not JSON, or it was cut off: download it again.',
  );
  const parsed = receiptFile.safeParse(content);
  if (parsed.success) return parsed.data;
  const { path: field, message } = parsed.error.issues[0]!;
  refuse(`The file is not a receipt of Matchpoint: ${field.length > 0 ? `${field.join('.')}: ` : ''}${message}`);
}

const describe = ({ about, id, field, expected, found }: ReceiptFault): string =>
  `${id === '' ? about : `${about} ${id}`}: ${field} is ${JSON.stringify(found)}, by the rules ${JSON.stringify(expected)}`;

const path = process.argv[2] ?? refuse('npm run verify -- FILE');
const receipt = readReceipt(path);
const { state } = receipt.contest;
if (state !== 'settled' && state !== 'void') refuse(`There is nothing to check yet: the contest is ${state}.`);

const faults = verifyReceipt(receipt);
for (const fault of faults) console.log(describe(fault));
console.log(faults.length === 0 ? `Right: ${receipt.bets.length} bets, each as the rules say.` : `Wrong: ${faults.length} faults.`);
process.exitCode = faults.length === 0 ? 0 : 1;
