import { hashSync, verifySync } from '@node-rs/argon2';
import { createPasswords } from '#server/modules/identity/auth/passwords.ts';

/** The least that argon2 allows, in the test's own thread: 50 µs instead of 40 ms, and no waiting for an idle processor. */
const COST = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** Hash of a password that nobody knows. */
export const HASH_OF_NOBODY = hashSync('nobody', COST);

/** Passwords of test apps. The real cost and threads are tested in auth/passwords.test.ts and auth/password-threads.test.ts. */
export const cheapPasswords = createPasswords(
  async (task) => (task.kind === 'hash' ? hashSync(task.password, COST) : verifySync(task.passwordHash, task.password)),
  HASH_OF_NOBODY,
);
