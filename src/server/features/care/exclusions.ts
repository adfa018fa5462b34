import type { Exclusion } from '#contract/care.ts';
import { EXCLUSION_KINDS } from '#domain/care.ts';
import type { Db } from '#server/db/pool.ts';
import type { Deps } from '#server/deps.ts';
import { newId } from '#server/new-id.ts';
import { keyedHash } from '#server/server-keys.ts';
import * as care from './exclusion-queries.ts';

/** What somebody is recognised by in another account of theirs. An address is its `emailIdentity`, a device the id of its cookie. */
export interface Trait {
  kind: 'email' | 'phone' | 'wallet' | 'device' | 'google' | 'telegram';
  value: string;
}

/** The time away from play that a user is in; null where they are not. */
export async function exclusionOf(db: Db, userId: string, at: Date): Promise<Exclusion | null> {
  const exclusion = await care.findExclusion(db, userId, at);
  if (!exclusion) return null;
  return { kind: EXCLUSION_KINDS.find((kind) => kind === exclusion.kind)!, until: exclusion.until.toISOString() };
}

/**
 * Lets a self-exclusion follow its owner: one in force that knows one of these traits holds for this user too, as long as it holds there, and
 * where the user is excluded the traits are remembered as theirs. Call it in the transaction that gives a user a trait, after it was
 * written: who begins an exclusion meanwhile waits for the user's row, and then finds what is there. One query where nobody is excluded.
 */
export async function carryExclusions(deps: Deps, db: Db, userId: string, traits: readonly Trait[]): Promise<void> {
  const exclusion = await care.findSelfExclusion(db, userId, possibleMarks(deps, traits), deps.now());
  if (!exclusion) return;
  const marks = await marksOf(deps, db, userId, traits);
  if (exclusion.user_id === userId) return care.insertMarks(db, exclusion.id, marks);
  const { id: follows, began_at, until } = exclusion;
  await care.insertExclusion(db, { id: newId(deps), user_id: userId, kind: 'self_exclusion', began_at, until, follows }, marks);
}

/** All that a user is recognised by, and `more`. An address counts once it is confirmed: anybody can type somebody else's. */
async function marksOf(deps: Deps, db: Db, userId: string, more: readonly Trait[]): Promise<Buffer[]> {
  const traits = [...(await care.findTraits(db, userId)), ...more.filter(({ kind }) => kind !== 'email')];
  return traits.map(({ kind, value }) => markOf(deps.serverKeys[0], kind, value));
}

/** Under whichever of our keys they were written. */
function possibleMarks({ serverKeys }: Deps, traits: readonly Trait[]) {
  const marks = (some: readonly Trait[]) => some.flatMap(({ kind, value }) => serverKeys.map((key) => markOf(key, kind, value)));
  return { personal: marks(traits.filter(({ kind }) => kind !== 'device')), device: marks(traits.filter(({ kind }) => kind === 'device')) };
}

const markOf = (serverKey: Uint8Array, kind: string, value: string): Buffer => keyedHash(serverKey, 'exclusion mark', kind, value);
