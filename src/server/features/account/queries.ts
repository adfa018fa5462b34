import { sql } from 'kysely';
import type { PointSource } from '#domain/ledger.ts';
import type { Db } from '#server/db/pool.ts';

/** A user's points and what their settled bets add up to; `rank` is null before the first of those. */
export const findStanding = (db: Db, userId: string) =>
  db
    .selectFrom('user_stats as mine')
    .innerJoin('accounts as balance', (join) => join.onRef('balance.owner', '=', 'mine.user_id').on('balance.kind', '=', 'balance'))
    .innerJoin('accounts as held', (join) => join.onRef('held.owner', '=', 'mine.user_id').on('held.kind', '=', 'held'))
    .select(['balance.balance', 'held.balance as held', 'played', 'hits', 'experience', 'updated_at'])
    .select((eb) =>
      eb
        .case()
        .when('mine.played', '>', 0)
        .then(
          eb
            .selectFrom('user_stats as other')
            .select(sql<number>`1 + count(*)`.as('better'))
            .whereRef('other.net_won', '>', 'mine.net_won')
            .where('other.played', '>', 0),
        )
        .end()
        .as('rank'),
    )
    .where('mine.user_id', '=', userId)
    .executeTakeFirst();

/** What a user's balance received (or gave, below zero) in all, by source. */
export async function sumBySource(db: Db, userId: string): Promise<{ source: PointSource; sum: number }[]> {
  const rows = await db
    .selectFrom('postings')
    .select(['source', sql<number>`sum(delta)::bigint`.as('sum')])
    .where('kind', '=', 'balance')
    .where('owner', '=', userId)
    .groupBy('source')
    .execute();
  return rows.map(({ source, sum }) => ({ source: source as PointSource, sum }));
}

export interface HistoryFilter {
  userId: string;
  type?: 'credit' | 'debit' | undefined;
  source?: PointSource | undefined;
  /** From this moment on, and before that one. */
  from: Date | null;
  to: Date | null;
}

/** A page of what changed a user's balance, newest first, each with the match it was about. */
export const findHistory = (db: Db, filter: HistoryFilter, limit: number, offset: number) =>
  historyOf(db, filter)
    .leftJoin('contests as c', 'c.id', 'p.contest_id')
    .select(['p.transfer_id', 'p.created_at', 'p.source', 'p.delta', 'p.balance', 'p.note', 'c.match_id'])
    .orderBy('p.transfer_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

/** How many rows there are, counted to `max` and no further. */
export async function countHistory(db: Db, filter: HistoryFilter, max: number): Promise<number> {
  const { count } = await db
    .selectFrom(historyOf(db, filter).select('p.transfer_id').limit(max).as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

const historyOf = (db: Db, { userId, type, source, from, to }: HistoryFilter) =>
  db
    .selectFrom('postings as p')
    .where('p.kind', '=', 'balance')
    .where('p.owner', '=', userId)
    .$if(type !== undefined, (query) => query.where('p.delta', type === 'credit' ? '>' : '<', 0))
    .$if(source !== undefined, (query) => query.where('p.source', '=', source!))
    .$if(from !== null, (query) => query.where('p.created_at', '>=', from))
    .$if(to !== null, (query) => query.where('p.created_at', '<', to));
