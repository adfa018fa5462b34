import { sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';

/** Seals the next block, or sets the next mark where there is none to seal; returns the block's number, else null. Not within a transaction. */
export async function sealBlock(db: Db, transfersMax: number, at: Date): Promise<number | null> {
  const { rows } = await sql<{ number: number | null }>`select seal_ledger(${transfersMax}, ${at}) as number`.execute(db);
  return rows[0]!.number;
}

/** Blocks behind `after` in the order of their numbers, at most so many: whether each is what its transfers and the block before make it. */
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

/** Users whose sums by source are not those of their sealed transfers. */
export async function findSumFaults(db: Db): Promise<{ owner: string; source: string; kept: number; posted: number }[]> {
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
export async function insertLedgerProof(db: Db, proof: { proven: boolean; blocks: number; faults: object; at: Date }): Promise<void> {
  const { proven, blocks, faults, at } = proof;
  await db
    .insertInto('ledger_proofs')
    .values({ proven, blocks, faults: JSON.stringify(faults), proven_at: at })
    .execute();
}

/** Whether the last proof of the whole ledger held, and when; null before the first one. */
export async function findLastProof(db: Db): Promise<{ proven: boolean; at: Date } | null> {
  const row = await db.selectFrom('ledger_proofs').select(['proven', 'proven_at as at']).orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row ?? null;
}
