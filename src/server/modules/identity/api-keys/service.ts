import type { listApiKeys, makeApiKey, revokeApiKey } from '#contract/api-keys.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import { API_KEYS_MAX, API_SCOPES, apiKeyOf, hintOf, isOwnScope } from '#domain/identity/api-key.ts';
import { RETENTION_DAYS } from '#domain/identity/retention.ts';
import { DAY_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { requireUser } from '#server/modules/identity/auth/service.ts';
import { lockConfirmed, requireConfirmed, requireStepUp } from '#server/modules/identity/security/step-up.ts';
import { warn } from '#server/modules/identity/security/warnings.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { SignedIn } from '#server/platform/http/access-token.ts';
import { hashOfApiKey } from '#server/platform/http/api-access.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { type RequestLimit, requestLimit } from '#server/platform/http/request-limit.ts';
import { transact } from '#server/platform/transact.ts';
import * as keys from './queries.ts';
import { revokeApiKeys } from './revoke.ts';

const SECRET_BYTES = 32;
/** Each new key is a mail to its owner. */
const KEYS_PER_HOUR = 20;

export const newKeyLimit = (deps: Deps): RequestLimit => requestLimit(deps, 'api-key', KEYS_PER_HOUR, 60 * 60);

export async function listKeys(deps: Deps, { id }: SignedIn): Promise<ReplyOf<typeof listApiKeys>> {
  await requireUser(deps, id);
  return { items: (await keys.findKeys(deps.db, id, deps.now())).map(keys.keyView) };
}

/**
 * Makes a key, warns its owner, and returns it: only its hash is stored. Throws `contact_unconfirmed`, `step_up_required` for scopes that
 * reach the owner's data, `account_leaving`, `too_many_keys`, `rate_limited`.
 */
export async function makeKey(
  deps: Deps,
  limit: RequestLimit,
  caller: SignedIn,
  { name, scopes, expires_days }: ParsedInputOf<typeof makeApiKey>,
  request: RequestContext,
): Promise<ReplyOf<typeof makeApiKey>> {
  requireConfirmed(await requireUser(deps, caller.id));
  if (scopes.some(isOwnScope)) await requireStepUp(deps, caller);
  await limit.count(caller.id);
  const key = apiKeyOf(Buffer.from(deps.randomBytes(SECRET_BYTES)).toString('base64url'));
  const row = await transact(deps, async (db) => {
    const now = deps.now();
    // Under the lock of the user's row, so that requests at the same time do not exceed the maximum together.
    const user = await lockConfirmed(deps, db, caller);
    if (user.deletion_due_at !== null) throw new AppError('account_leaving');
    if ((await keys.countValidKeys(db, user.id, now)) >= API_KEYS_MAX) throw new AppError('too_many_keys', { max: API_KEYS_MAX });
    await warn(deps, db, user, 'api_key_made', request);
    return keys.insertKey(db, {
      ...{ id: newId(deps), user_id: user.id, name, hint: hintOf(key), key_hash: hashOfApiKey(key) },
      scopes: API_SCOPES.filter((scope) => scopes.includes(scope)),
      created_at: now,
      expires_at: expires_days === null ? null : new Date(now.getTime() + expires_days * DAY_MS),
    });
  });
  return { key, api_key: keys.keyView(row) };
}

/** Revokes one of the caller's keys. Throws `not_found` for a key of somebody else, like for a missing one. */
export async function revokeKey(
  deps: Deps,
  caller: SignedIn,
  { id }: ParsedInputOf<typeof revokeApiKey>,
): Promise<ReplyOf<typeof revokeApiKey>> {
  await transact(deps, async (db, announce) => {
    if ((await revokeApiKeys(db, announce, caller.id, deps.now(), id)) > 0) return;
    if (!(await keys.findKey(db, caller.id, id))) throw new AppError('not_found');
  });
  return {};
}

/** Deletes keys 30 days after they were revoked or expired; returns how many. Run it daily. */
export const purgeApiKeys = (deps: Deps): Promise<number> =>
  keys.deleteKeys(deps.db, new Date(deps.now().getTime() - RETENTION_DAYS.apiKey * DAY_MS));
