import { agreedSighting, isUpToDate, type NodeProblem, type Sighting } from '#domain/withdrawals/payout/payout.ts';
import { readTransaction } from '#domain/withdrawals/payout/tron-transaction.ts';
import { hexOfWallet, USDT_CONTRACT } from '#domain/withdrawals/wallet.ts';
import {
  type AskOptions,
  askNode,
  constantResult,
  NodeError,
  readAnswer,
  solidBlock,
  type TronNode,
  transactionInfo,
  usualOptions,
} from './tron-node.ts';
import type { TronSettings } from './tron-settings.ts';

/** What the chain says, by one node or by two that agree. Nothing here throws for what nodes do. */

/** Returns the nodes that are set up. */
export const nodesOf = ({ urls, key }: TronSettings): TronNode[] => urls.map((url) => ({ url, key }));

/** Returns what the nodes know of a transaction (64 lower-case hexadecimal digits) together. */
export async function sightingOf(tron: TronSettings, hash: string, now: Date, options: AskOptions = usualOptions()): Promise<Sighting> {
  return agreedSighting(await Promise.all(nodesOf(tron).map((node) => heard(() => sightingOfNode(node, hash, now, options)))));
}

async function heard(ask: () => Promise<Sighting>): Promise<Sighting> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    return { kind: 'unknown', problem: error.problem, afterMs: error.afterMs };
  }
}

async function sightingOfNode(node: TronNode, hash: string, now: Date, options: AskOptions): Promise<Sighting> {
  const solid = await askTransaction(node, '/walletsolidity/gettransactioninfobyid', hash, options);
  // Asked after the transaction, so that a block which became final meanwhile is not taken for one of the future.
  const head = await requireUpToDate(node, now, options);
  if (solid !== null) {
    if (solid.blockNumber > head.number || solid.blockAtMs > head.timestamp) throw new NodeError('unreadable');
    return { kind: 'solid', facts: solid };
  }
  return { kind: (await askTransaction(node, '/wallet/gettransactioninfobyid', hash, options)) === null ? 'absent' : 'on_chain' };
}

/** Returns a transaction's facts; null if the node does not know it, for which it answers an empty object. */
async function askTransaction(node: TronNode, path: string, hash: string, options: AskOptions) {
  const body = await askNode(node, path, { value: hash }, options);
  if (Object.keys(body).length === 0) return null;
  const facts = readTransaction(readAnswer(transactionInfo, body), hash);
  if (facts === null) throw new NodeError('unreadable');
  return facts;
}

/** Returns a node's newest final block. Throws a NodeError if it is not of these minutes. */
export async function requireUpToDate(node: TronNode, now: Date, options: AskOptions) {
  const { block_header } = readAnswer(solidBlock, await askNode(node, '/walletsolidity/getnowblock', {}, options));
  if (!isUpToDate(block_header.raw_data.timestamp, now.getTime())) throw new NodeError('behind');
  return block_header.raw_data;
}

/** What the chain says of a wallet. */
export interface WalletOnChain {
  /** Whether the issuer of USDT has frozen it: what is sent there is lost. Null if unknown. */
  isFrozen: boolean | null;
  /** Whether it holds USDT: a transfer to one that does not costs about twice the energy. Null if unknown. */
  holdsUsdt: boolean | null;
  /** Why one of them is unknown. */
  problem: NodeProblem | null;
}

/** Asks about a wallet. It is frozen if one node says so, and not frozen only if all do. */
export async function walletOnChain(
  tron: TronSettings,
  wallet: string,
  now: Date,
  options: AskOptions = usualOptions(),
): Promise<WalletOnChain> {
  const told = await Promise.all(nodesOf(tron).map((node) => walletAtNode(node, tron.treasury, wallet, now, options)));
  const frozen = told.map(({ isFrozen }) => isFrozen);
  const holds = told.map(({ holdsUsdt }) => holdsUsdt);
  const isFrozen = frozen.includes(true) ? true : (agreed(frozen) ?? null);
  const holdsUsdt = agreed(holds) ?? null;
  const problem = told.find((one) => one.problem !== null)?.problem ?? null;
  return { isFrozen, holdsUsdt, problem: problem ?? (isFrozen === null || holdsUsdt === null ? 'disagree' : null) };
}

const agreed = <T>([first, ...others]: readonly T[]): T | undefined => (others.every((one) => one === first) ? first : undefined);

async function walletAtNode(node: TronNode, treasury: string, wallet: string, now: Date, options: AskOptions): Promise<WalletOnChain> {
  try {
    await requireUpToDate(node, now, options);
    const call = { owner_address: `41${hexOfWallet(treasury)}`, contract_address: `41${hexOfWallet(USDT_CONTRACT)}` };
    const parameter = hexOfWallet(wallet).padStart(64, '0');
    const ask = async (function_selector: string) => {
      const body = await askNode(node, '/walletsolidity/triggerconstantcontract', { ...call, function_selector, parameter }, options);
      return BigInt(`0x${readAnswer(constantResult, body).constant_result[0]}`);
    };
    const frozen = await ask('isBlackListed(address)');
    if (frozen > 1n) throw new NodeError('unreadable');
    return { isFrozen: frozen === 1n, holdsUsdt: (await ask('balanceOf(address)')) > 0n, problem: null };
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    return { isFrozen: null, holdsUsdt: null, problem: error.problem };
  }
}
