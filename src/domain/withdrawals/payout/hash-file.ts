/** Files with the transactions of a batch of payouts: CSV with a header, as the batch's own file with its last column filled in. */

export const HASH_FILE_ROWS_MAX = 500;
/** In characters. */
export const HASH_FILE_LENGTH_MAX = 50_000;

/** The columns of the file of a batch, and the only ones that are read. */
export const BATCH_COLUMNS = ['reference', 'wallet_address', 'amount', 'tx_hash'] as const;
export type BatchColumn = (typeof BATCH_COLUMNS)[number];

/**
 * Why a whole file is refused. `empty`: no row; `too_long`: more characters or rows than allowed; `header`: unknown or repeated columns, no
 * `tx_hash`, or neither `reference` nor both others; `quotes`: a quotation mark where none may be.
 */
export const HASH_FILE_FAULTS = ['empty', 'too_long', 'header', 'quotes'] as const;
export type HashFileFault = (typeof HASH_FILE_FAULTS)[number];

/** A row that names a payout and its transaction. */
export interface HashRow {
  /** The number of its last line in the file, from 1. */
  line: number;
  reference: string | null;
  wallet: string | null;
  /** In millionths of a USDT. */
  amount: bigint | null;
  /** As it is stored. */
  hash: string;
}

/** `no_hash`: the payout has no transaction yet; `malformed`: a wrong number of cells, or a cell that cannot be what it should be. */
export type UnreadableRow = { line: number; fault: 'no_hash' | 'malformed' };

/** A payout of a batch, as rows are compared with it. */
export interface BatchPayout {
  /** The withdrawal's id, which is the reference. */
  id: string;
  /** Null once the owner's account was erased. */
  wallet: string | null;
  /** In millionths of a USDT. */
  amount: bigint;
  /** The transaction recorded for it. */
  hash: string | null;
}

/**
 * Returns the payout that a row is about. `unknown`: none of these; `ambiguous`: wallet and amount fit several of which none has this
 * transaction; `contradiction`: wallet or amount are not those of the reference.
 */
export function payoutOf(row: HashRow, payouts: readonly BatchPayout[]): BatchPayout | 'unknown' | 'ambiguous' | 'contradiction' {
  const fits = ({ wallet, amount }: BatchPayout) =>
    (row.wallet === null || row.wallet === wallet) && (row.amount === null || row.amount === amount);
  if (row.reference !== null) {
    const named = payouts.find(({ id }) => id === row.reference);
    if (named === undefined) return 'unknown';
    return fits(named) ? named : 'contradiction';
  }
  const fitting = payouts.filter(fits);
  const recorded = fitting.find(({ hash }) => hash === row.hash);
  if (recorded) return recorded;
  return fitting.length > 1 ? 'ambiguous' : (fitting[0] ?? 'unknown');
}
