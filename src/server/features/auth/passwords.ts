import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import commonPasswords from 'fxa-common-password-list';
import { createTurns } from '#server/turns.ts';

/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane. Hashing happens on libuv's threads. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** One core stays free for everybody else: with four threads on two cores, all other answers waited for those who sign in (bench/login.ts). */
const inTurn = createTurns(Math.max(1, availableParallelism() - 1));

/** One spelling for what looks the same: keyboards differ in how they compose "ế". */
const spelled = (password: string) => password.normalize('NFC');

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(spelled(password), COST));

/** Whether the password is right; where there is no hash, it takes as long to say no. */
export async function isPasswordRight(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const known = passwordHash ?? (await hashOfNobody);
  const isRight = await inTurn(() => verify(known, spelled(password)));
  return isRight && passwordHash != null;
}

const hashOfNobody = hashPassword('Nobody signs in with this 1');

/** Among the most used ones, in any case: "Password1" is as easily guessed as "password1". */
export const isPasswordCommon = (password: string): boolean => commonPasswords.test(password.toLowerCase());
