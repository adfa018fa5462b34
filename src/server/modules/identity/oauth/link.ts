import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { beginOAuth as beginEndpoint, unlinkAccount as unlinkEndpoint } from '#contract/oauth.ts';
import type { Deps } from '#server/deps.ts';
import { requireUser } from '#server/modules/identity/auth/service.ts';
import { lockConfirmed, requireConfirmed } from '#server/modules/identity/security/confirmed.ts';
import { lockUser, setStepUp } from '#server/modules/identity/security/queries.ts';
import { requireStepUp } from '#server/modules/identity/security/step-up.ts';
import { warn } from '#server/modules/identity/security/warnings.ts';
import type { SignedIn } from '#server/platform/http/access-token.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { transact } from '#server/platform/transact.ts';
import { bindLater } from './bind.ts';
import type { Identity } from './identity.ts';
import { findUserByLink, linkedAccountsOf, unlinkAccount } from './linked-accounts.ts';

/** Whether the caller may be led to a provider for this: throws `contact_unconfirmed`, `step_up_required`, `oauth_already_linked`, `not_found`. */
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

/** Links the account that somebody proved at a provider to who sent them there, if their session is still on. */
export async function linkOAuth(deps: Deps, caller: SignedIn, identity: Identity, request: RequestContext): Promise<void> {
  await transact(deps, async (db, announce) => {
    const user = await lockConfirmed(deps, db, caller);
    await warn(deps, db, user, 'account_linked', request);
    await bindLater(deps, db, announce, user.id, identity);
  });
}

/** Notes in the session of who went to a provider that its owner is there: they came back as the account that is linked. */
export async function stepUpWithOAuth(deps: Deps, caller: SignedIn, { type, subject }: Identity): Promise<void> {
  const user = await requireUser(deps, caller.id);
  if ((await findUserByLink(deps.db, type, subject)) !== user.id) throw new AppError('oauth_failed');
  if (!(await setStepUp(deps.db, user.id, caller.sessionId, deps.now()))) throw new AppError('session_expired');
}

/** Unlinks an account of the caller's, and tells every contact. */
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
