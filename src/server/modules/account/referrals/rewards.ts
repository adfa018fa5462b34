import type { Transaction } from 'kysely';
import { emailIdentity } from '#domain/identity/email.ts';
import { inviteTransfer } from '#domain/ledger/ledger.ts';
import { HOUSEHOLD_ACCOUNTS_MAX } from '#domain/ledger/rewards.ts';
import type { Config } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { lockBalances, postTransfers } from '#server/modules/ledger/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { reportFailure } from '#server/platform/jobs/report-failure.ts';
import { type Announce, transact } from '#server/platform/transact.ts';
import * as rewards from './queries.ts';

/** Invites per query; each is paid in a transaction of its own. */
const AT_ONCE = 100;

/** Returns the configured caps of an inviter. */
export const capsOf = ({ limits }: Config): rewards.InviteCaps => ({ day: limits.invites_per_day, month: limits.invites_per_month });

/**
 * Records newly qualified invitees, and pays both sides what is due, oldest first, within the inviter's caps (docs/rules.md#invites). Run
 * it often: it may run twice, or in several processes at once. Returns how many invites it paid.
 */
export async function payInvites(deps: Deps): Promise<number> {
  for (const row of await rewards.removeUnqualified(deps.db)) deps.log.info(row, 'invitee no longer qualifies after a correction');
  await noticeQualified(deps);
  let paid = 0;
  for (;;) {
    const due = await rewards.findDue(deps.db, capsOf(deps.config), deps.now(), AT_ONCE);
    const before = paid;
    for (const { invitee_id } of due) if (await payAlone(deps, invitee_id)) paid += 1;
    // The rest failed, or another process is paying it.
    if (due.length < AT_ONCE || paid === before) return paid;
  }
}

async function noticeQualified(deps: Deps): Promise<void> {
  for (;;) {
    const found = await rewards.findQualified(deps.db, AT_ONCE);
    for (const invitee of found) await notice(deps, invitee);
    if (found.length < AT_ONCE) return;
  }
}

/** Records a qualified invitee; holds the invite for review if both accounts may belong to one person. */
async function notice(deps: Deps, { id, invited_by, qualified_at }: rewards.QualifiedRow): Promise<void> {
  const reasons = await reasonsAgainst(deps.db, id, invited_by);
  const state = reasons.length > 0 ? 'in_review' : 'due';
  const isNew = await rewards.insertReward(deps.db, {
    ...{ invitee_id: id, inviter_id: invited_by, state, reasons, qualified_at, created_at: deps.now() },
  });
  if (isNew) deps.log.info({ inviteeId: id, inviterId: invited_by, reasons }, 'invitee qualified');
}

/**
 * Returns why an invite needs a review (docs/rules.md#invites): the same browser, wallet or mailbox, or too many accounts from one IP
 * address.
 */
async function reasonsAgainst(db: Db, inviteeId: string, inviterId: string): Promise<rewards.ReviewReason[]> {
  const [shared, accounts, own, others] = await Promise.all([
    rewards.findSharedTraits(db, inviteeId, inviterId),
    rewards.countHousehold(db, inviteeId),
    rewards.findAddresses(db, inviteeId),
    rewards.findAddresses(db, inviterId),
  ]);
  const mailboxes = new Set(others.map(emailIdentity));
  const found = { ...shared, mailbox: own.some((address) => mailboxes.has(emailIdentity(address))), ip: accounts > HOUSEHOLD_ACCOUNTS_MAX };
  return (['device', 'wallet', 'mailbox', 'ip'] as const).filter((reason) => found[reason]);
}

/** Pays one invite; logs a failure, so that it does not block the others, and the next run tries again. */
async function payAlone(deps: Deps, inviteeId: string): Promise<boolean> {
  try {
    return await transact(deps, (db, announce) => pay(deps, db, announce, inviteeId));
  } catch (error) {
    reportFailure(deps, error, { inviteeId }, 'paying an invite failed, will retry with the next run');
    return false;
  }
}

/**
 * Pays both sides of an invite if it is due, in the caller's transaction; returns whether it did. Everything is checked again under the
 * locks of both balances: the inviter's lock serialises their invites, and a user who begins an exclusion takes the lock first.
 */
async function pay(deps: Deps, db: Transaction<DB>, announce: Announce, inviteeId: string): Promise<boolean> {
  const reward = await rewards.findReward(db, inviteeId);
  if (reward?.state !== 'due') return false;
  const { inviter_id: inviterId } = reward;
  const balances = await lockBalances(db, [inviterId, inviteeId]);
  const now = deps.now();
  const [due] = await rewards.findDue(db, capsOf(deps.config), now, 1, inviteeId);
  if (!due) return false;
  const { inviter_reward, invitee_reward } = deps.config.limits;
  const wasReviewed = due.reasons.length > 0;
  const sides = [
    { userId: inviterId, side: 'inviter', amount: inviter_reward },
    { userId: inviteeId, side: 'invitee', amount: invitee_reward },
  ] as const;
  const given = sides.filter(({ amount }) => amount > 0);
  await postTransfers(
    db,
    given.map(({ userId, side, amount }) => inviteTransfer(inviteeId, { userId, side, wasReviewed }, amount)),
    now,
  );
  await rewards.setRewardState(db, inviteeId, 'rewarded', now);
  for (const { userId, amount } of given) announce(`me:${userId}`, { t: 'balance', balance: balances.get(userId)! + amount });
  return true;
}

/**
 * Decides on an invite in review, in the caller's transaction: a released one is paid at once or, if the caps or an exclusion prevent it,
 * as soon as possible. Returns the resulting state. Throws `not_found` if nobody qualified by it, `already_decided` if it is no longer in
 * review, or never was.
 */
export async function decideInvite(
  deps: Deps,
  db: Transaction<DB>,
  announce: Announce,
  inviteeId: string,
  decision: 'pay' | 'refuse',
): Promise<'due' | 'rewarded' | 'refused'> {
  const known = await rewards.findReward(db, inviteeId);
  if (!known) throw new AppError('not_found');
  // Deciding and paying hold these locks, so the state read next is current.
  await lockBalances(db, [known.inviter_id, inviteeId]);
  const { state, reasons } = (await rewards.findReward(db, inviteeId))!;
  if (state !== 'in_review') throw new AppError('already_decided');
  await rewards.setRewardState(db, inviteeId, decision === 'pay' ? 'due' : 'refused', deps.now());
  deps.log.info({ inviteeId, inviterId: known.inviter_id, reasons, decision }, 'invite decided');
  if (decision === 'refuse') return 'refused';
  return (await pay(deps, db, announce, inviteeId)) ? 'rewarded' : 'due';
}
