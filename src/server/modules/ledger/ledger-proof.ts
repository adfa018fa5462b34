import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import * as points from './queries.ts';

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
    if (!mayGoOn() || (await sealBlock(db, transfersMax, now())) === null) return blocks;
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
    const checked = await checkBlocks(db, after, blocksAtOnce);
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
  const sums = await findSumFaults(db);
  const told = <T>(faults: readonly T[]) => ({ count: faults.length, first: faults.slice(0, FAULTS_TOLD) });
  const faults = { sum: balances.sum, balances: told(balances.faults), blocks: told(chain.faults), sums: told(sums) };
  const proven = balances.proven && chain.proven && sums.length === 0;
  await insertLedgerProof(db, { proven, blocks: chain.blocks, faults: proven ? {} : faults, at: now() });
  return { proven, blocks: chain.blocks, faults };
}

/** Whether the last proof of the whole ledger held, in whatever process, and when that was; null before the first one. */
export const lastLedgerProof = (db: Db): Promise<{ proven: boolean; at: Date } | null> => findLastProof(db);

/** Seals the next block, or sets the next mark where there is none to seal; returns the block's number, else null. Not within a transaction. */
async function sealBlock(db: Db, transfersMax: number, at: Date): Promise<number | null> {
  const { rows } = await sql<{ number: number | null }>`select seal_ledger(${transfersMax}, ${at}) as number`.execute(db);
  return rows[0]!.number;
}

/** Blocks behind `after` in the order of their numbers, at most so many: whether each is what its transfers and the block before make it. */
async function checkBlocks(db: Db, after: number, limit: number): Promise<{ number: number; holds: boolean }[]> {
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

/** Users whose sums by source are not those of their sealed transfers. */
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

/** Remembers what a proof of the whole ledger found. */
async function insertLedgerProof(db: Db, proof: { proven: boolean; blocks: number; faults: object; at: Date }): Promise<void> {
  const { proven, blocks, faults, at } = proof;
  await db
    .insertInto('ledger_proofs')
    .values({ proven, blocks, faults: JSON.stringify(faults), proven_at: at })
    .execute();
}

/** Whether the last proof of the whole ledger held, and when; null before the first one. */
async function findLastProof(db: Db): Promise<{ proven: boolean; at: Date } | null> {
  const row = await db.selectFrom('ledger_proofs').select(['proven', 'proven_at as at']).orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row ?? null;
}
