import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Hono } from 'hono';
import { type CaptchaAction, getCaptcha } from '#contract/auth.ts';
import { callApp } from './app.ts';

/** A challenge, as the library reads it: to the contract its parameters are any JSON. */
export const askCaptcha = async (app: Hono, action: CaptchaAction): Promise<Challenge> =>
  (await callApp(app, getCaptcha, { action })).reply as unknown as Challenge;

/** What a browser sends as `captcha` once its challenge is solved: asked for, and worked for as there. */
export async function solveCaptcha(app: Hono, action: CaptchaAction): Promise<string> {
  const challenge = await askCaptcha(app, action);
  return encodeCaptcha({ challenge, solution: await solveChallenge({ challenge, deriveKey }) });
}

/** ALTCHA's encoding: base64 of JSON. */
export const encodeCaptcha = (payload: unknown): string => Buffer.from(JSON.stringify(payload)).toString('base64');
