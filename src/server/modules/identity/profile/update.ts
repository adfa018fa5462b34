import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { updateProfile as updateProfileEndpoint } from '#contract/profile.ts';
import type { Deps } from '#server/deps.ts';
import { requireUser } from '#server/modules/identity/auth/service.ts';
import { lockConfirmed, requireConfirmed } from '#server/modules/identity/security/confirmed.ts';
import { requireStepUp } from '#server/modules/identity/security/step-up.ts';
import type { SignedIn } from '#server/platform/http/access-token.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { transact } from '#server/platform/transact.ts';
import { validateChanges } from './changes.ts';
import { lockOwner, takenError } from './own-row.ts';
import { profileOf } from './profile-view.ts';
import * as profile from './queries.ts';
import { changeWallet } from './wallet.ts';

/**
 * Gives the demo's user a wallet as if it had long been theirs: after a change of their own nothing could be redeemed for a day, and there
 * is a demo for an afternoon. Whoever has chosen one, or none, keeps to that.
 */
export const giveDemoWallet = (deps: Deps, userId: string, wallet: string): Promise<void> =>
  profile.setFirstWallet(deps.db, userId, wallet, new Date(deps.now().getTime() - DEMO_WALLET_AGE_MS));

const DEMO_WALLET_AGE_MS = 30 * 86_400_000;

/**
 * Changes all that is given, or nothing; another wallet, the first one too, after a step-up, and only
 * once the account's address is confirmed. What is so already is no change.
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
