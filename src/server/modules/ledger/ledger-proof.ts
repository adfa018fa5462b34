import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { LedgerProofScope } from '#contract/overview.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { findLedgerFaults } from './points.ts';

export interface LedgerProof {
  proven: boolean;
  /** The sum of all balances: zero, because every point in an account came from issuance. */
  sum: number;
  /** Accounts whose balance is not the sum of their postings. */
  faults: { kind: string; owner: string; balance: number; posted: number }[];
}

/**
 * Adds up the whole ledger in one snapshot: the sum of all balances must be zero, and every balance the sum of its postings.
 * Within a transaction, uses that transaction's view.
 */
export async function proveLedger(db: Db): Promise<LedgerProof> {
  const { sum, faults } = db.isTransaction
    ? await findLedgerFaults(db)
    : await db.transaction().setIsolationLevel('repeatable read').execute(findLedgerFaults);
  return { proven: sum === 0 && faults.length === 0, sum, faults };
}

/** Maximum number of transfers in a block: a block is hashed as one text of about 400 bytes a transfer, which takes about ten milliseconds. */
const BLOCK_TRANSFERS_MAX = 500;

export interface Sealing {
  transfersMax?: number;
  /** Pause between two blocks, in milliseconds: sealing can wait, concurrent postings cannot. */
  restMs?: number;
  /** Called before each block; sealing stops when it returns false. */
  mayGoOn?: (() => boolean) | undefined;
}

/**
 * Seals all transfers that can be sealed now, and returns the number of new blocks. A transfer is sealed by the second call after
 * it was posted at the latest, unless a transaction stays open for longer than that: docs/ledger.md. Several processes may call
 * this at once.
 */
export async function sealLedger(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { transfersMax = BLOCK_TRANSFERS_MAX, restMs = 0, mayGoOn = () => true }: Sealing = {},
): Promise<number> {
  for (let blocks = 0; ; blocks++) {
    if (!mayGoOn() || (await sealBlock(db, transfersMax, now())) === null) return blocks;
    if (restMs > 0) await sleep(restMs);
  }
}

export interface ChainProof {
  proven: boolean;
  blocks: number;
  /** Numbers of blocks that do not match their transfers and the previous block; an investigation starts at the first one. */
  faults: number[];
}

/** Blocks recomputed per query: few enough that no query takes long. */
const BLOCKS_AT_ONCE = 10;

/** Recomputes every block: finds each transfer or block that was altered, added or removed since it was sealed. */
export async function proveChain(db: Db, blocksAtOnce = BLOCKS_AT_ONCE): Promise<ChainProof> {
  const faults: number[] = [];
  let blocks = 0;
  for (let after = 0; ; ) {
    const checked = await checkBlocks(db, after, blocksAtOnce);
    faults.push(...checked.filter(({ holds }) => !holds).map(({ number }) => number));
    blocks += checked.length;
    if (checked.length < blocksAtOnce) return { proven: faults.length === 0, blocks, faults };
    after = checked.at(-1)!.number;
  }
}

/** Maximum number of faults of each kind that are stored in full; the rest is only counted. */
const FAULTS_TOLD = 20;

/** Returns how many faults there are, and at most `FAULTS_TOLD` of them. */
export const toldFaults = <T>(faults: readonly T[]) => ({ count: faults.length, first: faults.slice(0, FAULTS_TOLD) });

/**
 * Proves balances, blocks and sums from the first transfer, and stores the result for the health check. Returns the faults by kind, at
 * most `FAULTS_TOLD` of each. Its time grows with the ledger: it runs on demand, the proof of new blocks and the walks repeatedly.
 */
export async function proveWholeLedger({ db, now }: Pick<Deps, 'db' | 'now'>) {
  const balances = await proveLedger(db);
  const chain = await proveChain(db);
  const sums = await findSumFaults(db);
  const faults = {
    sum: balances.sum,
    balances: toldFaults(balances.faults),
    blocks: toldFaults(chain.faults),
    sums: toldFaults(sums),
  };
  const proven = balances.proven && chain.proven && sums.length === 0;
  await insertLedgerProof(db, { scope: 'whole', proven, blocks: chain.blocks, faults: proven ? {} : faults, at: now() });
  return { proven, blocks: chain.blocks, faults };
}

/**
 * Returns whether the ledger is proven, by any process, and when new blocks or the whole ledger were last proven; null before that.
 * It is unproven while the last proof of any scope found a fault. A later proof of the whole ledger that holds ends that.
 */
export const lastLedgerProof = (db: Db): Promise<{ proven: boolean; at: Date } | null> => findLastProof(db);

/**
 * Seals the next block and returns its number; if there is nothing to seal, sets the next mark and returns null.
 * Must not run within a transaction.
 */
async function sealBlock(db: Db, transfersMax: number, at: Date): Promise<number | null> {
  const { rows } = await sql<{ number: number | null }>`select seal_ledger(${transfersMax}, ${at}) as number`.execute(db);
  return rows[0]!.number;
}

/** Returns at most `limit` blocks after block `after`, ordered by number, and whether each matches its transfers and the previous block. */
export async function checkBlocks(db: Db, after: number, limit: number): Promise<{ number: number; holds: boolean }[]> {
  const { rows } = await sql<{ number: number; holds: boolean }>`
    select b.number, b.holds from (
      select number, number = lag(number, 1, 0::bigint) over w + 1
          and previous_hash is not distinct from lag(hash) over w
          and hash = ledger_block_hash(ledger_blocks, lag(last_id, 1, 0::bigint) over w) as holds
      from ledger_blocks where number >= ${after} window w as (order by number)
      -- The block before is read with them, as what they follow from.
      order by number limit ${after === 0 ? limit : limit + 1}
    ) b where b.number > ${after} order by b.number`.execute(db);
  return rows;
}

/** Returns users whose sums by source differ from those of their sealed transfers. */
async function findSumFaults(db: Db): Promise<{ owner: string; source: string; kept: number; posted: number }[]> {
  const { rows } = await sql<{ owner: string; source: string; kept: number; posted: number }>`
    select owner, source, coalesce(s.points, 0) as kept, coalesce(p.points, 0) as posted
    from (select user_id as owner, source, points from balance_sums) s
    full join (
      select owner, source, sum(delta)::bigint as points from postings
      where kind = 'balance' and transfer_id <= (select coalesce(max(last_id), 0) from ledger_blocks)
      group by owner, source
    ) p using (owner, source)
    where coalesce(s.points, 0) <> coalesce(p.points, 0)
    order by owner, source`.execute(db);
  return rows;
}

export interface StoredProof {
  scope: LedgerProofScope;
  proven: boolean;
  blocks: number;
  faults: object;
  at: Date;
}

/** Stores the result of a proof. */
export async function insertLedgerProof(db: Db, { scope, proven, blocks, faults, at }: StoredProof): Promise<void> {
  await db
    .insertInto('ledger_proofs')
    .values({ scope, proven, blocks, faults: JSON.stringify(faults), proven_at: at })
    .execute();
}

/** Returns whether the last proof of each scope since the last whole one held, and when the last whole or new one ran. */
async function findLastProof(db: Db): Promise<{ proven: boolean; at: Date } | null> {
  const { rows } = await sql<{ proven: boolean | null; at: Date | null }>`
    with last as (
      select p.* from unnest(array['whole', 'new', 'blocks', 'accounts']) scope,
        lateral (select * from ledger_proofs p where p.scope = scope.scope order by id desc limit 1) p
    )
    select bool_and(proven) filter (where id >= coalesce((select id from last where scope = 'whole' and proven), 0)) as proven,
      max(proven_at) filter (where scope in ('whole', 'new')) as at
    from last`.execute(db);
  const { proven, at } = rows[0]!;
  return proven === null || at === null ? null : { proven, at };
}
