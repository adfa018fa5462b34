import type { Exclusion } from '#contract/care.ts';
import { EXCLUSION_KINDS } from '#domain/care.ts';
import type { Db } from '#server/db/pool.ts';
import * as care from './queries.ts';

/** The time away from play that a user is in; null where they are not. */
export async function exclusionOf(db: Db, userId: string, at: Date): Promise<Exclusion | null> {
  const exclusion = await care.findExclusion(db, userId, at);
  if (!exclusion) return null;
  return { kind: EXCLUSION_KINDS.find((kind) => kind === exclusion.kind)!, until: exclusion.until.toISOString() };
}
