import { type Selectable, sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';
import type { News } from '#server/platform/db/schema.ts';
import type { WithdrawalKind } from '#server/platform/messaging/message.ts';

/**
 * Records that a contest's bets have ended, or have changed by correction `round`, in the transaction that ended them, so that their owners
 * are notified exactly once. No effect if there were no bets.
 */
export async function addBetNews(
  db: Db,
  { id, match_id }: { id: string; match_id: number },
  round: number | null,
  at: Date,
): Promise<void> {
  const isCorrected = round !== null;
  await sql`
    insert into news (key, kind, match_id, contest_id, facts, happened_at, paged_at)
    select ${`bet:${id}:${round ?? 0}`}, 'bet', ${match_id}, ${id}, ${JSON.stringify({ isCorrected })}::jsonb, ${at}, ${at}
    where exists (select from bets where contest_id = ${id})
    on conflict (key) do nothing`.execute(db);
}

/** Records the outcome of a withdrawal request, in the transaction that decided it. */
export async function addWithdrawalNews(
  db: Db,
  { id, what, points }: { id: string; what: WithdrawalKind; points: number },
  at: Date,
): Promise<void> {
  await db
    .insertInto('news')
    .values({
      ...{ key: `withdrawal:${id}:${what}`, kind: 'withdrawal', withdrawal_id: id },
      ...{ facts: JSON.stringify({ what, points }), happened_at: at, paged_at: at },
    })
    .onConflict((oc) => oc.column('key').doNothing())
    .execute();
}

/** Returns a news id above all current ones, so that notifications with it replace earlier ones. */
export async function nextNewsId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence('news', 'id')) as id`.execute(db);
  return rows[0]!.id;
}

export type NewsRow = Selectable<News>;

/** Claims the news item that has waited longest and has readers left to notify; locked until the transaction ends. */
export async function takeNews(db: Db): Promise<NewsRow | undefined> {
  return db
    .selectFrom('news')
    .selectAll()
    .where('ended_at', 'is', null)
    .orderBy('paged_at')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

/** Records up to which reader a news item has been processed; `to` is null after the last one. */
export async function markTold(db: Db, id: number, to: string | null, at: Date): Promise<void> {
  await db
    .updateTable('news')
    .set(to === null ? { ended_at: at, paged_at: at } : { told_to: to, paged_at: at })
    .where('id', '=', id)
    .execute();
}

/** A reader; for the end of a contest, with the result of their bet. */
export interface Reader {
  /** Cursor of the next page. */
  cursor: string;
  user_id: string;
  state: 'settled' | 'refunded' | null;
  payout: number | null;
  refund: number | null;
  /** For the end of a round: the places before and after it, and its points. */
  round?: { before: number | null; place: number; points: number };
}

/**
 * Returns the next users, by id, who follow a match, one of its teams or its league, or have an open bet on it. One page of each source is
 * enough, because the first rows overall are among the first rows of each.
 */
export async function findMatchReaders(db: Db, matchId: number, after: string, limit: number): Promise<Reader[]> {
  const followers = (kind: string, target: ReturnType<typeof sql>) => sql`
    (select f.user_id from favorites f where f.kind = ${kind} and f.target_id = ${target} and f.user_id > ${after}::uuid order by f.user_id limit ${limit})`;
  const { rows } = await sql<Reader>`
    with m as materialized (select id, league_id, home_team_id, away_team_id from matches where id = ${matchId})
    select user_id as cursor, user_id, null as state, null as payout, null as refund from (
      ${followers('match', sql`${matchId}`)}
      union ${followers('team', sql`(select home_team_id from m)`)}
      union ${followers('team', sql`(select away_team_id from m)`)}
      union ${followers('league', sql`(select league_id from m)`)}
      union (select b.user_id from contests c join bets b on b.contest_id = c.id
        where c.match_id = ${matchId} and b.state = 'ongoing' and b.user_id > ${after}::uuid order by b.user_id limit ${limit})
    ) as readers order by user_id limit ${limit}`.execute(db);
  return rows;
}

/** Returns the next bets of a contest, by id; for a correction, those whose payout it changed. */
export async function findBetReaders(
  db: Db,
  contestId: string,
  correctedSince: Date | null,
  after: string,
  limit: number,
): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    select b.id as cursor, b.user_id, b.state, b.payout, b.refund from bets b
    where b.contest_id = ${contestId} and b.id > ${after}::uuid and b.state in ('settled', 'refunded')
      and (${correctedSince}::timestamptz is null or b.id in (
        select t.bet_id from transfers t where t.contest_id = ${contestId} and t.bet_id is not null and t.created_at >= ${correctedSince}))
    order by b.id limit ${limit}`.execute(db);
  return rows;
}

export async function findWithdrawalReader(db: Db, withdrawalId: string): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    select id as cursor, user_id, null as state, null as payout, null as refund from withdrawals where id = ${withdrawalId}`.execute(db);
  return rows;
}

/** Deletes processed news and obsolete summaries older than `before`. */
export async function deleteOld(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('notifications').where('not_after', '<', before).execute();
  await db.deleteFrom('notification_budgets').where('since', '<', before).execute();
  await db.deleteFrom('news').where('happened_at', '<', before).where('ended_at', 'is not', null).execute();
  await db.deleteFrom('news_watch').where('changed_at', '<', before).execute();
}
