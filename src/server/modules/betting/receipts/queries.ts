import { type Selectable, sql } from 'kysely';
import { groupBy } from '#domain/grouping.ts';
import type { ContestRow } from '#server/modules/betting/contests/contest-view.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { BetLegs, Bets, ContestCorrections, LedgerBlocks } from '#server/platform/db/schema.ts';

/** A contest, and which score its league settles on. */
export type ReceiptContestRow = ContestRow & { settles_on: string };

export const findContest = (db: Db, id: string): Promise<ReceiptContestRow | undefined> =>
  db
    .selectFrom('contests as c')
    .innerJoin('matches as m', 'm.id', 'c.match_id')
    .innerJoin('leagues as l', 'l.id', 'm.league_id')
    .selectAll('c')
    .select('l.settles_on')
    .where('c.id', '=', id)
    .executeTakeFirst();

/** Returns what a contest stood on before each of its corrections, oldest first. */
export const findCorrections = (db: Db, contestId: string): Promise<Selectable<ContestCorrections>[]> =>
  db.selectFrom('contest_corrections').selectAll().where('contest_id', '=', contestId).orderBy('round').execute();

/** Returns what the house paid by these transfers minus what it received; 0 if there are none. */
export async function sumOfHouse(db: Db, keys: readonly string[]): Promise<number> {
  const { rows } = await sql<{ points: number }>`
    select coalesce(sum(case when from_kind = 'house' then amount else -amount end), 0)::bigint as points
    from transfers where key = any(${keys}::text[])`.execute(db);
  return rows[0]!.points;
}

/** Returns, by bet id, what bets received by these transfers minus what was taken back; omits bets without any. */
export async function sumByBet(db: Db, keys: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ bet_id: string; points: number }>`
    select bet_id, sum(case when to_kind = 'balance' then amount else -amount end)::bigint as points
    from transfers where key = any(${keys}::text[]) group by bet_id`.execute(db);
  return new Map(rows.map(({ bet_id, points }) => [bet_id, points]));
}

/** Returns the ledger block that contains a transfer; undefined if it is not sealed yet. */
export const findBlock = (db: Db, transferId: number): Promise<Selectable<LedgerBlocks> | undefined> =>
  db
    .selectFrom('ledger_blocks')
    .selectAll()
    .where('last_id', '>=', transferId)
    .where('first_id', '<=', transferId)
    .orderBy('last_id')
    .limit(1)
    .executeTakeFirst();

/** A bet, and the handle its user chose to show; null if the user did not. */
export type ReceiptBetRow = Selectable<Bets> & { shown_handle: string | null };

const betsOf = (db: Db, contestId: string) =>
  db
    .selectFrom('bets as b')
    // Words instead of parameters, so that a prepared plan finds the few users by their own index.
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 'b.user_id').on(sql<boolean>`u.named_in_receipts and u.status <> 'deleted'`))
    .selectAll('b')
    .select('u.public_handle as shown_handle')
    .where('b.contest_id', '=', contestId)
    .orderBy('b.id');

export const findPage = (db: Db, contestId: string, limit: number, offset: number): Promise<ReceiptBetRow[]> =>
  betsOf(db, contestId).limit(limit).offset(offset).execute();

/** Returns at most `limit` bets of a contest with ids greater than `after`. */
export const findAfter = (db: Db, contestId: string, after: string, limit: number): Promise<ReceiptBetRow[]> =>
  betsOf(db, contestId).where('b.id', '>', after).limit(limit).execute();

export const findOwn = (db: Db, contestId: string, userId: string): Promise<ReceiptBetRow | undefined> =>
  betsOf(db, contestId).where('b.user_id', '=', userId).executeTakeFirst();

/** Counts a contest's bets, up to `max`. */
export async function countBets(db: Db, contestId: string, max: number): Promise<number> {
  const { count } = await db
    .selectFrom(db.selectFrom('bets').select('id').where('contest_id', '=', contestId).limit(max).as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns the stakes of some bets by bet id, each bet's in the order of their ids. */
export async function findLegs(db: Db, betIds: readonly string[]): Promise<Map<string, Selectable<BetLegs>[]>> {
  const rows = await db
    .selectFrom('bet_legs')
    .selectAll()
    .where('bet_id', '=', sql<string>`any(${betIds}::uuid[])`)
    .orderBy('bet_id')
    .orderBy('id')
    .execute();
  return groupBy(rows, ({ bet_id }) => bet_id);
}
