import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { solveCaptchaAt } from './captcha.ts';
import { createBenchClient } from './client.ts';
import type { SignIns } from './threads.ts';

const { url, emails, password, captchas: captchaCount } = workerData as SignIns;
const client = createBenchClient(url);
let ending = false;
let count = 0;
let all: Promise<unknown>;

// Real users sign in from machines of their own: this thread gets the lowest priority, so that it takes only what the server and the
// measurement leave. Only on Linux, because elsewhere the priority would apply to the whole bench.
if (process.platform === 'linux') setPriority(19);

/** Solves captchas before signing in, as the page of a waiting user has already done. */
async function solveMany(): Promise<string[]> {
  const solved: string[] = [];
  while (solved.length < captchaCount)
    solved.push(...(await Promise.all(Array.from({ length: 8 }, () => solveCaptchaAt(client, 'login')))));
  return solved;
}

/** Signs in repeatedly; throws on any failure. */
async function signInUntilEnd(email: string, captchas: string[]): Promise<void> {
  while (!ending) {
    const captcha = captchas.pop();
    if (captcha === undefined) throw new Error('there were not enough captchas for all sign-ins');
    await client.ask('/api/auth/login', { method: 'POST', body: { email, password, captcha } });
    count += 1;
  }
}

/** Resolves when as many sign-ins have succeeded as run concurrently, because simultaneous first sign-ins are a separate case. */
async function begin(): Promise<void> {
  const captchas = await solveMany();
  [ending, count] = [false, 0];
  all = Promise.all(emails.map((email) => signInUntilEnd(email, captchas)));
  while (count < emails.length) await Promise.race([sleep(10), all]);
  count = 0;
}

async function end(): Promise<number> {
  const counted = count;
  ending = true;
  await all;
  return counted;
}

parentPort!.on('message', async (task: 'begin' | 'end') => parentPort!.postMessage(await (task === 'begin' ? begin() : end())));
