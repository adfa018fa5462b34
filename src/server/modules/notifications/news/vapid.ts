import webPush from 'web-push';
import type { Deps } from '#server/deps.ts';
import { seal, unseal } from '#server/platform/crypto/seal.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** Our name to push services (RFC 8292): an uncompressed point of P-256 and its secret, base64url. */
export interface VapidKey {
  publicKey: string;
  privateKey: string;
}

/**
 * The site's one key, made when it is first asked for. It is in the database, sealed, so that all processes have the same one and a backup
 * keeps it: a browser that subscribed with another one can be told nothing. Where it cannot be opened, as SERVER_KEY was lost, it is made anew
 * and browsers subscribe again when they are next opened.
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
  // Of two processes that start at once the first one's holds.
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
  deps.log.warn('the key to push services was sealed with a key that is not among SERVER_KEY any more: browsers have to subscribe anew');
  await deps.db.updateTable('vapid_key').set(row).execute();
  return (await open(deps)) ?? made;
}

const findKey = (db: Db) => db.selectFrom('vapid_key').select(['public_key', 'sealed']).executeTakeFirst();

/** Seals the key anew with the server key that signs now; says of how many. */
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
