import { type Selectable, sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';
import type { Users } from '#server/platform/db/schema.ts';

export interface NewToken {
  tokenHash: Buffer;
  userId: string;
  sessionId: string;
  expiresAt: Date;
}

/** Stores a bind token for a user, replacing the previous one. */
export async function replaceToken(db: Db, { tokenHash, userId, sessionId, expiresAt }: NewToken, at: Date): Promise<void> {
  const token = { token_hash: tokenHash, session_id: sessionId, created_at: at, expires_at: expiresAt };
  await db
    .insertInto('telegram_bind_tokens')
    .values({ user_id: userId, ...token })
    .onConflict((oc) => oc.column('user_id').doUpdateSet(token))
    .execute();
}

/** Returns the user of a valid token; undefined for any other. */
export const findAsked = (db: Db, tokenHash: Buffer, at: Date) =>
  db
    .selectFrom('telegram_bind_tokens as t')
    .innerJoin('sessions as s', 's.id', 't.session_id')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .select(['u.id', 'u.email', 'u.public_handle', 'u.status'])
    .where('t.token_hash', '=', tokenHash)
    .where('t.expires_at', '>', at)
    .where('s.ended_at', 'is', null)
    .executeTakeFirst();

/** Consumes a valid token: returns its user and the session that requested it; undefined for any other. */
export const takeToken = (db: Db, tokenHash: Buffer, at: Date) =>
  db
    .deleteFrom('telegram_bind_tokens as t')
    .using('sessions as s')
    .whereRef('s.id', '=', 't.session_id')
    .where('t.token_hash', '=', tokenHash)
    .where('t.expires_at', '>', at)
    .where('s.ended_at', 'is', null)
    .returning(['t.user_id', 's.user_agent', sql<string | null>`host(s.ip)`.as('ip')])
    .executeTakeFirst();

/** Deletes tokens that expired before a moment; returns how many. */
export async function deleteTokens(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('telegram_bind_tokens').where('expires_at', '<', before).executeTakeFirst();
  return Number(numDeletedRows);
}

export type LinkedUser = Selectable<Users> & { reachable: boolean };

/** Returns the user of a Telegram account and whether the bot may write to it; undefined if it is not linked. */
export const findLinkedUser = (db: Db, subject: string): Promise<LinkedUser | undefined> =>
  db
    .selectFrom('linked_accounts as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .selectAll('u')
    .select('l.reachable')
    .where('l.type', '=', 'telegram')
    .where('l.subject', '=', subject)
    .executeTakeFirst();

/** Returns a user's linked Telegram account; undefined if there is none. */
export const findLink = (db: Db, userId: string) =>
  db
    .selectFrom('linked_accounts')
    .select(['subject', 'reachable'])
    .where('user_id', '=', userId)
    .where('type', '=', 'telegram')
    .executeTakeFirst();

/** Stores whether the bot may write to a chat; returns the user if that changed, else null. */
export async function setReachable(db: Db, subject: string, reachable: boolean): Promise<string | null> {
  const changed = await db
    .updateTable('linked_accounts')
    .set({ reachable })
    .where('type', '=', 'telegram')
    .where('subject', '=', subject)
    .where('reachable', '!=', reachable)
    .returning('user_id')
    .executeTakeFirst();
  return changed?.user_id ?? null;
}

export async function setUser(db: Db, userId: string, values: { telegram_notices: boolean } | { locale: string }): Promise<void> {
  await db.updateTable('users').set(values).where('id', '=', userId).execute();
}

export async function findBalance(db: Db, userId: string): Promise<number> {
  const { balance } = await db
    .selectFrom('accounts')
    .select('balance')
    .where('kind', '=', 'balance')
    .where('owner', '=', userId)
    .executeTakeFirstOrThrow();
  return balance;
}
