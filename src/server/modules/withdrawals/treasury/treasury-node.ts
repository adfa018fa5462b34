import { z } from 'zod';
import type { NodeProblem } from '#domain/withdrawals/payout/payout.ts';
import { hexOfWallet, USDT_CONTRACT } from '#domain/withdrawals/wallet.ts';
import { nodesOf, requireUpToDate } from '#server/modules/withdrawals/payouts/tron.ts';
import {
  type AskOptions,
  askNode,
  constantResult,
  NodeError,
  readAnswer,
  type TronNode,
} from '#server/modules/withdrawals/payouts/tron-node.ts';
import type { TronSettings } from '#server/modules/withdrawals/payouts/tron-settings.ts';

/** What nodes say of the treasury wallet: what it holds, and what left it. */

export interface Balances {
  /** In millionths of a USDT, and of a TRX. */
  usdt: bigint;
  trx: number;
  /** Units that are left now; they come back within a day. */
  energy: number;
  bandwidth: number;
}

const units = z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER).default(0);
const account = z.object({ balance: units });
const resources = z.object({
  ...{ freeNetUsed: units, freeNetLimit: units, NetUsed: units, NetLimit: units, EnergyUsed: units, EnergyLimit: units },
});

/**
 * Returns what the treasury holds. Nodes must agree about USDT, which is read from blocks that are final; of TRX, energy and bandwidth the
 * lowest counts, since they change with every block.
 */
export async function balancesOf(tron: TronSettings, now: Date, options: AskOptions): Promise<Balances | NodeProblem> {
  try {
    const told = await Promise.all(nodesOf(tron).map((node) => balancesAt(node, tron.treasury, now, options)));
    if (told.some(({ usdt }) => usdt !== told[0]!.usdt)) return 'disagree';
    return told.reduce((one, other) => ({
      usdt: one.usdt,
      trx: Math.min(one.trx, other.trx),
      energy: Math.min(one.energy, other.energy),
      bandwidth: Math.min(one.bandwidth, other.bandwidth),
    }));
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    return error.problem;
  }
}

async function balancesAt(node: TronNode, treasury: string, now: Date, options: AskOptions): Promise<Balances> {
  await requireUpToDate(node, now, options);
  const address = `41${hexOfWallet(treasury)}`;
  const call = { owner_address: address, contract_address: `41${hexOfWallet(USDT_CONTRACT)}`, function_selector: 'balanceOf(address)' };
  const parameter = hexOfWallet(treasury).padStart(64, '0');
  const usdt = await askNode(node, '/walletsolidity/triggerconstantcontract', { ...call, parameter }, options);
  const { balance } = readAnswer(account, await askNode(node, '/wallet/getaccount', { address }, options));
  const left = readAnswer(resources, await askNode(node, '/wallet/getaccountresource', { address }, options));
  return {
    usdt: BigInt(`0x${readAnswer(constantResult, usdt).constant_result[0]}`),
    trx: balance,
    energy: Math.max(0, left.EnergyLimit - left.EnergyUsed),
    bandwidth: Math.max(0, left.freeNetLimit - left.freeNetUsed) + Math.max(0, left.NetLimit - left.NetUsed),
  };
}

/** A transaction that moved USDT out of the treasury, as a list names it: its transfers are read from the transaction itself. */
export interface ListedTransaction {
  hash: string;
  atMs: number;
}

export interface Listed {
  /** In the order of their blocks, each hash once. */
  transactions: ListedTransaction[];
  /** Everything up to this time is in the list; null if it is complete. */
  completeUntilMs: number | null;
}

const PAGE = 200;
const PAGES_MAX = 5;

const page = z.object({
  data: z
    .array(
      z.object({
        transaction_id: z.string().regex(/^[0-9a-f]{64}$/i),
        token_info: z.object({ address: z.string().max(100).optional() }).default({}),
        block_timestamp: z.number().int().nonnegative(),
        from: z.string().max(100),
        value: z.string().regex(/^\d{1,80}$/),
      }),
    )
    .max(PAGE),
  meta: z.object({ fingerprint: z.string().max(1_000).optional() }).default({}),
});

/**
 * Returns what left the treasury since a time, by all nodes that keep such lists, so that one that leaves something out hides nothing. Not
 * every node keeps them: at least one must. Rows over nothing are left out, since anybody can make them appear.
 */
export async function outgoingSince(tron: TronSettings, sinceMs: number, now: Date, options: AskOptions): Promise<Listed | NodeProblem> {
  try {
    const told = await Promise.all(nodesOf(tron).map((node) => outgoingAt(node, tron.treasury, sinceMs, now, options)));
    const lists = told.filter((list) => list !== null);
    if (lists.length === 0) return 'error';
    const atOf = new Map<string, number>();
    for (const { transactions } of lists) for (const { hash, atMs } of transactions) atOf.set(hash, Math.min(atMs, atOf.get(hash) ?? atMs));
    const ends = lists.flatMap(({ completeUntilMs }) => completeUntilMs ?? []);
    const completeUntilMs = ends.length === 0 ? null : Math.min(...ends);
    const transactions = [...atOf].map(([hash, atMs]) => ({ hash, atMs })).toSorted((one, other) => one.atMs - other.atMs);
    return { transactions: transactions.filter(({ atMs }) => completeUntilMs === null || atMs <= completeUntilMs), completeUntilMs };
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    return error.problem;
  }
}

/** Returns one node's list; null if it keeps none. */
async function outgoingAt(node: TronNode, treasury: string, sinceMs: number, now: Date, options: AskOptions): Promise<Listed | null> {
  await requireUpToDate(node, now, options);
  const asked = {
    only_confirmed: 'true',
    only_from: 'true',
    contract_address: USDT_CONTRACT,
    limit: String(PAGE),
    order_by: 'block_timestamp,asc',
  };
  const transactions: ListedTransaction[] = [];
  let lastMs = sinceMs;
  for (let pages = 0, fingerprint: string | undefined; pages < PAGES_MAX; pages++) {
    const query = new URLSearchParams({ ...asked, min_timestamp: String(sinceMs), ...(fingerprint && { fingerprint }) });
    const body = await servedBy(() => askNode(node, `/v1/accounts/${treasury}/transactions/trc20?${query}`, null, options));
    if (body === null) return null;
    const { data, meta } = readAnswer(page, body);
    for (const { transaction_id, token_info, block_timestamp, from, value } of data) {
      // A list that is not in order, or not of what was asked for, cannot be followed.
      if (block_timestamp < lastMs || from !== treasury) throw new NodeError('unreadable');
      lastMs = block_timestamp;
      const isUsdt = token_info.address === undefined || token_info.address === USDT_CONTRACT;
      if (isUsdt && BigInt(value) > 0n) transactions.push({ hash: transaction_id.toLowerCase(), atMs: block_timestamp });
    }
    if (data.length === 0 || meta.fingerprint === undefined) return { transactions, completeUntilMs: null };
    fingerprint = meta.fingerprint;
  }
  return { transactions, completeUntilMs: lastMs };
}

async function servedBy<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof NodeError && error.isUnserved) return null;
    throw error;
  }
}
