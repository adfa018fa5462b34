import { sql, type Transaction } from 'kysely';
import { type AccountRef, bankrollTransfer, type PointSource, type TransferDraft } from '#domain/ledger/ledger.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { transact } from '#server/platform/transact.ts';

/**
 * Posts transfers in order, each once per key; returns how many were new. The caller has validated them and holds the locks
 * (contests by id, then users' balances by id). A balance that would go below zero is a bug and fails the transaction.
 */
export async function postTransfers(db: Transaction<DB>, drafts: readonly TransferDraft[], at: Date): Promise<number> {
  let posted = 0;
  for (let first = 0; first < drafts.length; first += TRANSFERS_AT_ONCE) {
    posted += await insertTransfers(db, drafts.slice(first, first + TRANSFERS_AT_ONCE), at);
  }
  return posted;
}

/** Transfers per statement, whose array parameters are then a few hundred kilobytes of text. */
const TRANSFERS_AT_ONCE = 1_000;

/** Opens the accounts of a new user: a balance, and the points held for withdrawals. */
export const openAccounts = (db: Transaction<DB>, userId: string, at: Date): Promise<void> => insertAccounts(db, userId, at);

/** Locks and returns the balance of a user who moves points. Checks the user's status in the database, not in the token. */
export async function lockBalance(db: Transaction<DB>, userId: string): Promise<number> {
  const [account] = await lockAccounts(db, [userId]);
  if (!account) throw new AppError('unauthorized');
  if ((await findUserStatus(db, userId)) !== 'normal') throw new AppError('account_disabled');
  return account.balance;
}

/** Locks the balances of users about to be paid, ordered by user id to avoid deadlocks, and returns them by user. */
export async function lockBalances(db: Transaction<DB>, userIds: readonly string[]): Promise<Map<string, number>> {
  return new Map((await lockAccounts(db, userIds)).map(({ owner, balance }) => [owner, balance]));
}

/** Returns a user's points: the available balance, and the points held for withdrawals. Takes no lock: for display, or under a lock already held. */
export async function findPoints(db: Db, userId: string): Promise<{ balance: number; held: number }> {
  const accounts = await findAccounts(db, userId);
  const balanceOf = (kind: string) => accounts.find((account) => account.kind === kind)?.balance ?? 0;
  return { balance: balanceOf('balance'), held: balanceOf('held') };
}

/** Tops up the house to the configured bankroll, from which its losses are paid. A smaller bankroll takes nothing back. */
export const fundHouse = (deps: Deps): Promise<void> =>
  transact(deps, async (db) => {
    await lockHouse(db);
    const { house_bankroll } = deps.config.limits;
    const lacking = house_bankroll - (await sumBankroll(db));
    if (lacking > 0) await postTransfers(db, [bankrollTransfer(`up to ${house_bankroll}`, lacking)], deps.now());
  });

/** Owner id of the house and of issuance: there is one account of each kind, without an owner. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

function ownerOf(account: AccountRef): string {
  if (account.kind === 'contest') return account.contestId;
  return account.kind === 'balance' || account.kind === 'held' ? account.userId : NOBODY;
}

/** Posts transfers in order, each once per key; returns how many were new. */
async function insertTransfers(db: Db, drafts: readonly TransferDraft[], at: Date): Promise<number> {
  const column = <T>(pick: (draft: TransferDraft) => T) => drafts.map(pick);
  const { rows } = await sql<{ posted: number }>`select post_transfers(
    ${column((draft) => draft.key)}::text[], ${column((draft) => draft.source)}::text[],
    ${column((draft) => draft.from.kind)}::text[], ${column((draft) => ownerOf(draft.from))}::uuid[],
    ${column((draft) => draft.to.kind)}::text[], ${column((draft) => ownerOf(draft.to))}::uuid[],
    ${column((draft) => draft.amount)}::bigint[], ${column((draft) => draft.contestId ?? null)}::uuid[],
    ${column((draft) => draft.betId ?? null)}::uuid[], ${column((draft) => draft.note ?? null)}::text[], ${at}) as posted`.execute(db);
  return rows[0]!.posted;
}

async function insertAccounts(db: Db, userId: string, at: Date): Promise<void> {
  await db
    .insertInto('accounts')
    .values([
      { kind: 'balance', owner: userId },
      { kind: 'held', owner: userId },
    ])
    .execute();
  await db.insertInto('user_stats').values({ user_id: userId, updated_at: at }).execute();
}

/** Locks users' balances, ordered by user id to avoid deadlocks. */
function lockAccounts(db: Db, userIds: readonly string[]) {
  return db
    .selectFrom('accounts')
    .select(['owner', 'balance'])
    .where('kind', '=', 'balance')
    .where('owner', '=', sql<string>`any(${userIds}::uuid[])`)
    .orderBy('owner')
    .forUpdate()
    .execute();
}

/** Returns a user's accounts. */
const findAccounts = (db: Db, userId: string) =>
  db.selectFrom('accounts').select(['kind', 'balance']).where('kind', 'in', ['balance', 'held']).where('owner', '=', userId).execute();

/** Returns a user's status: normal, disabled or deleted. */
async function findUserStatus(db: Db, userId: string): Promise<string> {
  return (await db.selectFrom('users').select('status').where('id', '=', userId).executeTakeFirstOrThrow()).status;
}

/** Locks the house's account, so that two processes that find the same transfer missing do not both post it. */
async function lockHouse(db: Db): Promise<void> {
  await db.selectFrom('accounts').select('kind').where('kind', '=', 'house').forUpdate().execute();
}

/** Returns the total bankroll the house was ever given, in points. */
async function sumBankroll(db: Db): Promise<number> {
  const { rows } = await sql<{ given: number }>`
    select coalesce(sum(amount), 0)::bigint as given from transfers where to_kind = 'house' and source = 'bankroll'`.execute(db);
  return rows[0]!.given;
}

/** Returns the sum of all postings, and every account whose balance is not the sum of its postings. */
export async function findLedgerFaults(db: Db) {
  const { rows } = await sql<{ kind: string; owner: string; balance: number; posted: number }>`
    select kind, owner, coalesce(a.balance, 0) as balance, coalesce(p.posted, 0) as posted
    from accounts a
    full join (select kind, owner, sum(delta)::bigint as posted from postings group by kind, owner) p using (kind, owner)
    where coalesce(a.balance, 0) <> coalesce(p.posted, 0)
    order by kind, owner`.execute(db);
  const { sum } = await db
    .selectFrom('accounts')
    .select(sql<number>`coalesce(sum(balance), 0)::bigint`.as('sum'))
    .executeTakeFirstOrThrow();
  return { sum, faults: rows };
}

/**
 * Returns the total that users' balances received from each source (negative if they gave). Sealed transfers were added up when
 * they were sealed; only the later ones are added up here.
 */
export async function sumBySource(db: Db, userIds: readonly string[]): Promise<{ user_id: string; source: PointSource; sum: number }[]> {
  const { rows } = await sql<{ user_id: string; source: PointSource; sum: number }>`
    select user_id, source, sum(points)::bigint as sum from (
      select user_id, source, points from balance_sums where user_id = any(${userIds}::uuid[])
      union all
      select owner, source, delta from postings
      where kind = 'balance' and owner = any(${userIds}::uuid[]) and transfer_id > (select coalesce(max(last_id), 0) from ledger_blocks)
    ) sealed_and_since
    group by user_id, source`.execute(db);
  return rows;
}
