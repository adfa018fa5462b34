import type {
  beginAdminTwoFactor,
  changeAdminPassword,
  confirmAdminTwoFactor,
  endAdminTwoFactor,
  getAdminTwoFactor,
  renewAdminRecoveryCodes,
} from '#contract/admin-auth.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { Deps } from '#server/deps.ts';
import { actorOf, recordAudit } from '#server/modules/admins/audit/service.ts';
import { notifyAdmins } from '#server/modules/admins/second-admin/service.ts';
import {
  ADMINS,
  countRecoveryCodes,
  enableByFirstCode,
  generateNextSecret,
  hasSecondFactor,
  limitTries,
  type OwnerLimits,
  removeFactor,
  renewCodes,
  requireOwnPassword,
  validatePassword,
  validateSecondFactor,
} from '#server/modules/identity/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { SignedInAdmin } from '#server/platform/http/admin-caller.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { transact } from '#server/platform/transact.ts';
import * as admins from './queries.ts';
import { requireAdminRow, sessionAdmin } from './service.ts';

/** Changes the caller's password, which ends their other sessions and makes every remembered device ask for a code again. */
export async function changePassword(
  deps: Deps,
  limits: OwnerLimits,
  caller: SignedInAdmin,
  input: ParsedInputOf<typeof changeAdminPassword>,
  request: RequestContext,
): Promise<ReplyOf<typeof changeAdminPassword>> {
  validatePassword(input.password, input.password_confirm);
  const admin = await requireAdminRow(deps, caller.id);
  await requireOwnPassword(deps, limits, admin, input.current, request);
  const passwordHash = await deps.passwords.hash(input.password);
  await changeOwn(deps, caller, request, 'admin.password', async (db, locked) => {
    // The password was changed in the meantime, so the check no longer holds.
    if (locked.password_hash !== admin.password_hash) throw new AppError('invalid_credentials');
    await admins.setPassword(db, caller.id, passwordHash, null);
    await distrustOthers(deps, db, caller, 'password');
  });
  return { admin: sessionAdmin(await requireAdminRow(deps, caller.id)) };
}

export async function getTwoFactor(deps: Deps, { id }: SignedInAdmin): Promise<ReplyOf<typeof getAdminTwoFactor>> {
  const { totp_enabled_at } = await requireAdminRow(deps, id);
  return { enabled_at: totp_enabled_at?.toISOString() ?? null, recovery_codes_left: await countRecoveryCodes(deps.db, ADMINS, id) };
}

/** Generates a secret. The present factor stays in effect until the first code confirms it; a repeated call generates another secret. */
export async function beginTwoFactor(
  deps: Deps,
  limits: OwnerLimits,
  caller: SignedInAdmin,
  input: ParsedInputOf<typeof beginAdminTwoFactor>,
  request: RequestContext,
): Promise<ReplyOf<typeof beginAdminTwoFactor>> {
  await proveOwner(deps, limits, caller, input, request);
  return changeOwn(deps, caller, request, 'admin.two_factor_begin', (db) =>
    generateNextSecret(deps, db, ADMINS, { id: caller.id, label: caller.email }),
  );
}

/** Activates the generated secret with its first code; throws `invalid_totp`. Ends other sessions, and deletes remembered devices. */
export async function confirmTwoFactor(
  deps: Deps,
  caller: SignedInAdmin,
  { totp }: ParsedInputOf<typeof confirmAdminTwoFactor>,
  request: RequestContext,
): Promise<ReplyOf<typeof confirmAdminTwoFactor>> {
  const confirm = () =>
    changeOwn(deps, caller, request, 'admin.two_factor_on', async (db, locked) => {
      const codes = await enableByFirstCode(deps, db, ADMINS, locked, totp);
      await distrustOthers(deps, db, caller, 'revoked');
      return codes;
    });
  const recoveryCodes = await limitTries(deps, { ownerId: caller.id, place: null, kind: 'enrolment' }, confirm);
  return { admin: sessionAdmin(await requireAdminRow(deps, caller.id)), recovery_codes: recoveryCodes };
}

/** Replaces all recovery codes by new ones; throws `not_found` if there is no second factor. */
export async function renewRecoveryCodes(
  deps: Deps,
  limits: OwnerLimits,
  caller: SignedInAdmin,
  input: ParsedInputOf<typeof renewAdminRecoveryCodes>,
  request: RequestContext,
): Promise<ReplyOf<typeof renewAdminRecoveryCodes>> {
  await proveOwner(deps, limits, caller, input, request);
  const codes = await changeOwn(deps, caller, request, 'admin.recovery_codes', (db, locked) => renewCodes(deps, db, ADMINS, locked));
  return { recovery_codes: codes };
}

/** Turns the second factor off; ends other sessions, and deletes remembered devices. Does nothing if there is none. */
export async function endTwoFactor(
  deps: Deps,
  limits: OwnerLimits,
  caller: SignedInAdmin,
  input: ParsedInputOf<typeof endAdminTwoFactor>,
  request: RequestContext,
): Promise<ReplyOf<typeof endAdminTwoFactor>> {
  await proveOwner(deps, limits, caller, input, request);
  await changeOwn(deps, caller, request, 'admin.two_factor_off', async (db, locked) => {
    await removeFactor(db, ADMINS, caller.id);
    const { id, email, role } = locked;
    if (hasSecondFactor(locked)) await notifyAdmins(deps, db, { event: 'factor_off', admin: { id, email }, role, by: email });
    await distrustOthers(deps, db, caller, 'revoked');
  });
  return { admin: sessionAdmin(await requireAdminRow(deps, caller.id)) };
}

/** Requires the password, and a code if there is a second factor, as the console may have been left open. */
async function proveOwner(
  deps: Deps,
  limits: OwnerLimits,
  { id, sessionId }: SignedInAdmin,
  { password, totp }: { password: string; totp?: string | undefined },
  request: RequestContext,
): Promise<void> {
  const admin = await requireAdminRow(deps, id);
  await requireOwnPassword(deps, limits, admin, password, request);
  await validateSecondFactor(deps, admin, totp, { holders: ADMINS, place: sessionId });
}

/** Runs a change of the admin's own account, with its audit log entry: only that it was changed, without details. */
const changeOwn = <T>(
  deps: Deps,
  caller: SignedInAdmin,
  request: RequestContext,
  action: string,
  change: (db: Db, locked: admins.AdminRow) => Promise<T>,
): Promise<T> =>
  transact(deps, async (db) => {
    const locked = await admins.lockAdmin(db, caller.id);
    if (locked?.status !== 'normal') throw new AppError('session_expired');
    await recordAudit(db, actorOf(caller, request), { action, subject: { kind: 'admin', id: caller.id } }, deps.now());
    return change(db, locked);
  });

/** Ends the admin's other sessions and deletes remembered devices, so that their users have to prove themselves again. */
async function distrustOthers(deps: Deps, db: Db, { id, sessionId }: SignedInAdmin, because: 'password' | 'revoked'): Promise<void> {
  await admins.endSessions(db, { adminId: id, except: sessionId }, because, deps.now());
  await admins.deleteDevices(db, id);
}
