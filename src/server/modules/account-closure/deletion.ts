import type { ReplyOf } from '#contract/endpoint.ts';
import type { deleteAccount as deleteAccountEndpoint } from '#contract/leaving.ts';
import { inviteCode } from '#domain/invite.ts';
import { adjustTransfer } from '#domain/ledger.ts';
import type { Deps } from '#server/deps.ts';
import { forgetChatter } from '#server/modules/chat/public.ts';
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
import type { SignedIn } from '#server/platform/http/access-token.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { transact } from '#server/platform/transact.ts';
import * as leaving from './deletion-queries.ts';

const GRACE_MS = 7 * 86_400_000;
const AT_ONCE = 100;

/** Asks for the caller's account to be erased in seven days; asked again it stays at the first time. Throws `step_up_required`, `withdrawal_pending`. */
export async function deleteAccount(deps: Deps, caller: SignedIn, request: RequestContext): Promise<ReplyOf<typeof deleteAccountEndpoint>> {
  await requireUser(deps, caller.id);
  await requireStepUp(deps, caller);
  const { dueAt, ended } = await transact(deps, async (db) => {
    const user = await lockUser(db, { id: caller.id });
    if (!user) throw new AppError('unauthorized');
    if ((await findPoints(db, user.id)).held > 0) throw new AppError('withdrawal_pending');
    const dueAt = user.deletion_due_at ?? new Date(deps.now().getTime() + GRACE_MS);
    if (user.deletion_due_at === null) {
      await leaving.setDeletionDue(db, user.id, dueAt);
      await warn(deps, db, user, 'deletion_requested', request);
    }
    return { dueAt, ended: await endSessionsWithin(deps, db, user.id, { because: 'left' }) };
  });
  deps.endedSessions.add(ended);
  return { due_at: dueAt.toISOString() };
}

/** Takes the request back; harmless where there is none. */
export async function keepAccount(deps: Deps, { id }: SignedIn): Promise<Record<string, never>> {
  await requireUser(deps, id);
  if (!(await leaving.forgetDeletion(deps.db, id))) throw new AppError('unauthorized');
  return {};
}

/** Erases the accounts whose time has come, but for those with an open bet: these wait for its end. Returns how many. Run it every minute. */
export async function eraseAccounts(deps: Deps): Promise<number> {
  const due = await leaving.findErasable(deps.db, deps.now(), AT_ONCE);
  let erased = 0;
  for (const { id } of due) if (await eraseAccount(deps, id)) erased += 1;
  return erased;
}

/** One account, judged once more under the locks that a stake takes too: whoever came back meanwhile is left alone. */
async function eraseAccount(deps: Deps, userId: string): Promise<boolean> {
  const isErased = await transact(deps, async (db) => {
    const now = deps.now();
    // Also of who was disabled since: what they were promised holds.
    const balance = (await lockBalances(db, [userId])).get(userId) ?? 0;
    const user = await lockUser(db, { id: userId });
    const [stillDue] = await leaving.findErasable(db, now, 1, userId);
    if (!user || !stillDue) return false;
    // What is left goes where points come from (docs/rules.md#retention).
    if (balance > 0) await postTransfers(db, [adjustTransfer(`left:${userId}`, userId, -balance, 'admin_adjust', 'account deleted')], now);
    await revokeCodes(deps, db, ...codeSubjects(user));
    await leaveAllGroups(db, userId);
    await forgetChatter(db, userId, now);
    await leaving.eraseUser(db, userId, `deleted_${inviteCode(deps.randomBytes(8)).toLowerCase()}`);
    return true;
  });
  if (isErased) for (const topic of [`me:${userId}`, FORECAST_LEAGUE_TOPIC]) deps.replies.touch(topic);
  return isErased;
}
