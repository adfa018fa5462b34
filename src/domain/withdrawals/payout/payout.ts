import { DAY_MS } from '#domain/time.ts';
import { USDT_CONTRACT } from '#domain/withdrawals/wallet.ts';
import type { TokenTransfer, TransactionFacts } from './tron-transaction.ts';

/**
 * What the chain says of a withdrawal's transaction. `sending`: recorded, and in no block yet; `on_chain`: in a block that can still be
 * rolled back; `confirmed`: it paid the withdrawal, for good; `failed`: it moved nothing, for good; `mismatch`: it is no payout of this
 * withdrawal.
 */
export const PAYOUT_STATES = ['sending', 'on_chain', 'confirmed', 'failed', 'mismatch'] as const;
export type PayoutState = (typeof PAYOUT_STATES)[number];

/**
 * Why a transaction is no payout of a withdrawal. `no_transfer`: it moves no token; `token`: not USDT; `sender`: not from the treasury;
 * `wallet`: not to this wallet; `amount`: not this amount; `several`: more than one transfer to this wallet; `before_approval`: from before the
 * approval; `used`: it paid another withdrawal; `not_on_chain`: no node knows it, a day after it was recorded.
 */
export const PAYOUT_FAULTS = [
  'no_transfer',
  'token',
  'sender',
  'wallet',
  'amount',
  'several',
  'before_approval',
  'used',
  'not_on_chain',
] as const;
export type PayoutFault = (typeof PAYOUT_FAULTS)[number];

/** What a withdrawal's transaction must have paid. */
export interface ExpectedPayout {
  /** Addresses in base58. */
  treasury: string;
  wallet: string;
  /** In millionths of a USDT. */
  amount: bigint;
  approvedAtMs: number;
}

export type Verdict =
  | { state: 'sending' | 'on_chain' }
  /** `logIndex` is the transfer that paid it. */
  | { state: 'confirmed'; logIndex: number }
  /** As the chain names it. */
  | { state: 'failed'; failure: string }
  | { state: 'mismatch'; fault: PayoutFault };

/**
 * Decides whether a transaction that cannot be rolled back paid a withdrawal: it is confirmed if exactly one of its transfers is one of
 * USDT from the treasury to the wallet, over exactly the amount, after the approval. Transfers to others do not matter, since one
 * transaction may pay several wallets.
 */
export function judgeTransaction(facts: TransactionFacts, expected: ExpectedPayout): Verdict {
  if (facts.failure !== null) return { state: 'failed', failure: facts.failure };
  const paying = payingTransfer(facts.transfers, expected);
  if (typeof paying === 'string') return { state: 'mismatch', fault: paying };
  if (facts.blockAtMs < expected.approvedAtMs) return { state: 'mismatch', fault: 'before_approval' };
  return { state: 'confirmed', logIndex: paying.logIndex };
}

/** Returns the one transfer that pays a withdrawal, or the first thing that does not match. */
function payingTransfer(transfers: readonly TokenTransfer[], { treasury, wallet, amount }: ExpectedPayout): TokenTransfer | PayoutFault {
  const ofUsdt = transfers.filter(({ token }) => token === USDT_CONTRACT);
  if (ofUsdt.length === 0) return transfers.length === 0 ? 'no_transfer' : 'token';
  const ours = ofUsdt.filter(({ from }) => from === treasury);
  if (ours.length === 0) return 'sender';
  const [first, ...more] = ours.filter(({ to }) => to === wallet);
  if (first === undefined) return 'wallet';
  if (more.length > 0) return 'several';
  return first.amount === amount ? first : 'amount';
}

/** What a node, or all of them in agreement, know of a transaction. */
export type Sighting =
  /** It cannot be rolled back any more. */
  | { kind: 'solid'; facts: TransactionFacts }
  | { kind: 'on_chain' }
  /** Nodes that are up to date do not know it. */
  | { kind: 'absent' }
  /** Nothing can be said. It is neither absent nor there. */
  | { kind: 'unknown'; problem: NodeProblem; afterMs?: number };

/**
 * Why nodes say nothing. `away`: no answer; `slow`: not in time; `limited`: asked too often; `refused`: the key is not accepted; `error`: an
 * error, also inside a normal answer; `unreadable`: an answer that contradicts itself, is too long, or no answer at all; `behind`: its
 * newest block is old, or from the future; `disagree`: two nodes say different things.
 */
export const NODE_PROBLEMS = ['away', 'slow', 'limited', 'refused', 'error', 'unreadable', 'behind', 'disagree'] as const;
export type NodeProblem = (typeof NODE_PROBLEMS)[number];

/** Age from which the newest final block shows that a node is behind; normally it is about one minute old. */
export const BEHIND_MS = 5 * 60_000;

/** Returns whether a node with this newest final block can say what the chain holds. */
export const isUpToDate = (solidBlockAtMs: number, nowMs: number): boolean => Math.abs(nowMs - solidBlockAtMs) <= BEHIND_MS;

/**
 * Returns what nodes (at least one) say together. It is final only if it is for each of them and their facts are the same; one that says
 * nothing leaves it unknown.
 */
export function agreedSighting(sightings: readonly Sighting[]): Sighting {
  const unknown = sightings.find(({ kind }) => kind === 'unknown');
  if (unknown) return unknown;
  const solid = sightings.filter((sighting) => sighting.kind === 'solid');
  if (solid.length === sightings.length) {
    const [first, ...others] = solid;
    const isSame = others.every(({ facts }) => isSameFacts(facts, first!.facts));
    return isSame ? first! : { kind: 'unknown', problem: 'disagree' };
  }
  const absent = sightings.filter(({ kind }) => kind === 'absent');
  if (absent.length === sightings.length) return { kind: 'absent' };
  // One node may learn later than the other that a block is final, but not that it exists at all.
  return absent.length === 0 ? { kind: 'on_chain' } : { kind: 'unknown', problem: 'disagree' };
}

const isSameFacts = (one: TransactionFacts, other: TransactionFacts): boolean =>
  one.blockNumber === other.blockNumber &&
  one.blockAtMs === other.blockAtMs &&
  one.failure === other.failure &&
  one.transfers.length === other.transfers.length &&
  one.transfers.every((transfer, at) => isSameTransfer(transfer, other.transfers[at]!));

const isSameTransfer = (one: TokenTransfer, other: TokenTransfer): boolean =>
  one.logIndex === other.logIndex &&
  one.token === other.token &&
  one.from === other.from &&
  one.to === other.to &&
  one.amount === other.amount;

/** How long after it was recorded a transaction that no node knows counts as not found: unsent ones expire within a day. */
export const NOT_FOUND_MS = DAY_MS;

/** Returns the state of a payout by what the nodes say; null if they say nothing, so that it stays as it is. */
export function judgePayout(
  sighting: Sighting,
  expected: ExpectedPayout,
  { recordedAtMs, nowMs }: { recordedAtMs: number; nowMs: number },
): Verdict | null {
  if (sighting.kind === 'unknown') return null;
  if (sighting.kind === 'solid') return judgeTransaction(sighting.facts, expected);
  if (sighting.kind === 'on_chain') return { state: 'on_chain' };
  return nowMs - recordedAtMs >= NOT_FOUND_MS ? { state: 'mismatch', fault: 'not_on_chain' } : { state: 'sending' };
}

/** Returns an amount of USDT ("12.00", at most six places) in millionths. Throws for other text. */
export function usdtUnits(usdt: string): bigint {
  const [, whole, part = ''] = /^(\d+)(?:\.(\d{1,6}))?$/.exec(usdt) ?? [];
  if (whole === undefined) throw new RangeError('no amount of USDT');
  return BigInt(whole + part.padEnd(6, '0'));
}

/** Returns millionths of a USDT or a TRX (0 or more) as a decimal with six places: 12000000n gives "12.000000". */
export const unitsText = (units: bigint): string => `${units / 1_000_000n}.${String(units % 1_000_000n).padStart(6, '0')}`;
