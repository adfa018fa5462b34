import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Hono } from 'hono';
import { type CaptchaAction, getCaptcha } from '#contract/auth.ts';
import { issueCaptcha } from '#server/modules/identity/auth/captcha.ts';
import { callApp, type TestApp } from './app.ts';

/** Requests a challenge, typed as the library's: the contract allows any JSON as its parameters. */
export const askCaptcha = async (app: Hono, action: CaptchaAction): Promise<Challenge> =>
  (await callApp(app, getCaptcha, { action })).reply as unknown as Challenge;

/** Requests and solves a challenge as a browser does. Returns the value of `captcha`. */
export async function solveCaptcha(app: Hono, action: CaptchaAction): Promise<string> {
  return solve(await askCaptcha(app, action));
}

/** Solves a captcha that was requested two seconds ago by the test's clock, which is the least time a person needs for a form. */
export const solveCaptchaInTime = async ({ deps }: Pick<TestApp, 'deps'>, action: CaptchaAction): Promise<string> => {
  const before = new Date(deps.now().getTime() - 2_000);
  return solve((await issueCaptcha({ ...deps, now: () => before }, action)) as unknown as Challenge);
};

const solve = async (challenge: Challenge): Promise<string> =>
  encodeCaptcha({ challenge, solution: await solveChallenge({ challenge, deriveKey }) });

/** ALTCHA's encoding: base64 of JSON. */
export const encodeCaptcha = (payload: unknown): string => Buffer.from(JSON.stringify(payload)).toString('base64');
