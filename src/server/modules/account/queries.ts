import { sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';

/**
 * Returns a user's points and the sums of their settled bets; `rank` is null before the first settled bet. `next_net_won` is the net win of
 * the next better users, and `next_count` how many users share that place; null if nobody is better.
 */
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
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('user_stats as better')
          .select(['better.net_won as next_net_won', sql<number>`count(*) over ()`.as('next_count')])
          .where('better.played', '>', 0)
          .where('better.net_won', '=', (above) =>
            above
              .selectFrom('user_stats as other')
              .select((fn) => fn.fn.min('other.net_won').as('least'))
              .where('other.played', '>', 0)
              .whereRef('other.net_won', '>', 'mine.net_won'),
          )
          .limit(1)
          .as('next'),
      (join) => join.on('mine.played', '>', 0),
    )
    .select(['mine.net_won', 'next.next_net_won', 'next.next_count'])
    .where('mine.user_id', '=', userId)
    .executeTakeFirst();
