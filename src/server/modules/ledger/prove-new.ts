import { sql } from 'kysely';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { checkBlocks, insertLedgerProof, toldFaults } from './ledger-proof.ts';

/** Blocks proven in one transaction: 25,000 transfers, about a second. */
const BLOCKS_AT_ONCE = 50;

export interface AccountFault {
  kind: string;
  owner: string;
  /** What the account, or a transfer, states. */
  balance: number;
  /** What the postings add up to. */
  posted: number;
}

interface Slice {
  /** Number of blocks that were proven; 0 if there is none left, if another process proves, or if there is a fault. */
  blocks: number;
  blockFaults: number[];
  accountFaults: AccountFault[];
}

const NOTHING: Slice = { blocks: 0, blockFaults: [], accountFaults: [] };

export interface NewProof {
  proven: boolean;
  /** Number of blocks proven now. */
  blocks: number;
  /** The last block that was ever proven, and its hash in hexadecimal digits; null before the first one. */
  head: { block: number; hash: string } | null;
  faults: object;
}

/**
 * Proves the blocks that were sealed since the last proof, and the accounts that their transfers changed: each transfer continues
 * the balance that the account's transfer before it states, and the account has the balance that its last transfer states. Stores the
 * result. A block with a fault is not passed: each proof stops at it until it holds.
 *
 * Each slice is a transaction that moves the stored position, so a proof that is cut off goes on from there. Of several processes,
 * one proves; the others prove nothing. Returns null without a result if `mayGoOn` ends it early.
 */
export async function proveNewBlocks(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { blocksAtOnce = BLOCKS_AT_ONCE, mayGoOn = () => true }: { blocksAtOnce?: number; mayGoOn?: (() => boolean) | undefined } = {},
): Promise<NewProof | null> {
  for (let blocks = 0; ; ) {
    if (!mayGoOn()) return null;
    const slice = await db.transaction().execute((trx) => proveSlice(trx, blocksAtOnce));
    blocks += slice.blocks;
    const { blockFaults, accountFaults } = slice;
    const proven = blockFaults.length + accountFaults.length === 0;
    if (proven && slice.blocks > 0) continue;
    const faults = proven ? {} : { balances: toldFaults(accountFaults), blocks: toldFaults(blockFaults) };
    await insertLedgerProof(db, { scope: 'new', proven, blocks, faults, at: now() });
    return { proven, blocks, head: await findHead(db), faults };
  }
}

async function proveSlice(db: Db, limit: number): Promise<Slice> {
  // One process at a time; each statement below sees one snapshot.
  const progress = await db.selectFrom('ledger_progress').selectAll().forUpdate().skipLocked().executeTakeFirst();
  if (!progress) return NOTHING;
  const known = await findBlock(db, progress.block);
  // Whoever computes the chain anew from an old block changes the hash of this one.
  if (progress.block > 0 && (!known || !progress.hash!.equals(known.hash) || known.last_id !== progress.last_id))
    return { ...NOTHING, blockFaults: [progress.block] };
  const checked = await checkBlocks(db, progress.block, limit);
  const last = checked.at(-1);
  if (!last) return NOTHING;
  const blockFaults = checked.filter(({ holds }) => !holds).map(({ number }) => number);
  const head = (await findBlock(db, last.number))!;
  const accountFaults = await findAccountFaults(db, progress.last_id, head.last_id);
  if (blockFaults.length + accountFaults.length > 0) return { blocks: 0, blockFaults, accountFaults };
  await db.updateTable('ledger_progress').set({ block: last.number, last_id: head.last_id, hash: head.hash }).execute();
  return { blocks: checked.length, blockFaults, accountFaults };
}

const findBlock = (db: Db, number: number) =>
  db.selectFrom('ledger_blocks').select(['hash', 'last_id']).where('number', '=', number).executeTakeFirst();

/** Returns the last block that was proven; null before the first one. */
async function findHead(db: Db): Promise<NewProof['head']> {
  const { block, hash } = await db.selectFrom('ledger_progress').select(['block', 'hash']).executeTakeFirstOrThrow();
  return hash && { block, hash: hash.toString('hex') };
}

/**
 * Returns the accounts whose transfers between two ids do not continue what the transfer before states, or whose balance is not what
 * their last transfer states.
 */
async function findAccountFaults(db: Db, after: number, upTo: number): Promise<AccountFault[]> {
  const { rows } = await sql<AccountFault>`
    with posting as materialized (
      select transfer_id, kind, owner, delta, balance, lag(balance) over (partition by kind, owner order by transfer_id) as before
      from postings where transfer_id > ${after} and transfer_id <= ${upTo}
    ), continued as materialized (
      select transfer_id, kind, owner, balance, coalesce(before, stated_balance(kind, owner, ${after}), 0) + delta as posted from posting
    ), last as materialized (
      select kind, owner, stated_balance(kind, owner, 9223372036854775807) as posted from (select distinct kind, owner from posting) touched
    )
    select kind, owner, balance, posted from continued where balance <> posted
    union all
    select kind, owner, coalesce(a.balance, 0), posted from last left join accounts a using (kind, owner)
    where a.balance is distinct from posted
    order by kind, owner`.execute(db);
  return rows;
}
