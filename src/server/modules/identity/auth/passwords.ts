import commonPasswords from 'fxa-common-password-list';
import { inThread } from './password-threads.ts';

/** Normalises a password: keyboards differ in how they compose "ế". */
const spelled = (password: string) => password.normalize('NFC');

/**
 * Hashes a password with argon2id. `ip` is the client's address: requesters take turns. Throws `rate_limited`, `unavailable` if too many
 * wait.
 */
export const hashPassword = async (password: string, ip?: string): Promise<string> =>
  (await inThread({ kind: 'hash', password: spelled(password) }, ip)) as string;

/** Returns whether the password is right; without a hash, returning false takes as long. `ip` as for `hashPassword`. */
export async function isPasswordRight(passwordHash: string | null | undefined, password: string, ip?: string): Promise<boolean> {
  const known = passwordHash ?? HASH_OF_NOBODY;
  const isRight = await inThread({ kind: 'verify', passwordHash: known, password: spelled(password) }, ip);
  return isRight === true && passwordHash != null;
}

/** Hash of a random password at the cost of password-worker.ts; a test checks that the costs are the same. */
export const HASH_OF_NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$f6V9WjRhf2DFAQ0DATkYfQ$TxhSUyFzsjMijKCqnw356Ce9eW8yGFBAG5Xj7J0bvb4';

/**
 * Returns whether a password is among the most common ones, in any case ("Password1" is as easily guessed as "password1"), or is our name
 * with a few characters around it.
 */
export const isPasswordCommon = (password: string): boolean =>
  commonPasswords.test(password.toLowerCase()) || password.toLowerCase().replace(/[^a-z]/g, '') === 'matchpoint';
