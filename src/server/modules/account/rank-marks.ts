import { sql } from 'kysely';
import type { Deps } from '#server/deps.ts';
import { transact } from '#server/platform/db/pool.ts';

/** The players from one mark to the next. A rank reads at most this many entries of an index, however many players there are. */
const PLAYERS_A_MARK = 1_000;

/**
 * Marks every thousandth rank, from which `rank_of` counts (migrations/004). Until the next run, a rank is wrong by the number of players
 * who have passed the next mark since.
 */
export const markRanks = ({ db }: Pick<Deps, 'db'>, playersAMark = PLAYERS_A_MARK): Promise<void> =>
  transact(db, async (trx) => {
    await trx.deleteFrom('rank_marks').execute();
    await sql`
      insert into rank_marks (net_won, at_least)
      select distinct net_won, at_least from (
        select net_won, count(*) over (order by net_won desc) as at_least, row_number() over (order by net_won desc) as n
        from user_stats where played > 0
      ) players
      where n % ${playersAMark} = 0`.execute(trx);
  });
