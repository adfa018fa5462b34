import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { expect, type Page } from '@playwright/test';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { beginningOf, t } from '#test/web/words.ts';
import { askNothing, test as base } from './base.ts';

export interface Credentials {
  email: string;
  password: string;
}

export interface Site {
  url: string;
  demoUser: Credentials;
  /** Operators with their one-time passwords, each of which works once. */
  admins: Credentials[];
}

/** A match takes less than two minutes. At twice the speed, the feed took a fifth of two processors, and a busy machine missed parts of matches. */
const SPEED = 60;

/** For sites that need no match: few and slow ones leave more capacity to the other sites. */
export const AT_REST = { DEMO_SPEED: '1', DEMO_LEAGUES: 'kronenliga' };

/** The environment variable from which workers read the shared site (shared-site.ts). */
export const SHARED_SITE = 'E2E_SHARED_SITE';

/** Runs tests on the shared site; their actions there do not interfere. */
export const test = base.extend<{ asksNothing: undefined }, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
    async ({}, use) => use(JSON.parse(process.env[SHARED_SITE] ?? '') as Site),
    { scope: 'worker' },
  ],
  baseURL: async ({ site }, use) => use(site.url),
  asksNothing: [
    async ({ context }, use) => {
      await askNothing(context);
      await use(undefined);
    },
    { auto: true },
  ],
});

export { expect };

/** Starts a site with these settings while `use` runs. */
export async function serveSite(settings: Record<string, string>, use: (site: Site) => Promise<void>): Promise<void> {
  const { site, stop } = await startSite(settings);
  try {
    await use(site);
  } catch (error) {
    // Reports the first failure.
    await stop().catch(() => undefined);
    throw error;
  }
  await stop();
}

/** Starts the built site as `npm start` does, in a new data folder. `stop` fails if the site logged an error. */
export async function startSite(settings: Record<string, string>): Promise<{ site: Site; stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'matchpoint-e2e-'));
  // As root, the database runs as an unprivileged user who needs access to the folder; else its data would go elsewhere and remain.
  await chmod(dataDir, 0o755);
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: '0',
      DEMO_SPEED: String(SPEED),
      // Making it takes minutes of processor time that the journeys need.
      DEMO_PAST: 'off',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_PER_MINUTE: '100000',
      API_PER_MINUTE: '100000',
      CONNECTIONS_PER_ADDRESS: '1000000',
      REQUESTS_PER_ADDRESS: '1000000',
      REGISTER_PER_HOUR: '1000',
      // Tests reuse connections after minutes; a connection closed at that moment would lose the request.
      KEEP_ALIVE_SECONDS: '3600',
      // Captchas are solved, with little work: journeys do not test its duration.
      CAPTCHA_WORK: '30',
      // Prevents requests to the internet for the visitor's country.
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

/** Stops a site that is not ready after this time, so that it does not run beside the next test. Shorter than every fixture's timeout. */
const READY_WITHIN_MS = 600_000;

/** Reads the address and accounts from the output of `npm start`, as a new user does. */
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

/** A sign-up sooner after its captcha is taken for a program's (server/modules/identity/auth/registration.ts). */
const HASTE_MS = 1_600;

const newCredentials = (): Credentials => ({ email: `fan${++people}.${process.pid}.${Date.now()}@example.com`, password: 'Terraces-1994' });

/** Signs up a new user through the form. */
export async function signUp(page: Page): Promise<Credentials> {
  const { email, password } = newCredentials();
  await page.goto('/matches');
  await page
    .getByRole('button', { name: t('auth.sign_in_title') })
    .first()
    .click();
  const form = page.getByRole('dialog');
  // The page has a button of the same name, and the dialog may still be opening.
  await form.getByRole('button', { name: t('auth.to_sign_up') }).click();
  await form.getByLabel(t('auth.email')).fill(email);
  await form.getByLabel(t('auth.password'), { exact: true }).fill(password);
  await form.getByLabel(t('auth.password_confirm')).fill(password);
  await form.getByRole('checkbox', { name: beginningOf('auth.agree') }).check();
  await form.getByRole('checkbox', { name: t('auth.adult', { age: 18 }) }).check();
  await form.getByRole('button', { name: t('auth.sign_up_submit') }).click();
  const confirmation = page.getByRole('dialog', { name: t('security.confirm_title') });
  await confirmation.getByRole('button', { name: t('security.later') }).click();
  await expect(confirmation).toBeHidden();
  return { email, password };
}

/** Signs in through the form. */
export async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto('/matches');
  await page
    .getByRole('button', { name: t('auth.sign_in_title') })
    .first()
    .click();
  const form = page.getByRole('dialog');
  await form.getByLabel(t('auth.email')).fill(email);
  await form.getByLabel(t('auth.password'), { exact: true }).fill(password);
  await form.getByRole('button', { name: t('auth.sign_in_title'), exact: true }).click();
  await expect(form).toBeHidden();
}

/**
 * Signs in with the form's requests, including the captcha, without rendering it: for tests of pages behind the sign-in. The page is then
 * at an address of the site that shows none of its pages.
 */
export async function enter(page: Page, credentials: Credentials): Promise<void> {
  await send(page, 'login', { ...credentials, captcha: await solveCaptcha(page, 'login') });
}

/** Signs up a new user with the form's requests, and ends like `enter`. */
export async function enterAsNew(page: Page): Promise<Credentials> {
  const { email, password } = newCredentials();
  const captcha = await solveCaptcha(page, 'register');
  await page.waitForTimeout(HASTE_MS);
  await send(page, 'register', { email, password, password_confirm: password, captcha, agree: true, adult: true });
  return { email, password };
}

async function solveCaptcha(page: Page, action: 'login' | 'register'): Promise<string> {
  const asked = await page.request.get(`/api/auth/captcha?action=${action}`);
  const challenge = (await asked.json()) as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

/** Sends a form, and stores the token as its page does. */
async function send(page: Page, form: 'login' | 'register', data: Record<string, unknown>): Promise<void> {
  const answer = await page.request.post(`/api/auth/${form}`, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
  const { access } = await answer.json();
  await page.goto('/api/ready');
  await page.evaluate((token) => localStorage.setItem('access_token', token), access as string);
}
