import { createHmac } from 'node:crypto';
import type { Deps } from '#server/deps.ts';
import { seal, unseal } from '#server/platform/crypto/server-keys.ts';

/** Of the Standard Webhooks specification (https://www.standardwebhooks.com). */
const PREFIX = 'whsec_';
const SECRET_BYTES = 32;
const USER_AGENT = 'Matchpoint-Webhooks/1';

/** Returns a new secret as its owner sees it, and sealed for the database. */
export function newSecret(deps: Pick<Deps, 'serverKeys' | 'randomBytes'>): { secret: string; sealed: Buffer } {
  const secret = PREFIX + Buffer.from(deps.randomBytes(SECRET_BYTES)).toString('base64');
  return { secret, sealed: seal(deps, secret) };
}

export interface Signer {
  secret: Buffer;
  old_secret: Buffer | null;
  old_secret_until: Date | null;
}

/**
 * Returns the headers of a request that tells an event: signed with the secret and, for a day after a rotation, with the one before. Null if
 * the secret cannot be read because the key of the installation was lost.
 */
export function signedHeaders(
  deps: Pick<Deps, 'serverKeys'>,
  { secret, old_secret, old_secret_until }: Signer,
  { id, body }: { id: string; body: string },
  at: Date,
): Record<string, string> | null {
  const isOldValid = old_secret !== null && old_secret_until !== null && old_secret_until > at;
  const keys = [keyOf(deps, secret), isOldValid ? keyOf(deps, old_secret) : null].filter((key) => key !== null);
  if (keys.length === 0) return null;
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const signatures = keys.map((key) => `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`);
  return {
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

/** Keys by what was sealed: unsealing costs more than signing. */
const opened = new WeakMap<Deps['serverKeys'], Map<string, Buffer>>();
const OPENED_MAX = 10_000;

function keyOf(deps: Pick<Deps, 'serverKeys'>, sealed: Buffer): Buffer | null {
  const known = opened.get(deps.serverKeys) ?? new Map<string, Buffer>();
  opened.set(deps.serverKeys, known);
  const name = sealed.toString('latin1');
  const before = known.get(name);
  if (before) return before;
  const secret = unseal(deps, sealed);
  if (secret === null) return null;
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  if (known.size >= OPENED_MAX) known.clear();
  known.set(name, key);
  return key;
}

/** Seals secrets again with the current server key; returns how many. */
export async function resealWebhookSecrets(deps: Deps): Promise<number> {
  const [present] = deps.serverKeys;
  const rows = await deps.db.selectFrom('webhooks').select(['id', 'secret', 'old_secret']).execute();
  const again = (sealed: Buffer | null): Buffer | null => {
    if (sealed === null || unseal({ serverKeys: [present] }, sealed) !== null) return null;
    const secret = unseal(deps, sealed);
    return secret === null ? null : seal(deps, secret);
  };
  let resealed = 0;
  for (const { id, secret, old_secret } of rows) {
    const [next, nextOld] = [again(secret), again(old_secret)];
    if (next === null && nextOld === null) continue;
    const { numUpdatedRows } = await deps.db
      .updateTable('webhooks')
      .set({ ...(next && { secret: next }), ...(nextOld && { old_secret: nextOld }) })
      .where('id', '=', id)
      // A rotation in the meantime is kept.
      .where('secret', '=', secret)
      .executeTakeFirst();
    resealed += Number(numUpdatedRows);
  }
  return resealed;
}
