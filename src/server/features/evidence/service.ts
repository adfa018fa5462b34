import type { ReplyOf } from '#contract/endpoint.ts';
import type { AccountRef, Evidence, ProvenanceView, userEvidence, Winnings } from '#contract/evidence.ts';
import { maskEmail } from '#domain/email.ts';
import { groupBy } from '#domain/group-by.ts';
import { provenanceOf } from '#domain/provenance.ts';
import { type Loss, type LossesBehind, lossesBehind } from '#domain/provenance-losers.ts';
import type { Db } from '#server/db/pool.ts';
import type { Deps } from '#server/deps.ts';
import { sumBySource } from '#server/features/points/service.ts';
import { userRef } from '#server/features/users/service.ts';
import { AppError } from '#server/http/app-error.ts';
import { findSharing } from './flag-queries.ts';
import * as shared from './shared-queries.ts';
import { findAccounts, findLosses, findWins } from './winnings-queries.ts';

/** Accounts listed of each kind, and counted. */
const LISTED_MAX = 50;
const COUNTED_MAX = 1_000;

/**
 * The wins of a user that are looked into, the largest first, and who lost most in each. Three accounts beyond those fifteen lost less than a
 * fifth of any one pot, and so are below the line that is flagged; and whoever spreads what they lose over many contests would need a thousand.
 */
const WINS_MAX = 1_000;
const LOSERS_A_CONTEST_MAX = 15;
const CONTESTS_AT_ONCE = 400;
const LOSERS_LISTED = 10;

/** All that is known about a user's hand in other accounts, and about their points. Throws `not_found`. */
export async function allEvidence({ db }: Pick<Deps, 'db'>, userId: string): Promise<ReplyOf<typeof userEvidence>> {
  if ((await findAccounts(db, [userId])).length === 0) throw new AppError('not_found');
  const [evidence, provenance, winnings] = await Promise.all([evidenceOf(db, userId), provenancesOf(db, [userId]), winningsOf(db, userId)]);
  return { evidence, provenance: provenance.get(userId)!, winnings };
}

/** Accounts that share a browser, an address on the internet or a wallet with a user, and the invites around them. */
export async function evidenceOf(db: Db, userId: string): Promise<Evidence> {
  const [devices, networks, wallets, invites] = await Promise.all([
    shared.findSharingDevices(db, userId, LISTED_MAX),
    shared.findSharingNetworks(db, userId, LISTED_MAX),
    shared.findSharingWallets(db, userId, LISTED_MAX),
    shared.findInviteEdges(db, userId, LISTED_MAX),
  ]);
  return {
    devices: sharedList(devices),
    networks: sharedList(networks),
    wallets: sharedList(wallets),
    invites: {
      items: invites.map((edge) => ({
        account: accountRef(edge),
        direction: edge.direction,
        at: edge.at.toISOString(),
        status: STATUS_OF[edge.state ?? 'none'],
        reasons: edge.reasons,
      })),
      count: countOf(invites),
    },
  };
}

const sharedList = (rows: readonly shared.SharedRow[]): Evidence['devices'] => ({
  items: rows.map((row) => ({ account: accountRef(row), what: row.what, at: row.at?.toISOString() ?? null })),
  count: countOf(rows),
});

const countOf = (rows: readonly { count: number }[]): number => Math.min(rows[0]?.count ?? 0, COUNTED_MAX);

const STATUS_OF = { none: 'registered', due: 'qualified', in_review: 'in_review', rewarded: 'rewarded', refused: 'refused' } as const;

/** An account that somebody else's evidence names: enough to tell it from others, and not its whole address. */
const accountRef = (row: Awaited<ReturnType<typeof findAccounts>>[number]): AccountRef => ({
  ...userRef({ ...row, email: null }),
  email: row.email && maskEmail(row.email),
  status: row.status,
});

/** Where the points of each of these users come from. */
export async function provenancesOf(db: Db, userIds: readonly string[]): Promise<Map<string, ProvenanceView>> {
  const sums = groupBy(await sumBySource(db, userIds), ({ user_id }) => user_id);
  return new Map(userIds.map((id) => [id, provenanceOf(sums.get(id) ?? [])]));
}

/** Which accounts lost the points that a user won. */
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

/** Of each of these users, who lost what they won, and what of it the house paid. */
async function findLossesBehind(db: Db, userIds: readonly string[]): Promise<Map<string, LossesBehind & { fromHouse: number }>> {
  const wins = groupBy(await findWins(db, userIds, WINS_MAX), ({ user_id }) => user_id);
  const pools = [...wins.values()].flat().filter(({ lost_by_all }) => lost_by_all > 0);
  const losses = await findLossesIn(db, [...new Set(pools.map(({ contest_id }) => contest_id))]);
  return new Map(
    userIds.map((id) => {
      const own = wins.get(id) ?? [];
      const contests = own.map((win) => ({ contestId: win.contest_id, gain: win.gain, lostByAll: win.lost_by_all }));
      const lost = contests.flatMap(({ contestId }) => losses.get(contestId) ?? []);
      return [id, { ...lossesBehind(own[0]?.won ?? 0, contests, lost), fromHouse: own[0]?.from_house ?? 0 }];
    }),
  );
}

/** Asked by the hundred: what somebody else waits for comes in between. */
async function findLossesIn(db: Db, contestIds: readonly string[]): Promise<Map<string, Loss[]>> {
  const found: Loss[] = [];
  for (let first = 0; first < contestIds.length; first += CONTESTS_AT_ONCE) {
    found.push(...(await findLosses(db, contestIds.slice(first, first + CONTESTS_AT_ONCE), LOSERS_A_CONTEST_MAX)));
  }
  return groupBy(found, ({ contestId }) => contestId);
}

/** What evidence says of a user in short. */
export type EvidenceFlag = 'concentrated_wins' | 'shared_device' | 'shared_wallet' | 'shared_network' | 'reviewed_invite';

/** What speaks against each of these users, in short. */
export async function evidenceFlagsOf(db: Db, userIds: readonly string[]): Promise<Map<string, EvidenceFlag[]>> {
  const [sharing, behind] = await Promise.all([findSharing(db, userIds), findLossesBehind(db, userIds)]);
  return new Map(
    sharing.map(({ user_id, ...shares }) => {
      const holds = { concentrated_wins: behind.get(user_id)!.isConcentrated, ...shares };
      return [user_id, FLAGS.filter((flag) => holds[flag])];
    }),
  );
}

const FLAGS: readonly EvidenceFlag[] = ['concentrated_wins', 'shared_device', 'shared_wallet', 'shared_network', 'reviewed_invite'];
