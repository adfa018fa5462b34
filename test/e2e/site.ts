import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { test as base, expect, type Page } from '@playwright/test';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

export interface Credentials {
  email: string;
  password: string;
}

export interface Site {
  url: string;
  demoUser: Credentials;
  /** Operators with their one-time passwords: each can sign in so once. */
  admins: Credentials[];
}

/** As fast as the demo goes: a match takes less than a minute. */
const SPEED = 120;

/** For sites on which no match has to be played: the slower the matches, the less the site has to do beside its answers. */
export const AT_REST = { DEMO_SPEED: '1' };

/** Where a worker finds the site that all of them share (shared-site.ts). */
export const SHARED_SITE = 'E2E_SHARED_SITE';

/** Tests run on the site that the run has started; nothing that one of them does there is in another one's way. */
export const test = base.extend<{ asGuest: undefined }, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
    async ({}, use) => use(JSON.parse(process.env[SHARED_SITE] ?? '') as Site),
    { scope: 'worker' },
  ],
  baseURL: async ({ site }, use) => use(site.url),
  // The promo opens by itself after three seconds, and a star is answered by a question; only the tests about them want that.
  asGuest: [
    async ({ page }, use) => {
      await page.addInitScript(() => {
        for (const key of ['promo_shown_at', 'push_declined_at']) localStorage.setItem(key, String(Date.now()));
      });
      await use(undefined);
    },
    { auto: true },
  ],
});

export { expect };

/** Starts the site with some settings, for as long as it is used. */
export async function serveSite(settings: Record<string, string>, use: (site: Site) => Promise<void>): Promise<void> {
  const { site, stop } = await startSite(settings);
  try {
    await use(site);
  } catch (error) {
    // What failed first is what is told.
    await stop().catch(() => undefined);
    throw error;
  }
  await stop();
}

/** The built site as `npm start` runs it, in a data folder of its own. `stop` fails when the site has logged an error. */
export async function startSite(settings: Record<string, string>): Promise<{ site: Site; stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'matchpoint-e2e-'));
  // Run as root, the database is an unprivileged user's, who has to enter the folder: else it would lie elsewhere and stay.
  await chmod(dataDir, 0o755);
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: '0',
      DEMO_SPEED: String(SPEED),
      LOG_LEVEL: 'warn',
      RATE_LIMIT_PER_MINUTE: '100000',
      CONNECTIONS_PER_ADDRESS: '1000000',
      REQUESTS_PER_ADDRESS: '1000000',
      REGISTER_PER_HOUR: '1000',
      // A test asks on a connection that it used minutes ago: closed just then, its question would be lost.
      KEEP_ALIVE_SECONDS: '3600',
      // Captchas are solved; how long that takes is no journey's matter.
      CAPTCHA_WORK: '30',
      // No address outside this machine is asked for the visitor's country.
      GEO_URL_1: 'http://127.0.0.1:9/',
      GEO_URL_2: 'http://127.0.0.1:9/',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const errors: string[] = [];
  createInterface(child.stderr as Readable).on('line', (line) => {
    console.error(line);
    if (/^\{"level":[56]0,/.test(line)) errors.push(line);
  });
  const end = async () => {
    await ended(child);
    await rm(dataDir, { recursive: true, force: true });
  };
  const stop = async () => {
    await end();
    expect(errors, 'what the site logged as errors').toEqual([]);
  };
  try {
    return { site: await whenReady(child), stop };
  } catch (error) {
    await end();
    throw error;
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGINT');
  await exited;
}

/** A site that is not ready by then is ended, so that the next test does not begin beside it. Less than any fixture's own time. */
const READY_WITHIN_MS = 240_000;

/** What `npm start` prints is what a newcomer goes by, so the tests go by it too. */
function whenReady(child: ChildProcess): Promise<Site> {
  return new Promise((resolve, reject) => {
    let printed = '';
    const tooLate = setTimeout(() => child.kill('SIGINT'), READY_WITHIN_MS);
    child.once('exit', (code) => reject(new Error(`the site was not ready, and ended with ${code}:\n${printed}`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk;
      if (!/ready in [\d.]+ s/.test(printed)) return;
      clearTimeout(tooLate);
      const url = /https?:\/\/\S+/.exec(printed)?.[0].replace(/\/$/, '');
      const user = /sign in as (\S+) with the password (\S+)/.exec(printed);
      const admins = [...printed.matchAll(/as (\S+) with the one-time password (\S+)/g)].map(credentialsOf);
      if (url && user) resolve({ url, demoUser: credentialsOf(user), admins });
      else reject(new Error(`the site did not say where it is:\n${printed}`));
    });
  });
}

const credentialsOf = ([, email = '', password = '']: RegExpExecArray): Credentials => ({ email, password });

let people = 0;

/** Signs a new user up through the form, as a newcomer does. */
export async function signUp(page: Page): Promise<{ email: string; password: string }> {
  const email = `fan${++people}.${Date.now()}@example.com`;
  const password = 'Terraces-1994';
  await page.goto('/matches');
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  const form = page.getByRole('dialog');
  // The page has such a button too, and the dialog may still be on its way.
  await form.getByRole('button', { name: 'Create an account' }).click();
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password', { exact: true }).fill(password);
  await form.getByLabel('Password again').fill(password);
  await form.getByRole('checkbox', { name: /I agree/ }).check();
  await form.getByRole('checkbox', { name: /18 or older/ }).check();
  await form.getByRole('button', { name: 'Create account' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Confirm your email' });
  await confirmation.getByRole('button', { name: 'Later' }).click();
  await expect(confirmation).toBeHidden();
  return { email, password };
}

/** Signs in through the form. */
export async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto('/matches');
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password', { exact: true }).fill(password);
  await form.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(form).toBeHidden();
}

/**
 * Signs in as the form does, captcha and all, without drawing it: for tests of what lies behind. The page is then at an address of the site that
 * shows none of its pages.
 */
export async function enter(page: Page, { email, password }: Credentials): Promise<void> {
  const asked = await page.request.get('/api/auth/captcha?action=login');
  const challenge = (await asked.json()) as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  const captcha = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
  const answer = await page.request.post('/api/auth/login', { data: { email, password, captcha } });
  expect(answer.status()).toBe(200);
  const { access } = await answer.json();
  await page.goto('/api/ready');
  await page.evaluate((token) => localStorage.setItem('access_token', token), access as string);
}
