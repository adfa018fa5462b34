import { normaliseWallet } from '#domain/withdrawals/wallet.ts';
import { readTxHash } from '#domain/withdrawals/withdrawal.ts';
import { usdtUnits } from './payout.ts';

/** Files with the transactions of a batch of payouts: CSV with a header, as the batch's own file with its last column filled in. */

export const HASH_FILE_ROWS_MAX = 500;
/** In characters. */
export const HASH_FILE_LENGTH_MAX = 50_000;

/** The columns of the file of a batch, and the only ones that are read. */
export const BATCH_COLUMNS = ['reference', 'wallet_address', 'amount', 'tx_hash'] as const;
type BatchColumn = (typeof BATCH_COLUMNS)[number];

/**
 * Why a whole file is refused. `empty`: no row; `too_long`: more characters or rows than allowed; `header`: unknown or repeated columns, no
 * `tx_hash`, or neither `reference` nor both others; `quotes`: a quotation mark where none may be.
 */
export const HASH_FILE_FAULTS = ['empty', 'too_long', 'header', 'quotes'] as const;
export type HashFileFault = (typeof HASH_FILE_FAULTS)[number];

/** A row that names a payout and its transaction. */
export interface HashRow {
  /** The number of its line in the file, from 1. */
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

/** Reads a file with hashes: comma, RFC 4180, any line end, with or without a byte order mark. Blank lines are skipped. */
export function readHashFile(text: string): (HashRow | UnreadableRow)[] | HashFileFault {
  if (text.length > HASH_FILE_LENGTH_MAX) return 'too_long';
  const lines = cellsOf(text.replace(/^\uFEFF/, ''));
  if (lines === null) return 'quotes';
  const [header, ...rows] = lines;
  if (header === undefined || rows.length === 0) return header === undefined || columnsOf(header.cells) !== null ? 'empty' : 'header';
  if (rows.length > HASH_FILE_ROWS_MAX) return 'too_long';
  const columns = columnsOf(header.cells);
  return columns === null ? 'header' : rows.map(({ line, cells }) => readRow(line, columns, cells));
}

function columnsOf(cells: readonly string[]): BatchColumn[] | null {
  const named = cells.map((cell) => cell.trim().toLowerCase());
  const known = named.filter((name): name is BatchColumn => (BATCH_COLUMNS as readonly string[]).includes(name));
  if (known.length !== named.length || new Set(named).size !== named.length || !named.includes('tx_hash')) return null;
  return named.includes('reference') || (named.includes('wallet_address') && named.includes('amount')) ? known : null;
}

function readRow(line: number, columns: readonly BatchColumn[], cells: readonly string[]): HashRow | UnreadableRow {
  if (cells.length !== columns.length) return { line, fault: 'malformed' };
  const cell = (name: BatchColumn): string => (columns.includes(name) ? (cells[columns.indexOf(name)] ?? '').trim() : '');
  const [reference, wallet, amount, typed] = [
    cell('reference').toLowerCase(),
    normaliseWallet(cell('wallet_address')),
    cell('amount'),
    cell('tx_hash'),
  ];
  if (typed === '') return { line, fault: 'no_hash' };
  const hash = readTxHash(typed);
  const units = amount === '' ? null : unitsOf(amount);
  if (hash === null || units === undefined || (reference === '' && (wallet === '' || units === null))) return { line, fault: 'malformed' };
  return { line, reference: reference || null, wallet: wallet || null, amount: units, hash };
}

/** Returns an amount in millionths of a USDT; undefined for other text. */
function unitsOf(text: string): bigint | undefined {
  try {
    return usdtUnits(text);
  } catch {
    return undefined;
  }
}

/** Splits CSV into lines of cells, without blank lines; null if a quotation mark is where none may be. */
function cellsOf(text: string): { line: number; cells: string[] }[] | null {
  const lines: { line: number; cells: string[] }[] = [];
  let [line, at] = [1, 0];
  while (at < text.length) {
    const cells: string[] = [];
    const begins = line;
    for (;;) {
      const cell = /"((?:[^"]|"")*)"|[^",\r\n]*/y;
      cell.lastIndex = at;
      const [all, quoted] = cell.exec(text)!;
      at += all.length;
      cells.push(quoted === undefined ? all : quoted.replaceAll('""', '"'));
      line += all.split('\n').length - 1;
      if (text[at] !== ',') break;
      at += 1;
    }
    const end = /\r\n|\n|\r|$/y;
    end.lastIndex = at;
    const ended = end.exec(text);
    if (ended === null) return null;
    at += ended[0].length;
    line += 1;
    if (cells.some((cell) => cell.trim() !== '')) lines.push({ line: begins, cells });
  }
  return lines;
}

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
