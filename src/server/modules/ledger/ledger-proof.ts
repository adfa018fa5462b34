import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import * as points from './queries.ts';
import * as seals from './seal-queries.ts';

export interface LedgerProof {
  proven: boolean;
  /** Of all balances: zero, as every point that somebody has came from issuance. */
  sum: number;
  /** Accounts whose balance is not the sum of their postings. */
  faults: { kind: string; owner: string; balance: number; posted: number }[];
}

/** Adds up the whole ledger at one moment: the sum is zero, and every balance is the sum of its postings. In a transaction, as that one sees it. */
export async function proveLedger(db: Db): Promise<LedgerProof> {
  const { sum, faults } = db.isTransaction
    ? await points.findLedgerFaults(db)
    : await db.transaction().setIsolationLevel('repeatable read').execute(points.findLedgerFaults);
  return { proven: sum === 0 && faults.length === 0, sum, faults };
}

/** At most so many transfers are sealed as one: a block is hashed as one text, of some 400 bytes a transfer, in some ten milliseconds. */
const BLOCK_TRANSFERS_MAX = 500;

export interface Sealing {
  transfersMax?: number;
  /** Between two blocks, in milliseconds: sealing can wait, those who post meanwhile cannot. */
  restMs?: number;
  /** Asked before each block. */
  mayGoOn?: (() => boolean) | undefined;
}

/**
 * Seals what can be sealed by now, and returns how many blocks that were. What is posted is sealed by the next call but one at the
 * latest, unless a transaction is under way for longer than that: docs/ledger.md. Several processes may do so at once.
 */
export async function sealLedger(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { transfersMax = BLOCK_TRANSFERS_MAX, restMs = 0, mayGoOn = () => true }: Sealing = {},
): Promise<number> {
  for (let blocks = 0; ; blocks++) {
    if (!mayGoOn() || (await seals.sealBlock(db, transfersMax, now())) === null) return blocks;
    if (restMs > 0) await sleep(restMs);
  }
}

export interface ChainProof {
  proven: boolean;
  blocks: number;
  /** Numbers of blocks that are not what their transfers and the block before make them; the first of these is where to look. */
  faults: number[];
}

/** Blocks computed anew in one query: one after the other, but few enough that none takes long. */
const BLOCKS_AT_ONCE = 10;

/** Computes every block anew: a transfer or a block that was altered, added or taken out since it was sealed is found. */
export async function proveChain(db: Db, blocksAtOnce = BLOCKS_AT_ONCE): Promise<ChainProof> {
  const faults: number[] = [];
  let blocks = 0;
  for (let after = 0; ; ) {
    const checked = await seals.checkBlocks(db, after, blocksAtOnce);
    faults.push(...checked.filter(({ holds }) => !holds).map(({ number }) => number));
    blocks += checked.length;
    if (checked.length < blocksAtOnce) return { proven: faults.length === 0, blocks, faults };
    after = checked.at(-1)!.number;
  }
}

/** Everything that is written down about a fault, of each kind; the rest is counted. */
const FAULTS_TOLD = 20;

/** Proves balances, blocks and sums, and remembers what it found for health to tell. Returns the faults by kind, each kind at most so many. */
export async function proveWholeLedger({ db, now }: Pick<Deps, 'db' | 'now'>) {
  const balances = await proveLedger(db);
  const chain = await proveChain(db);
  const sums = await seals.findSumFaults(db);
  const told = <T>(faults: readonly T[]) => ({ count: faults.length, first: faults.slice(0, FAULTS_TOLD) });
  const faults = { sum: balances.sum, balances: told(balances.faults), blocks: told(chain.faults), sums: told(sums) };
  const proven = balances.proven && chain.proven && sums.length === 0;
  await seals.insertLedgerProof(db, { proven, blocks: chain.blocks, faults: proven ? {} : faults, at: now() });
  return { proven, blocks: chain.blocks, faults };
}

/** Whether the last proof of the whole ledger held, in whatever process, and when that was; null before the first one. */
export const lastLedgerProof = (db: Db): Promise<{ proven: boolean; at: Date } | null> => seals.findLastProof(db);
