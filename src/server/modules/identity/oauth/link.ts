import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { beginOAuth as beginEndpoint, unlinkAccount as unlinkEndpoint } from '#contract/oauth.ts';
import type { Deps } from '#server/deps.ts';
import { requireUser } from '#server/modules/identity/auth/service.ts';
import { lockUser, setStepUp } from '#server/modules/identity/security/queries.ts';
import { lockConfirmed, requireConfirmed, requireStepUp } from '#server/modules/identity/security/step-up.ts';
import { warn } from '#server/modules/identity/security/warnings.ts';
import type { SignedIn } from '#server/platform/http/access-token.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { transact } from '#server/platform/transact.ts';
import { bindLater, findUserByLink, type Identity, linkedAccountsOf, unlinkAccount } from './linked-accounts.ts';

/**
 * Checks that the caller may go to a provider for this purpose. Throws `contact_unconfirmed`, `step_up_required`, `oauth_already_linked`,
 * `not_found`.
 */
export async function checkBeginning(
  deps: Deps,
  caller: SignedIn,
  { provider, purpose }: Pick<ParsedInputOf<typeof beginEndpoint>, 'provider' | 'purpose'>,
): Promise<void> {
  const user = await requireUser(deps, caller.id);
  if (purpose === 'link') requireConfirmed(user);
  const { accounts } = await linkedAccountsOf(deps.db, caller.id);
  const isLinked = accounts.some(({ type }) => type === provider);
  if (purpose === 'step_up' && !isLinked) throw new AppError('not_found');
  if (purpose === 'step_up') return;
  await requireStepUp(deps, caller);
  if (isLinked) throw new AppError('oauth_already_linked');
}

/** Links the identity proven at a provider to the caller, if their session is still active. */
export async function linkOAuth(deps: Deps, caller: SignedIn, identity: Identity, request: RequestContext): Promise<void> {
  await transact(deps, async (db, announce) => {
    const user = await lockConfirmed(deps, db, caller);
    await warn(deps, db, user, 'account_linked', request);
    await bindLater(deps, db, announce, user.id, identity);
  });
}

/** Marks the caller's session as stepped up after they proved the linked account at the provider. */
export async function stepUpWithOAuth(deps: Deps, caller: SignedIn, { type, subject }: Identity): Promise<void> {
  const user = await requireUser(deps, caller.id);
  if ((await findUserByLink(deps.db, type, subject)) !== user.id) throw new AppError('oauth_failed');
  if (!(await setStepUp(deps.db, user.id, caller.sessionId, deps.now()))) throw new AppError('session_expired');
}

/** Unlinks one of the caller's accounts, and notifies every contact. */
export async function unlinkOAuth(
  deps: Deps,
  caller: SignedIn,
  { id }: ParsedInputOf<typeof unlinkEndpoint>,
  request: RequestContext,
): Promise<ReplyOf<typeof unlinkEndpoint>> {
  await requireUser(deps, caller.id);
  await requireStepUp(deps, caller);
  await transact(deps, async (db, announce) => {
    const user = await lockUser(db, { id: caller.id });
    if (!user) throw new AppError('unauthorized');
    await warn(deps, db, user, 'account_unlinked', request);
    await unlinkAccount(db, user, { id });
    announce(`me:${user.id}`, { t: 'account' });
  });
  return {};
}
