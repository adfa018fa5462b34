import { sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';

/** Returns whether an account was registered, or ever signed in to, in this browser. */
export async function isKnownBrowser(db: Db, userId: string, deviceId: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from users where id = ${userId} and registration_device_id = ${deviceId})
      or exists (select from sessions where user_id = ${userId} and device_id = ${deviceId}) as known`.execute(db);
  return rows[0]!.known;
}

/** Tables with rows by which an impostor could come back to an account or be reached. */
const ARMS = ['linked_accounts', 'recovery_codes', 'telegram_bind_tokens', 'push_devices'] as const;

/** Deletes these rows and the links of warnings, which were sent to the same contacts; returns whether there was a way to come back. */
export async function deleteArms(db: Db, userId: string): Promise<boolean> {
  let deleted = 0n;
  for (const table of ARMS) deleted += (await db.deleteFrom(table).where('user_id', '=', userId).executeTakeFirst()).numDeletedRows;
  await db.deleteFrom('security_links').where('user_id', '=', userId).execute();
  return deleted > 0n;
}

/** Columns of a user without any settings. */
const BARE = {
  ...{ totp_secret: null, totp_enabled_at: null, totp_step: null, totp_next_secret: null },
  ...{ phone: null, phone_verified_at: null, wallet_address: null, deletion_due_at: null, recovery_device_id: null },
} as const;
const UNINVITED = { invited_by: null, invited_with: null, invited_through: null } as const;

export interface Kept {
  password: boolean;
  invitation: boolean;
}

/** Removes the second factor, phone, wallet, past wallets and a deletion request, and everything else that is not to be kept. */
export async function makeBare(db: Db, userId: string, kept: Kept, at: Date) {
  const user = await db
    .updateTable('users')
    .set((eb) => ({
      ...BARE,
      wallet_changed_at: eb.case().when('wallet_address', 'is', null).then(eb.ref('wallet_changed_at')).else(at).end(),
      ...(!kept.password && { password_hash: null, password_changed_at: at }),
      ...(!kept.invitation && UNINVITED),
    }))
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow();
  // Runs after the update, whose trigger stores the removed wallet as a past one.
  await db.deleteFrom('past_wallets').where('user_id', '=', userId).execute();
  return user;
}

/** Returns the ids of other users who hold this mailbox without having confirmed it, ordered by id. */
export async function findUnprovenHolders(db: Db, email: string, identity: string, exceptUserId: string): Promise<string[]> {
  const holders = await db
    .selectFrom('users')
    .select('id')
    .where((eb) => eb.or([eb('email', '=', email), eb('email_identity', '=', identity)]))
    .where('email_verified_at', 'is', null)
    .where('id', '!=', exceptUserId)
    .orderBy('id')
    .execute();
  return holders.map(({ id }) => id);
}

/** Removes an unconfirmed address from a user, and schedules the erasure of the account. */
export async function takeAddress(db: Db, userId: string, dueAt: Date): Promise<void> {
  await db
    .updateTable('users')
    .set({ email: null, email_identity: null, deletion_due_at: dueAt })
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
    .execute();
}
