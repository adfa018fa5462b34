import { hexOfWallet, USDT_CONTRACT } from '#domain/withdrawals/wallet.ts';

/** A chain of our own, in the shapes in which nodes of TRON answer. */

export interface FakeTransfer {
  /** Addresses in base58; the token is USDT without one. */
  token?: string;
  from: string;
  to: string;
  /** In millionths. */
  amount: bigint;
}

export interface FakeTransaction {
  hash: string;
  transfers: FakeTransfer[];
  atMs: number;
  /** The chain's name for a failure. */
  failure?: string;
}

interface Mined {
  transaction: FakeTransaction;
  info: Record<string, unknown>;
  isSolid: boolean;
}

const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const word = (hex: string) => hex.padStart(64, '0');
/** Milliseconds between blocks. */
const BLOCK_MS = 3_000;
const GENESIS_MS = Date.parse('2018-06-25T00:00:00Z');

const numberAt = (atMs: number) => Math.floor((atMs - GENESIS_MS) / BLOCK_MS);

/** Returns a transaction as a node tells it. */
export function transactionAnswer({ hash, transfers, atMs, failure }: FakeTransaction): Record<string, unknown> {
  const block = { id: hash, fee: 345_000, blockNumber: numberAt(atMs), blockTimeStamp: atMs };
  const contract_address = `41${hexOfWallet(USDT_CONTRACT)}`;
  if (failure !== undefined) {
    const receipt = { energy_usage_total: 8_624, result: failure };
    return {
      ...block,
      contractResult: [''],
      contract_address,
      receipt,
      result: 'FAILED',
      resMessage: Buffer.from(failure).toString('hex'),
    };
  }
  const log = transfers.map(({ token = USDT_CONTRACT, from, to, amount }) => ({
    address: hexOfWallet(token),
    topics: [TRANSFER, word(hexOfWallet(from)), word(hexOfWallet(to))],
    data: word(amount.toString(16)),
  }));
  const receipt = { energy_usage_total: 64_285, net_fee: 345_000, result: 'SUCCESS' };
  return { ...block, contractResult: [word('0')], contract_address, receipt, ...(log.length > 0 && { log }) };
}

export interface FakeChain {
  now: () => Date;
  /** Puts a transaction into a block, which may be rolled back until it is final. */
  mine: (transaction: FakeTransaction) => void;
  finalise: (hash: string) => void;
  /** Begins anew, with an empty chain. */
  clear: () => void;
  /** Rolls back every block that is not final. */
  reorganise: () => void;
  transactionOf: (hash: string) => Mined | undefined;
  frozen: Set<string>;
  /** USDT of wallets in millionths, by address. */
  balances: Map<string, bigint>;
  /** TRX of wallets in millionths, and what is left of their energy and bandwidth. */
  accounts: Map<string, { trx: number; energy: number; bandwidth: number }>;
  /** Transactions that are final, in the order of their blocks. */
  finals: () => FakeTransaction[];
  head: () => { number: number; timestamp: number };
}

export function createFakeChain(now: () => Date): FakeChain {
  const transactions = new Map<string, Mined>();
  return {
    now,
    mine: (transaction) => void transactions.set(transaction.hash, { transaction, info: transactionAnswer(transaction), isSolid: false }),
    finalise: (hash) => {
      const mined = transactions.get(hash);
      if (mined) mined.isSolid = true;
    },
    clear: () => transactions.clear(),
    reorganise: () => {
      for (const [hash, { isSolid }] of transactions) if (!isSolid) transactions.delete(hash);
    },
    transactionOf: (hash) => transactions.get(hash.toLowerCase()),
    frozen: new Set(),
    balances: new Map(),
    accounts: new Map(),
    finals: () =>
      [...transactions.values()]
        .flatMap(({ transaction, isSolid }) => (isSolid ? [transaction] : []))
        .toSorted((one, other) => one.atMs - other.atMs),
    head: () => {
      const timestamp = now().getTime();
      return { number: numberAt(timestamp), timestamp };
    },
  };
}
