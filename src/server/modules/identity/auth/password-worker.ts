import { execFileSync } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';
import { workerData } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import type { GivesWay, PasswordTask } from './passwords.ts';

/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// On Linux priorities apply to threads; on other systems the whole process would be slowed down.
if (process.platform === 'linux') giveWay(workerData as GivesWay);

/**
 * Lowers the priority of this thread. A thread of lower priority still finishes its time slice, some milliseconds; one with the policy
 * SCHED_IDLE is preempted at once. Node has no call for that policy: where `chrt` (util-linux) is missing or not permitted, the thread
 * keeps the lower priority.
 */
function giveWay(when: GivesWay): void {
  setPriority(10);
  if (when === 'mostly') return;
  try {
    execFileSync('chrt', ['--idle', '--pid', '0', basename(readlinkSync('/proc/thread-self'))], { stdio: 'ignore' });
  } catch {
    // The lower priority remains in effect.
  }
}

export function run(task: PasswordTask): string | boolean {
  return task.kind === 'hash' ? hashSync(task.password, COST) : verifySync(task.passwordHash, task.password);
}
