import {
  BATCH_COLUMNS,
  type BatchColumn,
  HASH_FILE_LENGTH_MAX,
  HASH_FILE_ROWS_MAX,
  type HashFileFault,
  type HashRow,
  type UnreadableRow,
} from '#domain/withdrawals/payout/hash-file.ts';
import { usdtUnits } from '#domain/withdrawals/payout/payout.ts';
import { normaliseWallet } from '#domain/withdrawals/wallet.ts';
import { readTxHash } from '#domain/withdrawals/withdrawal.ts';
import { csvCells } from '#server/platform/csv-cells.ts';

/** Reads a file with hashes: comma, RFC 4180, any line end, with or without a byte order mark. Blank lines are skipped. */
export function readHashFile(text: string): (HashRow | UnreadableRow)[] | HashFileFault {
  if (text.length > HASH_FILE_LENGTH_MAX) return 'too_long';
  const lines = csvCells(text);
  if (!Array.isArray(lines)) return 'quotes';
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
