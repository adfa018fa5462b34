import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import type { PasswordAnswer, PasswordTask } from './password-threads.ts';

/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Where priorities are those of threads: elsewhere the whole process would give way.
if (process.platform === 'linux') setPriority(10);

const work = (task: PasswordTask): string | boolean =>
  task.kind === 'hash' ? hashSync(task.password, COST) : verifySync(task.passwordHash, task.password);

function answer(id: number, task: PasswordTask): PasswordAnswer {
  try {
    return { id, result: work(task) };
  } catch (error) {
    return { id, error: String(error) };
  }
}

parentPort?.on('message', ({ id, task }: { id: number; task: PasswordTask }) => parentPort?.postMessage(answer(id, task)));
