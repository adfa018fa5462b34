import { sql } from 'kysely';
import type { AccountRef, Winnings } from '#contract/fraud-signals.ts';
import { groupBy } from '#domain/grouping.ts';
import { maskEmail } from '#domain/identity/email.ts';
import { type Loss, type LossesBehind, lossesBehind } from '#domain/ledger/provenance.ts';
import { userRef } from '#server/modules/admins/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { findWinners } from './ring-flow-queries.ts';

/**
 * The largest wins of a user that are examined, and the largest losers of each. Three accounts beyond those fifteen lost less than a fifth
 * of any one pot, which is below the flagging threshold; and spreading losses beyond these limits would take a thousand contests.
 */
const WINS_MAX = 1_000;
const LOSERS_A_CONTEST_MAX = 15;
/** Search limits for what the losers won back. */
const WON_BACK = { pools: 60, accounts: 20 };
const CONTESTS_AT_ONCE = 400;
const LOSERS_LISTED = 10;

/** Returns which accounts lost the points that a user won. */
export async function winningsOf(db: Db, userId: string): Promise<Winnings> {
  const { fromHouse, ...behind } = (await findLossesBehind(db, [userId])).get(userId)!;
  const top = behind.losers.slice(0, LOSERS_LISTED);
  const rows = await findAccounts(
    db,
    top.map((loser) => loser.userId),
  );
  const accounts = new Map(rows.map((row) => [row.id, accountRef(row)]));
  return {
    won: behind.won,
    from_house: fromHouse,
    traced: behind.traced,
    losers: top.map(({ userId, points, share, contests }) => ({ account: accounts.get(userId)!, points, share, contests })),
    few_share: behind.fewShare,
    is_concentrated: behind.isConcentrated,
  };
}

/** Returns, for each of these users, who lost what they won, and how much of it the house paid. */
export async function findLossesBehind(db: Db, userIds: readonly string[]): Promise<Map<string, LossesBehind & { fromHouse: number }>> {
  const wins = groupBy(await findWins(db, userIds, WINS_MAX), ({ user_id }) => user_id);
  const pools = [...wins.values()].flat().filter(({ lost_by_all }) => lost_by_all > 0);
  const losses = await findLossesIn(db, [...new Set(pools.map(({ contest_id }) => contest_id))]);
  const wonBack = groupBy(await findWinners(db, userIds, WON_BACK), ({ loser }) => loser);
  return new Map(
    userIds.map((id) => {
      const own = wins.get(id) ?? [];
      const contests = own.map((win) => ({ contestId: win.contest_id, gain: win.gain, lostByAll: win.lost_by_all }));
      const lost = contests.flatMap(({ contestId }) => losses.get(contestId) ?? []);
      const back = new Map((wonBack.get(id) ?? []).map(({ winner, points }) => [winner, points]));
      return [id, { ...lossesBehind(own[0]?.won ?? 0, contests, lost, back), fromHouse: own[0]?.from_house ?? 0 }];
    }),
  );
}

/** Queries contests by the hundred, so that other work can run in between. */
async function findLossesIn(db: Db, contestIds: readonly string[]): Promise<Map<string, Loss[]>> {
  const found: Loss[] = [];
  for (let first = 0; first < contestIds.length; first += CONTESTS_AT_ONCE) {
    found.push(...(await findLosses(db, contestIds.slice(first, first + CONTESTS_AT_ONCE), LOSERS_A_CONTEST_MAX)));
  }
  return groupBy(found, ({ contestId }) => contestId);
}

/** A contest in which a user won points, with the user's winnings in all contests. */
export interface WinRow {
  user_id: string;
  contest_id: string;
  /** Winnings beyond the stake. */
  gain: number;
  /** Total losses of all losers in it; 0 at fixed odds. */
  lost_by_all: number;
  won: number;
  from_house: number;
}

/**
 * Returns the contests in which users won most, pools before fixed odds: up to `limit` per user, and at least one for a user who ever won.
 */
async function findWins(db: Db, userIds: readonly string[], limit: number): Promise<WinRow[]> {
  const { rows } = await sql<WinRow>`
    select w.* from unnest(${userIds}::uuid[]) as u (id), lateral (
      select u.id as user_id, b.contest_id, b.gain, sum(b.gain) over ()::bigint as won,
        (coalesce(sum(b.gain) filter (where c.market = '1x2') over (), 0))::bigint as from_house,
        case when c.market = 'wdl' then
          c.stake_home + c.stake_draw + c.stake_away - case c.winner when 'home' then c.stake_home when 'draw' then c.stake_draw else c.stake_away end
        else 0 end as lost_by_all
      from (
        select contest_id, payout + refund - stake as gain from bets where user_id = u.id and hit and payout + refund > stake
      ) b
      -- A lookup each: there are many more contests than any one user has won.
      cross join lateral (select market, winner, stake_home, stake_draw, stake_away from contests where id = b.contest_id limit 1) c
      order by c.market desc, b.gain desc, b.contest_id limit ${limit}
    ) w`.execute(db);
  return rows;
}

/** Returns who lost most in each of these contests: up to `limit` each. */
async function findLosses(db: Db, contestIds: readonly string[], limit: number): Promise<Loss[]> {
  const { rows } = await sql<Loss>`
    select w.contest_id as "contestId", b.user_id as "userId", b.points
    from unnest(${contestIds}::uuid[]) as w (contest_id), lateral (
      select user_id, stake - refund as points from bets
      where contest_id = w.contest_id and not hit order by stake - refund desc limit ${limit}
    ) b
    where b.points > 0`.execute(db);
  return rows;
}

/** Returns users by id, as named in evidence. */
export async function findAccounts(
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; display_name: string | null; public_handle: string; email: string | null; status: AccountRef['status'] }[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'display_name', 'public_handle', 'email', 'status'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return rows as Awaited<ReturnType<typeof findAccounts>>;
}

/** Returns an account as named in another user's evidence: identifiable, but without the whole email address. */
export const accountRef = (row: Awaited<ReturnType<typeof findAccounts>>[number]): AccountRef => ({
  ...userRef({ ...row, email: null }),
  email: row.email && maskEmail(row.email),
  status: row.status,
});
