import type { Deps } from '#server/deps.ts';
import { unseal } from '#server/platform/crypto/seal.ts';
import * as factors from './queries.ts';
import { sealSecret, unsealSecret } from './totp.ts';

/**
 * Seals every secret that is sealed with an older key again with the present one, so that the older key can be removed: unlike codes and
 * tokens, authenticator apps are used for years. Returns how many, of users and admins. Run it daily.
 */
export async function resealSecrets(deps: Deps): Promise<number> {
  if (deps.serverKeys.length === 1) return 0;
  return (await resealOf(deps, factors.USERS)) + (await resealOf(deps, factors.ADMINS));
}

async function resealOf(deps: Deps, holders: factors.Holders): Promise<number> {
  let resealed = 0;
  for (const { id, totp_secret, totp_next_secret } of await factors.findSecrets(deps.db, holders)) {
    for (const [column, sealed] of Object.entries({ totp_secret, totp_next_secret }) as [factors.SecretColumn, Buffer | null][]) {
      if (sealed === null || isOfPresentKey(deps, sealed)) continue;
      const anew = sealSecret(deps, unsealSecret(deps, sealed));
      if (await factors.replaceSealed(deps.db, holders, id, column, sealed, anew)) resealed++;
    }
  }
  return resealed;
}

const isOfPresentKey = ({ serverKeys: [present] }: Deps, sealed: Buffer): boolean => unseal({ serverKeys: [present] }, sealed) !== null;
