import type { ParsedInputOf } from '#contract/endpoint.ts';
import type { Exclusion, excludeSelf as excludeSelfEndpoint } from '#contract/play-limits.ts';
import { checkPlayAllowed, EXCLUSION_KINDS, exclusionEnd } from '#domain/play-limits/play-limits.ts';
import type { Deps } from '#server/deps.ts';
import { hasUnprovenAddress, refuseEndedSession } from '#server/modules/identity/public.ts';
import { lockBalance } from '#server/modules/ledger/public.ts';
import { keyedHash } from '#server/platform/crypto/server-keys.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { SignedIn } from '#server/platform/http/access-token.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { transact } from '#server/platform/transact.ts';
import {
  deleteLimits,
  deleteMarks,
  endExclusion,
  endExclusions,
  findBarriers,
  findExclusion,
  findExclusions,
  findSelfExclusion,
  findTippingPause,
  findTraits,
  findTypedExclusion,
  insertExclusion,
  insertMarks,
  insertReview,
  lockUser,
  pausesTipping,
  type ReviewRow,
  type SelfExclusionRow,
  setReviewState,
  type TraitKind,
} from './exclusion-queries.ts';

/** What a person is recognised by in another account. An address is its `emailIdentity`, a device the id of its cookie. */
export interface Trait {
  kind: TraitKind;
  value: string;
}

/** Returns the exclusion that a user is under; null if there is none. */
export async function exclusionOf(db: Db, userId: string, at: Date): Promise<Exclusion | null> {
  const exclusion = await findExclusion(db, userId, at);
  if (!exclusion) return null;
  return { kind: EXCLUSION_KINDS.find((kind) => kind === exclusion.kind)!, until: exclusion.until.toISOString() };
}

/** Returns a user's times away from play, also past ones: the last to end first. */
export async function exclusionsOf(db: Db, userId: string, limit: number) {
  const rows = await findExclusions(db, userId, limit);
  return rows.map(({ kind, began_at, until, follows }) => ({
    kind: EXCLUSION_KINDS.find((one) => one === kind)!,
    began_at: began_at.toISOString(),
    until: until.toISOString(),
    is_carried: follows !== null,
  }));
}

/** Throws `self_excluded` or `account_leaving` for a user who may not play now. Stakes apply the same rule under their own locks. */
export async function requirePlay(db: Db, userId: string, now: Date): Promise<void> {
  const barriers = await findBarriers(db, userId, now);
  const refusal = barriers && checkPlayAllowed(barriers, now);
  if (refusal) throw new AppError(refusal.code, refusal.params);
}

/** Throws `tipping_paused` for a user who closed tipping for themselves. Every endpoint with `isTipping` asks it (mount.ts). */
export async function requireTipping(db: Db, userId: string, now: Date): Promise<void> {
  const until = await findTippingPause(db, userId, now);
  if (until !== null) throw new AppError('tipping_paused', { until: until.toISOString() });
}

/**
 * Begins a time-out or self-exclusion of the caller; returns the exclusion now in effect: one that lasts longer stays. The lock on the
 * balance waits for stakes in progress, the one on the user's row for traits that are being stored.
 */
export const excludeSelf = (deps: Deps, caller: SignedIn, input: ParsedInputOf<typeof excludeSelfEndpoint>): Promise<Exclusion> => {
  const { id } = caller;
  const { pauses_tipping = false } = input;
  const length = lengthOf(input);
  return transact(deps, async (db, announce) => {
    await lockBalance(db, id);
    await lockUser(db, id);
    await refuseEndedSession(db, caller);
    const now = deps.now();
    const until = exclusionEnd(input.kind, length, now);
    const present = await exclusionOf(db, id, now);
    const isLonger = !present || present.until < until.toISOString();
    // A shorter one may still close tipping, which the present one leaves open.
    const paused = pauses_tipping ? await findTippingPause(db, id, now) : until;
    if (present && !isLonger && paused !== null && paused >= until) return present;
    const marks = input.kind === 'self_exclusion' ? await marksOf(deps, db, id) : [];
    await insertExclusion(
      db,
      { id: newId(deps), user_id: id, kind: input.kind, began_at: now, until, follows: null, pauses_tipping },
      marks,
    );
    announce(`me:${id}`, { t: 'account' });
    return isLonger ? { kind: input.kind, until: until.toISOString() } : present;
  });
};

/** Returns the length: hours for a time-out, months for a self-exclusion; throws for the other unit. */
function lengthOf({ kind, hours, months }: ParsedInputOf<typeof excludeSelfEndpoint>): number {
  const [length, surplus] = kind === 'time_out' ? [hours, months] : [months, hours];
  if (surplus !== undefined) throw new AppError('invalid_payload', { field: kind === 'time_out' ? 'months' : 'hours' });
  if (length === undefined) throw new AppError('missing_fields', { field: kind === 'time_out' ? 'hours' : 'months' });
  return length;
}

/** Deletes the marks of exclusions that are over; returns how many marks. Run it daily. */
export const purgeExclusionMarks = ({ db, now }: Deps): Promise<number> => deleteMarks(db, now());

/**
 * Carries a self-exclusion over to another account of the same person: an active one that matches one of these traits also applies to this
 * user until it ends, and if the user is excluded, the traits are stored as marks. Call it in the transaction that gives a user a trait,
 * after the trait was written: an exclusion that begins meanwhile waits for the user's row, and then finds the trait. Costs one query if
 * nobody is excluded. A wallet that the excluded user only entered is no proof: another user with it may go on playing, and an operator
 * decides.
 */
export async function carryExclusions(deps: Deps, db: Db, userId: string, traits: readonly Trait[]): Promise<void> {
  const exclusion = await findSelfExclusion(db, userId, possibleMarks(deps, traits), deps.now());
  const wallets = traits.filter(({ kind }) => kind === 'wallet' || kind === 'paid_wallet');
  if (wallets.length > 0) await reviewWallets(deps, db, userId, wallets, exclusion);
  if (!exclusion) return;
  const marks = await marksOf(deps, db, userId, traits);
  if (exclusion.user_id === userId) return insertMarks(db, exclusion.id, marks);
  const { id: follows, began_at, until, pauses_tipping } = exclusion;
  await insertExclusion(db, { id: newId(deps), user_id: userId, kind: 'self_exclusion', began_at, until, follows, pauses_tipping }, marks);
}

/** Creates a review for operators if a user with a longer exclusion has entered one of this user's wallets. */
async function reviewWallets(
  deps: Deps,
  db: Db,
  userId: string,
  wallets: readonly Trait[],
  carried: SelfExclusionRow | undefined,
): Promise<void> {
  const now = deps.now();
  const marks = wallets.flatMap(({ value }) => deps.serverKeys.map((key) => markOf(key, 'wallet', value)));
  const typed = await findTypedExclusion(db, userId, marks, now);
  if (!typed || (carried && carried.until >= typed.until)) return;
  await insertReview(db, { user_id: userId, exclusion_id: typed.id, reason: 'wallet', until: typed.until, created_at: now });
}

/**
 * Ends a user's exclusions and limits, as they were set before the account's address was confirmed; returns whether there was an exclusion
 * or limit. Operators review self-exclusions, which last half a year or longer: the owner may have set them in another browser.
 */
export async function endUnprovenExclusions(deps: Deps, db: Db, userId: string): Promise<boolean> {
  const now = deps.now();
  const ended = await endExclusions(db, userId, now);
  for (const { id, until } of ended)
    await insertReview(db, { user_id: userId, exclusion_id: id, reason: 'confirmed', until, created_at: now });
  return (await deleteLimits(db, userId)) || ended.length > 0;
}

/**
 * Applies an operator's decision about a self-exclusion that may belong to a user: either it applies to the user until its original end,
 * unless the user is excluded for longer already; or it does not apply, and ends if it was carried over.
 */
export async function decideReview(
  deps: Deps,
  db: Db,
  review: Omit<ReviewRow, 'state'>,
  decision: 'exclude' | 'dismiss',
): Promise<'excluded' | 'dismissed'> {
  const { user_id: userId, exclusion_id, until, reason } = review;
  const now = deps.now();
  await lockUser(db, userId);
  const state = decision === 'exclude' ? 'excluded' : 'dismissed';
  await setReviewState(db, review, state, now);
  if (decision === 'dismiss') {
    if (reason === 'carried') await endExclusion(db, exclusion_id, now);
    return state;
  }
  const present = await exclusionOf(db, userId, now);
  if (present && present.until >= until.toISOString()) return state;
  const pauses_tipping = await pausesTipping(db, exclusion_id);
  const row = { id: newId(deps), user_id: userId, kind: 'self_exclusion', began_at: now, until, follows: exclusion_id, pauses_tipping };
  await insertExclusion(db, row, await marksOf(deps, db, userId));
  return state;
}

/**
 * Returns the marks of all traits of a user, and of `more`. An address counts once it is confirmed, as anybody can enter somebody else's.
 */
async function marksOf(deps: Deps, db: Db, userId: string, more: readonly Trait[] = []): Promise<Buffer[]> {
  const isUnproven = await hasUnprovenAddress(db, userId);
  const added = more.filter(({ kind }) => kind === 'device' || (kind !== 'email' && !isUnproven));
  const traits = [...(await findTraits(db, userId)), ...added];
  return traits.map(({ kind, value }) => markOf(deps.serverKeys[0], kind, value));
}

/** Returns the marks of traits under each of our keys. A wallet matches where it was paid to its user; entering it alone is no proof. */
function possibleMarks({ serverKeys }: Deps, traits: readonly Trait[]) {
  const marks = (some: readonly Trait[]) =>
    some.flatMap(({ kind, value }) => serverKeys.map((key) => markOf(key, provenKind(kind), value)));
  return { personal: marks(traits.filter(({ kind }) => kind !== 'device')), device: marks(traits.filter(({ kind }) => kind === 'device')) };
}

const provenKind = (kind: Trait['kind']): Trait['kind'] => (kind === 'wallet' ? 'paid_wallet' : kind);

const markOf = (serverKey: Uint8Array, kind: string, value: string): Buffer => keyedHash(serverKey, 'exclusion mark', kind, value);
