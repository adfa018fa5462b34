import type { Evidence } from '#contract/fraud-signals.ts';
import { groupBy } from '#domain/grouping.ts';
import { FEW_LOSERS_SHARE_MAX, hasUnplayedTopUps } from '#domain/ledger/provenance.ts';
import { RING_SCORE_MIN, type RingEvidence, ringEvidence, ringEvidences } from '#domain/withdrawals/ring/score.ts';
import type { Deps } from '#server/deps.ts';
import { sumBySource } from '#server/modules/ledger/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { gatherRingFacts } from './ring-facts.ts';
import { accountRef, findAccounts, findLossesBehind } from './winnings.ts';

/** Summary flags of the evidence about a user. */
export const EVIDENCE_FLAGS = ['ring', 'concentrated_wins', 'unplayed_top_ups'] as const;
export type EvidenceFlag = (typeof EVIDENCE_FLAGS)[number];

/** Returns whether these flags require two admins, with a written reason. Unplayed top-ups alone do not: they are an operator's action. */
export const takesTwo = (flags: readonly EvidenceFlag[]): boolean => flags.some((flag) => flag !== 'unplayed_top_ups');

/** Returns the flags of each of these users; with any flag, a reviewer must look closer. */
export async function evidenceFlagsOf(db: Db, userIds: readonly string[]): Promise<Map<string, EvidenceFlag[]>> {
  if (userIds.length === 0) return new Map();
  return new Map([...(await assessUsers(db, userIds))].map(([id, { flags }]) => [id, flags]));
}

/**
 * Returns whether at most three accounts lost more than 30% of what a user won, counting only accounts that lose a large part of their
 * points there. On a small site, three accounts that lose to everyone are behind many honest wins.
 */
const isConcentrated = ({ isConcentrated: areFew, won }: { isConcentrated: boolean; won: number }, { fewFed }: RingEvidence): boolean =>
  areFew && fewFed > FEW_LOSERS_SHARE_MAX * won;

export interface Assessment {
  flags: EvidenceFlag[];
  ring: RingEvidence;
}

/** Returns the flags of each of these users with the evidence about rings behind them. */
async function assessUsers(db: Db, userIds: readonly string[]): Promise<Map<string, Assessment>> {
  const facts = await gatherRingFacts(db, userIds);
  const rings = ringEvidences(facts, userIds);
  const behind = await findLossesBehind(db, userIds);
  const bySource = groupBy(await sumBySource(db, userIds), ({ user_id }) => user_id);
  const risked = new Map(facts.accounts.map((account) => [account.id, account.risked ?? 0]));
  return new Map(
    userIds.map((id) => {
      const ring = rings.get(id)!;
      const holds: Record<EvidenceFlag, boolean> = {
        ring: ring.isFlagged,
        concentrated_wins: isConcentrated(behind.get(id)!, ring),
        unplayed_top_ups: hasUnplayedTopUps(bySource.get(id) ?? [], risked.get(id) ?? 0),
      };
      return [id, { ring, flags: EVIDENCE_FLAGS.filter((flag) => holds[flag]) }];
    }),
  );
}

interface CheckedApproval {
  id: string;
  user_id: string;
}

/**
 * Evaluates the evidence about the owner of a withdrawal that is being decided, stores it with the withdrawal, and returns the flags. Part
 * of the caller's transaction: if the evidence cannot be evaluated, the withdrawal is not decided.
 */
export async function saveEvidence(db: Db, withdrawal: CheckedApproval, step: 'requested' | 'decided', at: Date): Promise<EvidenceFlag[]> {
  const { flags, ring } = (await assessUsers(db, [withdrawal.user_id])).get(withdrawal.user_id)!;
  await db
    .insertInto('withdrawal_evidence')
    .values({
      ...{ withdrawal_id: withdrawal.id, step, at, flags, score: ring.score },
      reasons: JSON.stringify(ring.reasons),
      accounts: ring.members.map((member) => member.id),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return flags;
}

/**
 * Stores the evidence for a new withdrawal request, once, after its commit. It therefore holds none of the request's locks, and a failure
 * does not lose the request; the evidence is evaluated again at the decision.
 */
export async function saveRequestedEvidence(
  { db, log, now }: Pick<Deps, 'db' | 'log' | 'now'>,
  withdrawal: CheckedApproval,
): Promise<void> {
  try {
    const kept = await db
      .selectFrom('withdrawal_evidence')
      .select('step')
      .where('withdrawal_id', '=', withdrawal.id)
      .where('step', '=', 'requested')
      .executeTakeFirst();
    if (!kept) await saveEvidence(db, withdrawal, 'requested', now());
  } catch (error) {
    log.error({ err: error, withdrawal: withdrawal.id }, 'could not store the evidence of a withdrawal request');
  }
}

/** Returns the cluster around a user and the reasons of its score. */
export async function ringOf(db: Db, userId: string, listedMax: number): Promise<Evidence['ring']> {
  const { score, reasons, members } = ringEvidence(await gatherRingFacts(db, [userId]), userId);
  const listed = members.slice(0, listedMax);
  const rows = await findAccounts(
    db,
    listed.map(({ id }) => id),
  );
  const accounts = new Map(rows.map((row) => [row.id, accountRef(row)]));
  const items = listed.map(({ id, ties, hops, points }) => ({ account: accounts.get(id)!, ties, hops, points }));
  return { score, flagged_from: RING_SCORE_MIN, reasons, members: { items, count: members.length } };
}
