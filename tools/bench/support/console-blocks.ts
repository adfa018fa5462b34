import { createHash } from 'node:crypto';
import { copyBytes, row } from './console-rows.ts';

/** The tables written while generating a ledger. */
export type LedgerTable = 'transfers' | 'ledger_blocks' | 'contests' | 'bets' | 'bet_legs' | 'withdrawals';

/** An account with its balance after a transfer. */
export type LedgerSide = readonly [kind: string, owner: string, balance: number];

export interface PostedTransfer {
  id: number;
  key: string;
  source: string;
  from: LedgerSide;
  to: LedgerSide;
  amount: number;
  contest: string | null;
  bet: string | null;
  /** ISO 8601 in UTC. */
  at: string;
}

const BLOCK_TRANSFERS = 10_000;

/** Returns a time with microseconds, the format PostgreSQL hashes. */
const micros = (at: string): string => `${at.slice(0, 23)}000Z`;
const quoted = (text: string | null): string => (text === null ? 'null' : `"${text}"`);

/**
 * Writes transfers and, after each ten thousand and at the end, a block with its hash, as defined by `ledger_block_hash`
 * (migrations/003-ledger.sql).
 */
export function ledgerSealer(write: (table: LedgerTable, line: string) => void) {
  let number = 0;
  let previous: string | null = null;
  let [firstId, count, lines] = [1, 0, ''];
  let last: PostedTransfer | null = null;

  const close = (): void => {
    if (last === null || count === 0) return;
    const head = `[${++number}, ${quoted(previous)}, ${firstId}, ${last.id}, ${count}, "${micros(last.at)}"]\n`;
    const hash = createHash('sha256').update(head).update(lines).digest('hex');
    write('ledger_blocks', row(number, firstId, last.id, count, previous && copyBytes(previous), copyBytes(hash), last.at));
    previous = hash;
    [firstId, count, lines] = [last.id + 1, 0, ''];
  };

  const add = (transfer: PostedTransfer): void => {
    const { id, key, source, from, to, amount, contest, bet, at } = transfer;
    write('transfers', row(id, key, source, from[0], from[1], to[0], to[1], amount, from[2], to[2], contest, bet, at));
    const accounts = `"${from[0]}", "${from[1]}", "${to[0]}", "${to[1]}", ${amount}, ${from[2]}, ${to[2]}`;
    lines += `[${id}, "${key}", "${source}", ${accounts}, ${quoted(contest)}, ${quoted(bet)}, null, "${micros(at)}"]\n`;
    last = transfer;
    if (++count === BLOCK_TRANSFERS) close();
  };

  return { add, close };
}
