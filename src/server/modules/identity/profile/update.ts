import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { updateProfile as updateProfileEndpoint } from '#contract/profile.ts';
import type { Deps } from '#server/deps.ts';
import { requireUser } from '#server/modules/identity/auth/service.ts';
import { lockConfirmed, requireConfirmed, requireStepUp } from '#server/modules/identity/security/step-up.ts';
import type { SignedIn } from '#server/platform/http/access-token.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { transact } from '#server/platform/transact.ts';
import { validateChanges } from './changes.ts';
import { lockOwner, profileOf, takenError } from './owner.ts';
import * as profile from './queries.ts';
import { changeWallet } from './wallet.ts';

/**
 * Gives the demo's user a wallet as if it had been set long ago: after a change, withdrawals would be held for a day, and a demo lasts an
 * afternoon. Does nothing if the user has set or removed a wallet.
 */
export const giveDemoWallet = (deps: Deps, userId: string, wallet: string): Promise<void> =>
  profile.setFirstWallet(deps.db, userId, wallet, new Date(deps.now().getTime() - DEMO_WALLET_AGE_MS));

const DEMO_WALLET_AGE_MS = 30 * 86_400_000;

/**
 * Applies all given changes, or none. A new wallet, including the first one, requires a step-up and a confirmed address; removing the
 * wallet requires a step-up. Values that are already set are no change.
 */
export async function updateProfile(
  deps: Deps,
  caller: SignedIn,
  input: ParsedInputOf<typeof updateProfileEndpoint>,
  request: RequestContext,
): Promise<ReplyOf<typeof updateProfileEndpoint>> {
  const user = await requireUser(deps, caller.id);
  const changes = validateChanges(input, user);
  if (Object.keys(changes).length === 0) return { profile: profileOf(user) };
  const { wallet_address: wallet, ...plain } = changes;
  if (wallet) requireConfirmed(user);
  if (wallet !== undefined) await requireStepUp(deps, caller);
  const changed = await transact(deps, async (db, announce) => {
    const before = wallet ? await lockConfirmed(deps, db, caller) : await lockOwner(db, user.id);
    announce(`me:${user.id}`, { t: 'account' });
    const isMoved = wallet !== undefined && wallet !== before.wallet_address;
    const after = isMoved ? await changeWallet(deps, db, announce, before, wallet, request) : before;
    return Object.keys(plain).length === 0 ? after : profile.updateUser(db, user.id, plain);
  }).catch((error: unknown) => {
    throw takenError(error);
  });
  return { profile: profileOf(changed) };
}
