import { sql } from 'kysely';
import type { deleteAccount as deleteAccountEndpoint } from '#contract/account-closure.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { DELETION_GRACE_DAYS } from '#domain/identity/retention.ts';
import { adjustTransfer } from '#domain/ledger/ledger.ts';
import { inviteCode } from '#domain/ledger/rewards.ts';
import { DAY_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { eraseChatter } from '#server/modules/chat/public.ts';
import { FORECAST_LEAGUE_TOPIC, leaveAllGroups } from '#server/modules/forecasting/public.ts';
import {
  codeSubjects,
  endSessionsWithin,
  lockUser,
  requireStepUp,
  requireUser,
  revokeCodes,
  warn,
} from '#server/modules/identity/public.ts';
import { findPoints, lockBalances, postTransfers } from '#server/modules/ledger/public.ts';
import { leaveAllTippingGroups } from '#server/modules/tipping/public.ts';
import { eraseEventNotes } from '#server/modules/withdrawals/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { SignedIn } from '#server/platform/http/access-token.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { transact } from '#server/platform/transact.ts';

const GRACE_MS = DELETION_GRACE_DAYS * DAY_MS;
const AT_ONCE = 100;

/**
 * Schedules the erasure of the caller's account in seven days; a repeated request keeps the first due date. Throws `step_up_required`,
 * `withdrawal_pending`.
 */
export async function deleteAccount(deps: Deps, caller: SignedIn, request: RequestContext): Promise<ReplyOf<typeof deleteAccountEndpoint>> {
  await requireUser(deps, caller.id);
  await requireStepUp(deps, caller);
  const { dueAt, ended } = await transact(deps, async (db) => {
    const user = await lockUser(db, { id: caller.id });
    if (!user) throw new AppError('unauthorized');
    if ((await findPoints(db, user.id)).held > 0) throw new AppError('withdrawal_pending');
    const dueAt = user.deletion_due_at ?? new Date(deps.now().getTime() + GRACE_MS);
    if (user.deletion_due_at === null) {
      await setDeletionDue(db, user.id, dueAt);
      await warn(deps, db, user, 'deletion_requested', request);
    }
    return { dueAt, ended: await endSessionsWithin(deps, db, user.id, { because: 'left' }) };
  });
  deps.endedSessions.add(ended);
  return { due_at: dueAt.toISOString() };
}

/** Cancels the scheduled erasure; does nothing if there is none. */
export async function cancelErasure(deps: Deps, { id }: SignedIn): Promise<Record<string, never>> {
  await requireUser(deps, id);
  if (!(await cancelDeletion(deps.db, id))) throw new AppError('unauthorized');
  return {};
}

/** Erases the accounts that are due, except those with an open bet, which wait for its end. Returns how many. Run it every minute. */
export async function eraseAccounts(deps: Deps): Promise<number> {
  const due = await findErasable(deps.db, deps.now(), AT_ONCE);
  let erased = 0;
  for (const { id } of due) if (await eraseAccount(deps, id)) erased += 1;
  return erased;
}

/** Erases one account, checked once more under the locks that a stake also takes: users who cancelled in the meantime stay. */
async function eraseAccount(deps: Deps, userId: string): Promise<boolean> {
  const isErased = await transact(deps, async (db) => {
    const now = deps.now();
    // Includes users who were disabled since: the promised erasure still happens.
    const balance = (await lockBalances(db, [userId])).get(userId) ?? 0;
    const user = await lockUser(db, { id: userId });
    const [stillDue] = await findErasable(db, now, 1, userId);
    if (!user || !stillDue) return false;
    // Remaining points return to issuance (docs/rules.md#retention).
    if (balance > 0) await postTransfers(db, [adjustTransfer(`left:${userId}`, userId, -balance, 'admin_adjust', 'account deleted')], now);
    await revokeCodes(deps, db, ...codeSubjects(user));
    await leaveAllGroups(db, userId);
    await leaveAllTippingGroups(db, userId, now);
    await eraseChatter(db, userId, now);
    await eraseUser(db, userId, `deleted_${inviteCode(deps.randomBytes(8)).toLowerCase()}`);
    return true;
  });
  if (isErased) for (const topic of [`me:${userId}`, FORECAST_LEAGUE_TOPIC]) deps.replies.touch(topic);
  return isErased;
}

async function setDeletionDue(db: Db, userId: string, dueAt: Date): Promise<void> {
  await db.updateTable('users').set({ deletion_due_at: dueAt }).where('id', '=', userId).execute();
}

/** Cancels a user's erasure; returns false if the user is already erased, even at this very moment. */
async function cancelDeletion(db: Db, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ deletion_due_at: null })
    .where('id', '=', userId)
    .where('status', '<>', 'deleted')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns the users, or the one user, that may be erased: they are due, have no open bet, and no held points. */
const findErasable = (db: Db, at: Date, limit: number, userId?: string) =>
  db
    .selectFrom('users as u')
    .select('u.id')
    .where('u.deletion_due_at', '<=', at)
    .$if(userId !== undefined, (query) => query.where('u.id', '=', userId!))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('bets as b').select('b.id').whereRef('b.user_id', '=', 'u.id').where('b.state', '=', 'ongoing'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('accounts as a')
            .select('a.owner')
            .whereRef('a.owner', '=', 'u.id')
            .where('a.kind', '=', 'held')
            .where('a.balance', '>', 0),
        ),
      ),
    )
    .orderBy('u.deletion_due_at')
    .limit(limit)
    .execute();

/** Erases all personal data of a user; the bare id stays, as the ledger refers to it. */
export async function eraseUser(db: Db, userId: string, handle: string): Promise<void> {
  for (const table of PERSONAL_TABLES) await db.deleteFrom(table).where('user_id', '=', userId).execute();
  await db
    .deleteFrom('refresh_tokens')
    .where('session_id', 'in', (eb) => eb.selectFrom('sessions').select('id').where('user_id', '=', userId))
    .execute();
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
  // The chat stays connected to its group; whose clock it went by is forgotten.
  await db.updateTable('telegram_groups').set({ bound_by: null, time_zone: 'UTC' }).where('bound_by', '=', userId).execute();
  await db.updateTable('survivor_games').set({ made_by: null }).where('made_by', '=', userId).execute();
  // All withdrawals are decided. The transaction of a payout stays, like the ledger.
  await db.updateTable('withdrawals').set({ wallet_address: null, contact: null, note: null }).where('user_id', '=', userId).execute();
  await eraseEventNotes(db, userId);
  await deleteOperatorNotes(db, userId);
  await deleteSavedSearches(db, userId);
  await db
    .updateTable('users')
    .set({ ...ERASED, public_handle: handle, status: 'deleted' })
    .where('id', '=', userId)
    .execute();
}

/** Deletes what operators wrote about the user; which points they moved, and which operators did so, stays like the ledger. */
async function deleteOperatorNotes(db: Db, userId: string): Promise<void> {
  await db.updateTable('adjustments').set({ reason: '' }).where('user_id', '=', userId).execute();
  await db
    .updateTable('approvals')
    .set({ reason: '', decision_note: null, payload: sql`payload || '{"note": null}'` })
    .where((eb) =>
      eb.or([
        eb.and([eb('kind', '=', 'adjust'), eb('subject_id', '=', userId)]),
        eb.and([
          eb('kind', 'in', ['withdrawal_return', 'withdrawal_hash']),
          eb('subject_id', 'in', (w) => w.selectFrom('withdrawals').select('withdrawals.id').where('user_id', '=', userId)),
        ]),
      ]),
    )
    .execute();
}

/** Removes the user's address, phone and wallet from what operators saved to search for; the saved views stay. */
async function deleteSavedSearches(db: Db, userId: string): Promise<void> {
  const namesUser = sql<boolean>`exists (select from unnest(array[u.email, u.phone, u.wallet_address]) known
    where known is not null and position(lower(known) in lower(searched.value)) > 0)`;
  await sql`
    update admin_list_views v
      set "values" = coalesce(
        (select jsonb_object_agg(searched.key, searched.value) from jsonb_each_text(v."values") searched where not ${namesUser}), '{}')
      from users u
      where u.id = ${userId} and exists (select from jsonb_each_text(v."values") searched where ${namesUser})`.execute(db);
}

/** Tables deleted with the user. Exclusions and their marks stay while they last, so that leaving does not circumvent them. */
const PERSONAL_TABLES = [
  'linked_accounts',
  'past_wallets',
  'wallet_changes',
  'exclusion_reviews',
  'recovery_codes',
  'security_links',
  'telegram_bind_tokens',
  'telegram_group_codes',
  'play_limits',
  'user_notes',
  'active_days',
  'favorites',
  'notification_settings',
  'match_mutes',
  'push_devices',
  'notifications',
  'notification_budgets',
  'bet_summaries',
  'tip_reminders',
  'round_digests',
  'webhooks',
  'webhook_events',
  'shares',
  'calendar_feeds',
  'user_forecasts',
  'bracket_entries',
  'survivor_entries',
  'division_players',
  'division_seats',
  'division_entries',
  'messages',
  'idempotency_keys',
] as const;

const ERASED = {
  ...{ email: null, email_identity: null, email_verified_at: null, password_hash: null, password_changed_at: null },
  ...{ display_name: null, avatar_url: null, country: null, time_zone: 'UTC', locale: 'en' },
  ...{ wallet_address: null, wallet_changed_at: null, phone: null, phone_verified_at: null },
  ...{ registration_ip: null, registration_country: null, registration_device_id: null, recovery_device_id: null, last_login_at: null },
  ...{ totp_secret: null, totp_next_secret: null, totp_enabled_at: null, totp_step: null },
  ...{ redeem_held_until: null, deletion_due_at: null, named_in_receipts: false },
};
