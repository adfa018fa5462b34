import { sql } from 'kysely';
import type { AccountRef, TransferDraft } from '#domain/ledger.ts';
import type { Db } from '#server/db/pool.ts';

/** The house and issuance are one of a kind: they have no owner. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

function ownerOf(account: AccountRef): string {
  if (account.kind === 'contest') return account.contestId;
  return account.kind === 'balance' || account.kind === 'held' ? account.userId : NOBODY;
}

/** Posts transfers in order, each once per key; returns how many were new. */
export async function insertTransfers(db: Db, drafts: readonly TransferDraft[], at: Date): Promise<number> {
  const column = <T>(pick: (draft: TransferDraft) => T) => drafts.map(pick);
  const { rows } = await sql<{ posted: number }>`select post_transfers(
    ${column((draft) => draft.key)}::text[], ${column((draft) => draft.source)}::text[],
    ${column((draft) => draft.from.kind)}::text[], ${column((draft) => ownerOf(draft.from))}::uuid[],
    ${column((draft) => draft.to.kind)}::text[], ${column((draft) => ownerOf(draft.to))}::uuid[],
    ${column((draft) => draft.amount)}::bigint[], ${column((draft) => draft.contestId ?? null)}::uuid[],
    ${column((draft) => draft.betId ?? null)}::uuid[], ${column((draft) => draft.note ?? null)}::text[], ${at}) as posted`.execute(db);
  return rows[0]!.posted;
}

/** Locks users' balances, in the one order that everybody keeps to. */
export function lockBalances(db: Db, userIds: readonly string[]) {
  return db
    .selectFrom('accounts')
    .innerJoin('users', 'users.id', 'accounts.owner')
    .select(['users.id', 'users.status', 'accounts.balance'])
    .where('accounts.kind', '=', 'balance')
    .where('accounts.owner', '=', sql<string>`any(${userIds}::uuid[])`)
    .orderBy('accounts.owner')
    .forUpdate('accounts')
    .execute();
}

/** A user's balance, and what its postings add up to, at one moment. */
export function findBalanceAndPostings(db: Db, userId: string) {
  return db
    .selectFrom('accounts')
    .select((eb) => [
      'balance',
      eb
        .selectFrom('postings')
        .select(sql<number>`coalesce(sum(delta), 0)::bigint`.as('posted'))
        .where('kind', '=', 'balance')
        .where('owner', '=', userId)
        .$asScalar()
        .$notNull()
        .as('posted'),
    ])
    .where('kind', '=', 'balance')
    .where('owner', '=', userId)
    .executeTakeFirst();
}

/** The sum of all postings, and every account whose balance is not the sum of its own. */
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

/** Locks what a user earned on a UTC day, and says how much it is. */
export async function lockExperienceOfDay(db: Db, userId: string, day: string): Promise<number> {
  const { points } = await db
    .insertInto('experience_days')
    .values({ user_id: userId, day, points: 0 })
    .onConflict((oc) => oc.columns(['user_id', 'day']).doUpdateSet((eb) => ({ points: eb.ref('experience_days.points') })))
    .returning('experience_days.points')
    .executeTakeFirstOrThrow();
  return points;
}

export async function addExperience(db: Db, userId: string, day: string, gained: number, at: Date): Promise<void> {
  await db
    .updateTable('experience_days')
    .set((eb) => ({ points: eb('points', '+', gained) }))
    .where('user_id', '=', userId)
    .where('day', '=', day)
    .execute();
  await db
    .updateTable('user_stats')
    .set((eb) => ({ experience: eb('experience', '+', gained), updated_at: at }))
    .where('user_id', '=', userId)
    .execute();
}

export function findLastCheckIn(db: Db, userId: string) {
  return db
    .selectFrom('check_ins')
    .select(['day', 'streak', 'points'])
    .where('user_id', '=', userId)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function insertCheckIn(
  db: Db,
  checkIn: { userId: string; day: string; streak: number; points: number; at: Date },
): Promise<void> {
  const { userId, day, streak, points, at } = checkIn;
  await db.insertInto('check_ins').values({ user_id: userId, day, streak, points, created_at: at }).execute();
}
