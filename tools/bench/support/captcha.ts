import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { CaptchaAction } from '#contract/auth.ts';
import { encodeCaptcha } from '#test/support/captcha.ts';
import type { BenchClient } from './client.ts';

/** Requests a captcha over HTTP and solves it; returns what a page sends as `captcha`. */
export async function solveCaptchaAt({ ask }: BenchClient, action: CaptchaAction): Promise<string> {
  const challenge = JSON.parse(await ask(`/api/auth/captcha?action=${action}`)) as Challenge;
  return encodeCaptcha({ challenge, solution: await solveChallenge({ challenge, deriveKey }) });
}
