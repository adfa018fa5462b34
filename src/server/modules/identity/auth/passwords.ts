import commonPasswords from 'fxa-common-password-list';
import { inThread } from './password-threads.ts';

/** One spelling for what looks the same: keyboards differ in how they compose "ế". */
const spelled = (password: string) => password.normalize('NFC');

/** By argon2id. `ip` is of who asks: requesters take turns. Throws `rate_limited`, `unavailable` where too many wait. */
export const hashPassword = async (password: string, ip?: string): Promise<string> =>
  (await inThread({ kind: 'hash', password: spelled(password) }, ip)) as string;

/** Whether the password is right; where there is no hash, it takes as long to say no. `ip` as for `hashPassword`. */
export async function isPasswordRight(passwordHash: string | null | undefined, password: string, ip?: string): Promise<boolean> {
  const known = passwordHash ?? HASH_OF_NOBODY;
  const isRight = await inThread({ kind: 'verify', passwordHash: known, password: spelled(password) }, ip);
  return isRight === true && passwordHash != null;
}

/** At the cost of password-worker.ts, which a test compares; of a password that nobody has. */
export const HASH_OF_NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$f6V9WjRhf2DFAQ0DATkYfQ$TxhSUyFzsjMijKCqnw356Ce9eW8yGFBAG5Xj7J0bvb4';

/** Among the most used ones, in any case ("Password1" is as easily guessed as "password1"), or our own name with a few signs around it. */
export const isPasswordCommon = (password: string): boolean =>
  commonPasswords.test(password.toLowerCase()) || password.toLowerCase().replace(/[^a-z]/g, '') === 'matchpoint';
