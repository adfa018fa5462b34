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

// Whoever signs in does so with a machine of their own: here it takes only what the server, and those who measure it, leave. Where priorities
// are not those of threads the whole bench would give way.
if (process.platform === 'linux') setPriority(19);

/** Solved before anybody signs in: the page of whoever waits has done so, too. */
async function solveMany(): Promise<string[]> {
  const solved: string[] = [];
  while (solved.length < captchaCount)
    solved.push(...(await Promise.all(Array.from({ length: 8 }, () => solveCaptchaAt(client, 'login')))));
  return solved;
}

/** Signs in again and again; what is not a success is thrown. */
async function signInUntilEnd(email: string, captchas: string[]): Promise<void> {
  while (!ending) {
    const captcha = captchas.pop();
    if (captcha === undefined) throw new Error('there were not enough captchas for all who wait');
    await client.ask('/api/auth/login', { method: 'POST', body: { email, password, captcha } });
    count += 1;
  }
}

/** Done when as many have been let in as wait: that all come in the same moment is a case of its own. */
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
