import webPush from 'web-push';
import type { Deps } from '#server/deps.ts';
import { seal, unseal } from '#server/platform/crypto/server-keys.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** The site's VAPID key pair for push services (RFC 8292): an uncompressed P-256 point and its private key, base64url. */
export interface VapidKey {
  publicKey: string;
  privateKey: string;
}

/**
 * Returns the site's only VAPID key, creating it on first use. It is stored encrypted in the database, so that all processes share it and
 * backups contain it: a browser that subscribed with another key cannot be notified. If it cannot be decrypted because SERVER_KEY was lost,
 * a new one is created and browsers subscribe again when they next open the site.
 */
export function vapidKey(deps: Deps): Promise<VapidKey> {
  const known = keys.get(deps.serverKeys);
  if (known) return known;
  const made = findOrMake(deps).catch((error) => {
    keys.delete(deps.serverKeys);
    throw error;
  });
  keys.set(deps.serverKeys, made);
  return made;
}

const keys = new WeakMap<Deps['serverKeys'], Promise<VapidKey>>();

async function findOrMake(deps: Deps): Promise<VapidKey> {
  const known = await open(deps);
  if (known !== null) return known;
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  const row = { public_key: publicKey, sealed: seal(deps, privateKey), created_at: deps.now() };
  // If two processes start at once, the first key inserted is used.
  await deps.db
    .insertInto('vapid_key')
    .values(row)
    .onConflict((oc) => oc.column('singleton').doNothing())
    .execute();
  return (await open(deps)) ?? replaceUnreadable(deps, row, { publicKey, privateKey });
}

async function open(deps: Deps): Promise<VapidKey | null> {
  const row = await findKey(deps.db);
  const privateKey = row ? unseal(deps, row.sealed) : null;
  return row === undefined || privateKey === null ? null : { publicKey: row.public_key, privateKey };
}

async function replaceUnreadable(
  deps: Deps,
  row: { public_key: string; sealed: Buffer; created_at: Date },
  made: VapidKey,
): Promise<VapidKey> {
  deps.log.warn('the VAPID key is encrypted with a key that is no longer in SERVER_KEY: created a new one, browsers must subscribe again');
  await deps.db.updateTable('vapid_key').set(row).execute();
  return (await open(deps)) ?? made;
}

const findKey = (db: Db) => db.selectFrom('vapid_key').select(['public_key', 'sealed']).executeTakeFirst();

/** Re-encrypts the key with the current server key; returns the number of re-encrypted keys. */
export async function resealVapidKey(deps: Deps): Promise<number> {
  const row = await findKey(deps.db);
  const [present] = deps.serverKeys;
  if (row === undefined || unseal({ serverKeys: [present] }, row.sealed) !== null) return 0;
  const privateKey = unseal(deps, row.sealed);
  if (privateKey === null) return 0;
  const { numUpdatedRows } = await deps.db
    .updateTable('vapid_key')
    .set({ sealed: seal(deps, privateKey) })
    .where('sealed', '=', row.sealed)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
