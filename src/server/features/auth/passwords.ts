import { hash, verify } from '@node-rs/argon2';
import commonPasswords from 'fxa-common-password-list';

/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane. Hashing happens on libuv's threads. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** One spelling for what looks the same: keyboards differ in how they compose "ế". */
const spelled = (password: string) => password.normalize('NFC');

export const hashPassword = (password: string): Promise<string> => hash(spelled(password), COST);

/** Whether the password is right; where there is no hash, it takes as long to say no. */
export async function isPasswordRight(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const isRight = await verify(passwordHash ?? (await hashOfNobody), spelled(password));
  return isRight && passwordHash != null;
}

const hashOfNobody = hashPassword('Nobody signs in with this 1');

/** Among the most used ones, in any case: "Password1" is as easily guessed as "password1". */
export const isPasswordCommon = (password: string): boolean => commonPasswords.test(password.toLowerCase());
