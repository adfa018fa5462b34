import type { revokeUserApiKey, userApiKeys } from '#contract/admin-users.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { Deps } from '#server/deps.ts';
import { actorOf, recordAudit, requireOthers, requireReason } from '#server/modules/admins/public.ts';
import { apiKeyView, findApiKey, findApiKeys, revokeApiKeys } from '#server/modules/identity/public.ts';
import type { SignedInAdmin } from '#server/platform/http/admin-caller.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { transact } from '#server/platform/transact.ts';
import { requireKnown } from './user.ts';

/** Returns a user's API keys without the keys. Throws `not_found`. */
export async function apiKeys({ db, now }: Deps, { id }: ParsedInputOf<typeof userApiKeys>): Promise<ReplyOf<typeof userApiKeys>> {
  await requireKnown(db, id);
  return { items: (await findApiKeys(db, id, now())).map(apiKeyView) };
}

/** Revokes one API key of a user. Throws `reason_required`, `not_found`, `already_decided`, `own_interest`. */
export async function revokeApiKey(
  deps: Deps,
  admin: SignedInAdmin,
  request: RequestContext,
  { id, key_id, reason }: ParsedInputOf<typeof revokeUserApiKey>,
): Promise<ReplyOf<typeof revokeUserApiKey>> {
  requireReason(reason);
  await transact(deps, async (db, announce) => {
    const key = await findApiKey(db, id, key_id);
    if (!key) throw new AppError('not_found');
    await requireOthers(deps, db, [id], admin);
    if ((await revokeApiKeys(db, announce, id, deps.now(), key_id)) === 0) throw new AppError('already_decided');
    // Its name was chosen by the user, and is deleted with the account, while the log stays.
    const after = { key_id, hint: key.hint, scopes: key.scopes };
    await recordAudit(
      db,
      actorOf(admin, request),
      { action: 'user.revoke_api_key', subject: { kind: 'user', id }, after, reason },
      deps.now(),
    );
  });
  return {};
}
