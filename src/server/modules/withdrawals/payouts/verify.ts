import type { Transaction } from 'kysely';
import { DAY_MS, HOUR_MS } from '#domain/time.ts';
import { type ExpectedPayout, judgePayout, type Sighting, usdtUnits, type Verdict } from '#domain/withdrawals/payout/payout.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit, THE_SITE } from '#server/modules/admins/public.ts';
import { addEvent } from '#server/modules/withdrawals/events/service.ts';
import { lockWithdrawal, publishEnd } from '#server/modules/withdrawals/requests/end.ts';
import { updateWithdrawal, type WithdrawalRow } from '#server/modules/withdrawals/requests/queries.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { retryMs } from '#server/platform/messaging/channel.ts';
import { type Announce, transact } from '#server/platform/transact.ts';
import { claimDue, type DuePayout, takePayment } from './queries.ts';
import { sightingOf } from './tron.ts';
import { type AskOptions, usualOptions } from './tron-node.ts';
import type { TronSettings } from './tron-settings.ts';

/** Asked at once: few enough for a node's limits. */
const AT_ONCE = 4;
/** How long one worker has for its claims: more than all requests of one check take. */
const CLAIM_MS = 2 * 60_000;

/**
 * Verifies the recorded transactions that are due; returns how many were checked. Several workers may run it at once, and any may be killed:
 * each result is one transaction under the lock of its withdrawal, and applies only to the transaction that was asked about. Stops while
 * nodes limit requests.
 */
export async function verifyPayouts(
  deps: Deps,
  mayGoOn: () => boolean = () => true,
  options: AskOptions = usualOptions(),
): Promise<number> {
  const { tron } = deps.config;
  if (tron === null) return 0;
  let checked = 0;
  while (mayGoOn()) {
    const now = deps.now();
    const due = await claimDue(deps.db, now, new Date(now.getTime() + CLAIM_MS), AT_ONCE);
    const seen = await Promise.all(due.map((payout) => verifyPayout(deps, tron, payout, options)));
    checked += due.length;
    const problems = seen.flatMap((sighting) => (sighting.kind === 'unknown' ? [sighting.problem] : []));
    if (problems.length > 0) deps.log.warn({ problems }, 'nodes of TRON say nothing about payouts, which are checked again later');
    if (due.length < AT_ONCE || problems.includes('limited')) break;
  }
  return checked;
}

async function verifyPayout(deps: Deps, tron: TronSettings, { id, tx_hash }: DuePayout, options: AskOptions): Promise<Sighting> {
  const sighting = await sightingOf(tron, tx_hash, deps.now(), options);
  await transact(deps, async (db, announce) => {
    const row = await lockWithdrawal(db, id);
    // Meanwhile it may have been returned, corrected, or confirmed by another worker.
    if (row.status !== 'approved' || row.tx_hash !== tx_hash || row.payout_due_at === null) return;
    const expected = expectedOf(row, tron);
    if (expected === null) await updateWithdrawal(db, id, { payout_due_at: null });
    else await applySighting(deps, db, announce, row, sighting, expected);
  });
  return sighting;
}

/** Returns what a transaction must have paid; null if the wallet was erased with its owner's account. */
const expectedOf = ({ wallet_address, amount, decided_at }: WithdrawalRow, { treasury }: TronSettings): ExpectedPayout | null =>
  wallet_address === null ? null : { treasury, wallet: wallet_address, amount: usdtUnits(amount), approvedAtMs: decided_at!.getTime() };

async function applySighting(
  deps: Deps,
  db: Transaction<DB>,
  announce: Announce,
  row: WithdrawalRow,
  sighting: Sighting,
  expected: ExpectedPayout,
): Promise<void> {
  const now = deps.now();
  const verdict = judgePayout(sighting, expected, { recordedAtMs: row.payout_since!.getTime(), nowMs: now.getTime() });
  if (verdict === null) {
    const { problem, afterMs = 0 } = sighting as Sighting & { kind: 'unknown' };
    await updateWithdrawal(db, row.id, { ...again(deps, row, now, afterMs), payout_problem: problem });
    return;
  }
  const settled = await settledVerdict(db, row, sighting, verdict, now);
  const [state, fault] = [settled.state, faultOf(settled)];
  const isSame = state === row.payout_state && fault === row.payout_fault;
  const updated = await updateWithdrawal(db, row.id, {
    ...again(deps, isSame ? row : { payout_tries: 0 }, now),
    ...{ payout_state: state, payout_fault: fault, payout_checked_at: now, payout_problem: null },
    ...nextCheck(settled, row, now),
  });
  if (!isSame) await report(deps, db, announce, updated, settled);
}

/** Returns the columns of the next check, later each time. */
function again({ randomBytes }: Deps, { payout_tries }: Pick<WithdrawalRow, 'payout_tries'>, now: Date, askedMs = 0) {
  const tries = payout_tries + 1;
  return { payout_tries: tries, payout_due_at: new Date(now.getTime() + retryMs(tries, randomBytes, askedMs)) };
}

/** How long a transaction that no node knew is still looked for: a mistake of nodes comes out, and it may be recorded anew. */
const LOOKED_FOR_MS = 7 * DAY_MS;

/** Ends the checks once the state is final; one that was not found is looked for once an hour. */
function nextCheck(verdict: Verdict, { payout_since }: WithdrawalRow, now: Date): { payout_due_at?: Date | null } {
  if (verdict.state === 'sending' || verdict.state === 'on_chain') return {};
  const isLookedFor =
    verdict.state === 'mismatch' && verdict.fault === 'not_on_chain' && now.getTime() - payout_since!.getTime() < LOOKED_FOR_MS;
  return { payout_due_at: isLookedFor ? new Date(now.getTime() + HOUR_MS) : null };
}

const faultOf = (verdict: Verdict): string | null => {
  if (verdict.state === 'failed') return verdict.failure;
  return verdict.state === 'mismatch' ? verdict.fault : null;
};

/** Claims the transfer that confirms a withdrawal: one that paid another withdrawal confirms nothing. */
async function settledVerdict(db: Transaction<DB>, row: WithdrawalRow, sighting: Sighting, verdict: Verdict, now: Date): Promise<Verdict> {
  if (verdict.state !== 'confirmed' || sighting.kind !== 'solid') return verdict;
  const { hash, blockNumber, blockAtMs } = sighting.facts;
  const payment = { txHash: hash, logIndex: verdict.logIndex, withdrawalId: row.id, blockNumber, blockAt: new Date(blockAtMs) };
  return (await takePayment(db, payment, now)) ? verdict : { state: 'mismatch', fault: 'used' };
}

/** Tells the owner's pages, and for a final state also the history, the audit log and, once it is paid, the owner. */
async function report(deps: Deps, db: Transaction<DB>, announce: Announce, row: WithdrawalRow, verdict: Verdict): Promise<void> {
  await publishEnd(deps, db, announce, row, { isNews: verdict.state === 'confirmed' });
  if (verdict.state === 'sending' || verdict.state === 'on_chain') return;
  const kind = `payment_${verdict.state}` as const;
  const fault = verdict.state === 'mismatch' ? verdict.fault : null;
  const note = verdict.state === 'failed' ? verdict.failure : null;
  await addEvent(db, row.id, { kind, adminId: null, reasonCode: fault, txHash: row.tx_hash!, note }, deps.now());
  const after = { payout_state: row.payout_state, payout_fault: row.payout_fault, tx_hash: row.tx_hash, user_id: row.user_id };
  await recordAudit(db, THE_SITE, { action: `withdrawal.${kind}`, subject: { kind: 'withdrawal', id: row.id }, after }, deps.now());
  if (verdict.state !== 'confirmed')
    deps.log.warn({ withdrawal: row.id, state: verdict.state, fault: faultOf(verdict) }, 'a payout is not confirmed');
}
