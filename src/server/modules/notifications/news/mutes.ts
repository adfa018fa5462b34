import { type RawBuilder, sql } from 'kysely';
import type { ParsedInputOf } from '#contract/endpoint.ts';
import type { putMute as putMuteEndpoint } from '#contract/notifications.ts';
import { UUID } from '#domain/uuid.ts';
import type { Deps } from '#server/deps.ts';
import { requireUser } from '#server/modules/identity/public.ts';
import { isKeyedHash, keyedHash } from '#server/platform/crypto/server-keys.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { SignedIn } from '#server/platform/http/access-token.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { type RequestLimit, requestLimit } from '#server/platform/http/request-limit.ts';
import { transact } from '#server/platform/transact.ts';

/** Purpose of the keyed hash in a proof. */
const PURPOSE = 'mute';
const MATCH_TAG = /^match:(\d{1,10})$/;

/** Returns the proof with which a device may mute the match that a card is about; null for cards about anything else. */
export function muteProof({ serverKeys: [key] }: Pick<Deps, 'serverKeys'>, deviceId: string, tag: string): string | null {
  const matchId = MATCH_TAG.exec(tag)?.[1];
  return matchId === undefined ? null : `${deviceId}.${matchId}.${keyedHash(key, PURPOSE, deviceId, matchId).toString('base64url')}`;
}

/** Returns the device and the match of a proof. Throws `not_found` if we did not make it. */
function readProof({ serverKeys }: Pick<Deps, 'serverKeys'>, proof: string): { deviceId: string; matchId: number } {
  const [deviceId = '', matchId = '', hash = '', ...rest] = proof.split('.');
  const isOurs =
    UUID.test(deviceId) && rest.length === 0 && isKeyedHash(Buffer.from(hash, 'base64url'), serverKeys, PURPOSE, deviceId, matchId);
  if (!isOurs) throw new AppError('not_found');
  return { deviceId, matchId: Number(matchId) };
}

const CHANGES_PER_MINUTE = 30;

export const muteLimit = (deps: Deps): RequestLimit => requestLimit(deps, 'mute', CHANGES_PER_MINUTE, 60);

/**
 * Mutes a match for the user of a device, on all devices and in the chat, or ends that. What waits to be sent about it is dropped. Throws
 * `not_found` for a false proof and for a device that gets no notifications any more, and `rate_limited`.
 */
export async function setMute(
  deps: Deps,
  limit: RequestLimit,
  { proof, is_muted }: ParsedInputOf<typeof putMuteEndpoint>,
): Promise<Record<string, never>> {
  const { deviceId, matchId } = readProof(deps, proof);
  await limit.count(deviceId);
  await transact(deps, async (db) => {
    const device = await findSignedInDevice(db, deviceId, deps.now());
    if (!device) throw new AppError('not_found');
    if (is_muted) await mute(db, device.user_id, matchId, deps.now());
    else await db.deleteFrom('match_mutes').where('user_id', '=', device.user_id).where('match_id', '=', matchId).execute();
  });
  return {};
}

/** Ends the muting of all matches of the caller. */
export async function unmuteAll(deps: Deps, caller: SignedIn): Promise<Record<string, never>> {
  const { id } = await requireUser(deps, caller.id);
  await deps.db.deleteFrom('match_mutes').where('user_id', '=', id).execute();
  return {};
}

const findSignedInDevice = (db: Db, id: string, at: Date) =>
  db
    .selectFrom('push_devices as d')
    .innerJoin('sessions as s', 's.id', 'd.session_id')
    .select('d.user_id')
    .where('d.id', '=', id)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', at)
    .executeTakeFirst();

async function mute(db: Db, userId: string, matchId: number, at: Date): Promise<void> {
  await db
    .insertInto('match_mutes')
    .values({ user_id: userId, match_id: matchId, muted_at: at })
    .onConflict((oc) => oc.columns(['user_id', 'match_id']).doUpdateSet({ muted_at: at }))
    .execute();
  // A row of a chat stays without a time: it knows the message that shows the match.
  const waiting = db.updateTable('notifications').set({ next_try_at: null });
  await waiting.where('user_id', '=', userId).where('tag', '=', `match:${matchId}`).execute();
}

/** Whether the user of column `userId` has muted a match, and has not starred it since. */
export const isMuted = (userId: string, matchId: number): RawBuilder<boolean> => sql<boolean>`
  exists (select from match_mutes m where m.user_id = ${sql.ref(userId)} and m.match_id = ${matchId} and not exists (
    select from favorites f where f.user_id = m.user_id and f.kind = 'match' and f.target_id = m.match_id and f.created_at > m.muted_at))`;

/** Counts the matches that a user has muted. */
export async function countMutes(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('match_mutes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Forgets what was muted before a time: those matches are over. */
export async function deleteOldMutes(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('match_mutes').where('muted_at', '<', before).execute();
}
