/** The treasury: what leaves it, what it owes, and what it will need. */

/**
 * How a transfer from the treasury fits a withdrawal that the chain does not confirm by it. `recorded`: its transaction is recorded for one
 * that is being sent; `unrecorded`: wallet and amount of one that is to be sent; `returned`: a withdrawal whose points went back, so that it
 * was paid late; `paid_again`: one that was paid before.
 */
export const TRANSFER_FITS = ['recorded', 'unrecorded', 'returned', 'paid_again'] as const;
export type TransferFit = (typeof TRANSFER_FITS)[number];

/** A withdrawal to the wallet of a transfer, over its amount. */
export interface FittingWithdrawal {
  id: string;
  status: 'pending' | 'approved' | 'rejected';
  /** The transaction recorded for it. */
  hash: string | null;
  /** Whether the chain confirms that it was paid, by whatever transfer. */
  isConfirmed: boolean;
  /** Milliseconds since 1970; null while it is pending. */
  decidedAtMs: number | null;
}

/**
 * Returns the withdrawal that a transfer most probably is about, and how; null if there is none. The recorded transaction counts first, then
 * the longest approved one that waits to be sent, then the one that was returned last, then one that was paid before.
 */
export function fitOf(
  { hash, atMs }: { hash: string; atMs: number },
  withdrawals: readonly FittingWithdrawal[],
): { id: string; fit: TransferFit } | null {
  const decided = withdrawals
    .filter(({ decidedAtMs }) => decidedAtMs !== null)
    .toSorted((one, other) => one.decidedAtMs! - other.decidedAtMs!);
  const recorded = decided.find((one) => one.hash === hash && !one.isConfirmed);
  if (recorded) return { id: recorded.id, fit: recorded.status === 'rejected' ? 'returned' : 'recorded' };
  const waiting = decided.find(({ status, isConfirmed, decidedAtMs }) => status === 'approved' && !isConfirmed && decidedAtMs! <= atMs);
  if (waiting) return { id: waiting.id, fit: 'unrecorded' };
  const returned = decided.findLast(({ status }) => status === 'rejected');
  if (returned) return { id: returned.id, fit: 'returned' };
  const paid = decided.findLast(({ isConfirmed }) => isConfirmed);
  return paid ? { id: paid.id, fit: 'paid_again' } : null;
}

/** How long a transfer may wait for its transaction to be recorded before it raises the alarm. */
export const RECORDING_MS = 60 * 60_000;

/** Whether an open transfer raises the alarm. What was returned or paid before raises it at once: nothing will explain it. */
export const isAlarming = ({ atMs, fit }: { atMs: number; fit: TransferFit | null }, nowMs: number): boolean =>
  fit === 'returned' || fit === 'paid_again' || nowMs - atMs > RECORDING_MS;

/** What is known of withdrawals, in hundredths of a USDT. */
export interface Demand {
  /** Approved and not paid. */
  owed: bigint;
  /** Not decided yet. */
  pending: bigint;
  /** Asked for in the past days, without rejected requests. */
  asked: bigint;
  /** The number of those days: at most 30, fewer on a young site. */
  days: number;
}

/** Days of the forecast, and at most of the past that it is made from. */
export const FORECAST_DAYS = 30;
/** A younger site counts as this old, because the requests of one day give no rate. */
const DAYS_MIN = 7;

/**
 * Returns what the treasury will need within 30 days, in hundredths of a USDT: what is owed, what is pending, and as much a day as was asked
 * for a day in the past days: `need = owed + pending + 30 * asked / max(7, days)`, rounded up.
 */
export function forecastNeed({ owed, pending, asked, days }: Demand): bigint {
  const over = BigInt(Math.min(FORECAST_DAYS, Math.max(DAYS_MIN, Math.ceil(days))));
  return owed + pending + (asked * BigInt(FORECAST_DAYS) + over - 1n) / over;
}

/** Below this many TRX, fees may not be paid. */
export const TRX_MIN = 100;

/** Returns hundredths of a USDT of an amount with at most two places: "12.00" gives 1200. */
export const usdtCents = (usdt: string): bigint => {
  const [whole = '0', part = ''] = usdt.split('.');
  return BigInt(whole + part.slice(0, 2).padEnd(2, '0'));
};

/** Returns hundredths of a USDT (0 or more) as a decimal: 1200 gives "12.00". */
export const centsText = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
