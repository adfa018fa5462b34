import { hexOfWallet, USDT_CONTRACT, walletOfHex } from '#domain/withdrawals/wallet.ts';

/** What a node of TRON says about a transaction in a block (`gettransactioninfobyid`). Every text may be anything. */
export interface TransactionInfo {
  id: string;
  blockNumber: number;
  /** In milliseconds since 1970. */
  blockTimeStamp: number;
  receipt: { result?: string | undefined };
  result?: string | undefined;
  log?: readonly TransactionLog[] | undefined;
}

export interface TransactionLog {
  /** The contract: 40 hexadecimal digits. */
  address: string;
  topics: readonly string[];
  data: string;
}

/** A token that moved. */
export interface TokenTransfer {
  /** Its place among the transaction's logs, from 0. */
  logIndex: number;
  /** Addresses in base58. */
  token: string;
  from: string;
  to: string;
  /** In the token's smallest units: for USDT a millionth. */
  amount: bigint;
}

/** What matters of a transaction for a payout. */
export interface TransactionFacts {
  hash: string;
  blockNumber: number;
  /** Milliseconds since 1970. */
  blockAtMs: number;
  /** Why it failed, as the chain names it (`OUT_OF_ENERGY`, `REVERT`); null if it did not. */
  failure: string | null;
  /** Empty if it failed. */
  transfers: readonly TokenTransfer[];
}

/**
 * Returns the facts of the transaction with this hash (64 lower-case hexadecimal digits). Returns null if the answer is about another
 * transaction, contradicts itself, or contains a USDT transfer in a form that the USDT contract does not write. The function does not read
 * call data, because any contract may have a method "transfer".
 */
export function readTransaction(info: TransactionInfo, hash: string): TransactionFacts | null {
  if (info.id.toLowerCase() !== hash) return null;
  const failure = failureIn(info);
  const transfers = transfersIn(info.log ?? []);
  if (failure === undefined || transfers === null || (failure !== null && transfers.length > 0)) return null;
  return { hash, blockNumber: info.blockNumber, blockAtMs: info.blockTimeStamp, failure, transfers };
}

/** Results of contracts that moved nothing. Any other one, such as `UNKNOWN`, says nothing. */
const FAILURES = new Set([
  ...['REVERT', 'BAD_JUMP_DESTINATION', 'OUT_OF_MEMORY', 'PRECOMPILED_CONTRACT', 'STACK_TOO_SMALL', 'STACK_TOO_LARGE', 'ILLEGAL_OPERATION'],
  ...['STACK_OVERFLOW', 'OUT_OF_ENERGY', 'OUT_OF_TIME', 'JVM_STACK_OVER_FLOW', 'TRANSFER_FAILED', 'INVALID_CODE'],
]);

/** Returns why a transaction failed; null if it succeeded, or called no contract; undefined if the answer contradicts itself. */
function failureIn({ result, receipt, log }: TransactionInfo): string | null | undefined {
  const hasFailed = result === 'FAILED';
  // The protocol spells it so, and leaves it out normally.
  if (result !== undefined && !hasFailed && result !== 'SUCESS') return undefined;
  if (receipt.result === 'SUCCESS') return hasFailed ? undefined : null;
  // A plain transfer of TRX calls no contract, and has no result.
  if (receipt.result === undefined) return hasFailed || (log ?? []).length > 0 ? undefined : null;
  return hasFailed && FAILURES.has(receipt.result) ? receipt.result : undefined;
}

/** The event `Transfer(address,address,uint256)` of every token. */
const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const USDT = hexOfWallet(USDT_CONTRACT);
/** An address in a topic: 12 bytes of zeros, then the account. */
const ADDRESS_TOPIC = /^0{24}([0-9a-f]{40})$/;
const WORD = /^[0-9a-f]{64}$/;

/** Returns the transfers in logs; null for one of USDT that cannot be read. Tokens of others may log anything, which is passed over. */
function transfersIn(logs: readonly TransactionLog[]): TokenTransfer[] | null {
  const transfers: TokenTransfer[] = [];
  for (const [logIndex, { address, topics, data }] of logs.entries()) {
    if (topics[0]?.toLowerCase() !== TRANSFER) continue;
    const token = address.toLowerCase();
    const [from, to] = [topics[1], topics[2]].map((topic) => ADDRESS_TOPIC.exec((topic ?? '').toLowerCase())?.[1]);
    const amount = data.toLowerCase();
    if (/^[0-9a-f]{40}$/.test(token) && from && to && topics.length === 3 && WORD.test(amount))
      transfers.push({ logIndex, token: walletOfHex(token), from: walletOfHex(from), to: walletOfHex(to), amount: BigInt(`0x${amount}`) });
    else if (token.endsWith(USDT)) return null;
  }
  return transfers;
}
