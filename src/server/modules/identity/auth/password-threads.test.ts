import { readdirSync, readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, it } from 'vitest';
import { createPasswordThreads, type GivesWay, openPasswordThread } from './passwords.ts';

const opened: { givesWay: GivesWay; worker: Worker }[] = [];
afterEach(() => Promise.all(opened.splice(0).map(({ worker }) => worker.terminate())));

function openCounted(givesWay: GivesWay, open = openPasswordThread): Worker {
  const worker = open(givesWay);
  opened.push({ givesWay, worker });
  return worker;
}

/** Simulates a busy machine: the thread receives the task but is never scheduled. */
const openWithoutTurn = () => new Worker('setInterval(() => {}, 1_000)', { eval: true });

const openEnding = () => new Worker('process.exit(1)', { eval: true });

/** Returns the ids of this process's threads whose policy is SCHED_IDLE: 5 in the 41st field of their stat, see proc(5). */
const idleThreads = (): string[] =>
  readdirSync('/proc/self/task').filter((id) => {
    const stat = readFileSync(`/proc/self/task/${id}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[38] === '5';
  });

const hash = (password: string) => ({ kind: 'hash', password }) as const;
const verify = (passwordHash: string, password: string) => ({ kind: 'verify', passwordHash, password }) as const;

it('uses a higher-priority thread while the lowest-priority one is starved, and answers every request', async () => {
  const ask = createPasswordThreads({
    count: 1,
    heldUpAfterMs: 20,
    open: (givesWay) => openCounted(givesWay, givesWay === 'always' ? openWithoutTurn : openPasswordThread),
  });
  const hashes = (await Promise.all(['A', 'B', 'C'].map((password) => ask(hash(password))))) as string[];
  expect(await Promise.all(hashes.map((known) => ask(verify(known, 'B'))))).toEqual([false, true, false]);
  expect(opened.map(({ givesWay }) => givesWay)).toEqual(['always', 'mostly']);
});

it('answers each request once with its own result, though two threads work at the same password', async () => {
  const ask = createPasswordThreads({ count: 1, heldUpAfterMs: 0, open: openCounted });
  const hashes = (await Promise.all(['A', 'B'].map((password) => ask(hash(password))))) as string[];
  const tries = Array.from({ length: 40 }, (_, n) => ask(verify(hashes[n % 2]!, n % 4 < 2 ? 'A' : 'B')));
  expect(await Promise.all(tries)).toEqual(Array.from({ length: 40 }, (_, n) => [true, false, false, true][n % 4]));
});

it('starts no higher-priority thread while none is held up', async () => {
  const ask = createPasswordThreads({ count: 2, heldUpAfterMs: 60_000, open: openCounted });
  await Promise.all(Array.from({ length: 6 }, () => ask(hash('A'))));
  expect(opened.map(({ givesWay }) => givesWay)).toEqual(['always', 'always']);
});

it('rejects the request of a thread that ends, and starts another thread for the next request', async () => {
  let begun = 0;
  const ask = createPasswordThreads({
    count: 1,
    heldUpAfterMs: 60_000,
    open: (givesWay) => openCounted(givesWay, ++begun === 1 ? openEnding : openPasswordThread),
  });
  const [first, second] = await Promise.allSettled([ask(hash('A')), ask(hash('A'))]);
  expect([first.status, second.status]).toEqual(['rejected', 'fulfilled']);
});

it('does not reject a request when its thread ends while another works at the same request', async () => {
  const ask = createPasswordThreads({
    count: 1,
    heldUpAfterMs: 0,
    open: (givesWay) => openCounted(givesWay, givesWay === 'always' ? openWithoutTurn : openPasswordThread),
  });
  const answer = ask(hash('A'));
  await expect.poll(() => opened.length).toBe(2);
  await opened[0]!.worker.terminate();
  expect(await answer).toMatch(/^\$argon2id\$/);
});

it.runIf(process.platform === 'linux')('runs threads with the SCHED_IDLE policy on Linux', async () => {
  const before = new Set(idleThreads());
  const ask = createPasswordThreads({ count: 1, heldUpAfterMs: 60_000, open: openCounted });
  await ask(hash('A'));
  expect(idleThreads().filter((id) => !before.has(id))).toHaveLength(1);
});
