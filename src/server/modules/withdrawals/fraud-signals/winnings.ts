import type { Winnings } from '#contract/fraud-signals.ts';
import { groupBy } from '#domain/group-by.ts';
import { type Loss, type LossesBehind, lossesBehind } from '#domain/ledger/provenance-losers.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { accountRef } from './account-ref.ts';
import { findWinners } from './ring-flow-queries.ts';
import { findAccounts, findLosses, findWins } from './winnings-queries.ts';

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
