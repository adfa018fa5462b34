import type { ApiKey } from '#contract/api-keys.ts';
import type { ApiScope } from '#domain/identity/api-key.ts';
import type { Db } from '#server/platform/db/pool.ts';

const COLUMNS = ['id', 'name', 'hint', 'scopes', 'created_at', 'last_used_at', 'expires_at', 'revoked_at'] as const;

/** Of a user who makes and revokes many, the oldest that have ended are not listed. */
const LISTED_MAX = 200;

/** Returns a user's stored keys without their hashes, which are secrets: valid ones first, then the newest; all of them without a limit. */
export const findKeys = (db: Db, userId: string, at: Date, limit: number | null = LISTED_MAX) =>
  db
    .selectFrom('api_keys')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .orderBy((eb) => eb.and([eb('revoked_at', 'is', null), eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', at)])]), 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .$if(limit !== null, (query) => query.limit(limit!))
    .execute();

export type KeyRow = Awaited<ReturnType<typeof findKeys>>[number];

/** Counts the keys of a user that are valid at a time. */
export async function countValidKeys(db: Db, userId: string, at: Date): Promise<number> {
  const { count } = await db
    .selectFrom('api_keys')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', at)]))
    .executeTakeFirstOrThrow();
  return count;
}

export interface NewKey {
  id: string;
  user_id: string;
  name: string;
  hint: string;
  key_hash: Buffer;
  scopes: ApiScope[];
  created_at: Date;
  expires_at: Date | null;
}

export const insertKey = (db: Db, key: NewKey): Promise<KeyRow> =>
  db.insertInto('api_keys').values(key).returning(COLUMNS).executeTakeFirstOrThrow();

/** Returns a user's key; undefined if the user has no such key. */
export const findKey = (db: Db, userId: string, id: string) =>
  db.selectFrom('api_keys').select(COLUMNS).where('user_id', '=', userId).where('id', '=', id).executeTakeFirst();

/** Revokes a user's keys, or the one key, and returns the hashes of those that were not revoked before. */
export async function revokeKeys(db: Db, userId: string, at: Date, id?: string): Promise<Buffer[]> {
  const revoked = await db
    .updateTable('api_keys')
    .set({ revoked_at: at })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .returning('key_hash')
    .execute();
  return revoked.map(({ key_hash }) => key_hash);
}

/** Deletes keys that were revoked or expired before a moment; returns how many. */
export async function deleteKeys(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('api_keys')
    .where((eb) => eb.or([eb('revoked_at', '<', before), eb('expires_at', '<', before)]))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export const keyView = ({ id, name, hint, scopes, ...times }: KeyRow): ApiKey => ({
  ...{ id, name, hint, scopes: scopes as ApiScope[] },
  created_at: times.created_at.toISOString(),
  last_used_at: times.last_used_at?.toISOString() ?? null,
  expires_at: times.expires_at?.toISOString() ?? null,
  revoked_at: times.revoked_at?.toISOString() ?? null,
});
