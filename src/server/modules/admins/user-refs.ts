import { sql } from 'kysely';
import type { UserRef } from '#contract/approvals.ts';
import { displayName } from '#server/modules/identity/public.ts';
import type { Db } from '#server/platform/db/pool.ts';

interface NamedUser {
  id: string;
  display_name: string | null;
  public_handle: string;
  email: string | null;
}

/** Builds the reference by which the console names a user. */
export const userRef = ({ id, display_name, public_handle, email }: NamedUser): UserRef => ({
  id,
  display_name: displayName({ display_name, public_handle, email }),
  public_handle,
  email,
});

/** Returns the references of users, by id. */
export async function findUserRefs(db: Db, ids: readonly string[]): Promise<Map<string, UserRef>> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'display_name', 'public_handle', 'email'])
    .where('id', '=', sql<string>`any(${[...new Set(ids)]}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, userRef(row)]));
}
