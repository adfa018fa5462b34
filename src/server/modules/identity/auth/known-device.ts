import { sql } from 'kysely';
import { validate } from 'uuid';
import type { Db } from '#server/platform/db/pool.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { DEVICE_COOKIE } from './device.ts';

/**
 * Returns the device id that the browser claims; null without a valid one. Only `isKnownDevice` says whether an account knows the device.
 */
export function claimedDevice(request: Pick<RequestContext, 'cookie'>): string | null {
  const claimed = request.cookie(DEVICE_COOKIE);
  return claimed && validate(claimed) ? claimed.toLowerCase() : null;
}

/**
 * Returns whether the account with this address was used in the browser with this device cookie: it registered there, was signed in there
 * within the last months, or its password was last reset there. The cookie contains 122 random bits, so nobody else can present it.
 * Sessions that ended before the address was confirmed, or through its confirmation, do not count, as they may have belonged to somebody
 * else.
 */
export async function isKnownDevice(db: Db, email: string, device: string | null): Promise<boolean> {
  if (device === null) return false;
  const { rows } = await sql`
    select 1 from users u
    where u.email = ${email} and ((u.email_verified_at is null and u.registration_device_id = ${device}::uuid) or u.recovery_device_id = ${device}::uuid
      or exists (select from sessions s where s.user_id = u.id and s.device_id = ${device}::uuid
        and (u.email_verified_at is null or s.ended_at is null or s.ended_at > u.email_verified_at)))`.execute(db);
  return rows.length > 0;
}
