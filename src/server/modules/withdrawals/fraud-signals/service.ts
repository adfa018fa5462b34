import type { ReplyOf } from '#contract/endpoint.ts';
import type { Evidence, ProvenanceView, userEvidence } from '#contract/fraud-signals.ts';
import { groupBy } from '#domain/group-by.ts';
import { provenanceOf } from '#domain/ledger/provenance.ts';
import type { Deps } from '#server/deps.ts';
import { sumBySource } from '#server/modules/ledger/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { accountRef } from './account-ref.ts';
import { ringOf } from './assess.ts';
import * as shared from './shared-queries.ts';
import { winningsOf } from './winnings.ts';
import { findAccounts } from './winnings-queries.ts';

/** Maximum number of accounts listed, and counted, of each kind. */
const LISTED_MAX = 50;
const COUNTED_MAX = 1_000;

/** Returns all evidence about a user's relation to other accounts and the origin of the user's points. Throws `not_found`. */
export async function allEvidence({ db }: Pick<Deps, 'db'>, userId: string): Promise<ReplyOf<typeof userEvidence>> {
  if ((await findAccounts(db, [userId])).length === 0) throw new AppError('not_found');
  const [evidence, provenance, winnings] = await Promise.all([evidenceOf(db, userId), provenancesOf(db, [userId]), winningsOf(db, userId)]);
  return { evidence, provenance: provenance.get(userId)!, winnings };
}

/** Returns accounts that share a browser, an IP address or a wallet with a user, and the invites around the user. */
export async function evidenceOf(db: Db, userId: string): Promise<Evidence> {
  const [devices, networks, wallets, invites, ring] = await Promise.all([
    shared.findSharingDevices(db, userId, LISTED_MAX),
    shared.findSharingNetworks(db, userId, LISTED_MAX),
    shared.findSharingWallets(db, userId, LISTED_MAX),
    shared.findInviteEdges(db, userId, LISTED_MAX),
    ringOf(db, userId, LISTED_MAX),
  ]);
  return {
    ring,
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

/** Returns the origin of the points of each of these users. */
export async function provenancesOf(db: Db, userIds: readonly string[]): Promise<Map<string, ProvenanceView>> {
  const sums = groupBy(await sumBySource(db, userIds), ({ user_id }) => user_id);
  return new Map(userIds.map((id) => [id, provenanceOf(sums.get(id) ?? [])]));
}
