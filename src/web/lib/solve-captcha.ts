import CaptchaWorker from 'altcha/workers/pbkdf2?worker';
import { solveChallengeWorkers } from 'altcha-lib';
import type { Challenge } from 'altcha-lib/types';
import { clientError } from './api-error.ts';

/** A proof of work that was done, good for one request. */
export interface SolvedCaptcha {
  /** As requests carry it: ALTCHA's encoding. */
  solution: string;
  /** When the challenge had come, by `performance.now()`. */
  cameMs: number;
  /** By the server's clock, in milliseconds. */
  expiresAtMs: number;
}

/** A slow phone needs some seconds; what takes this long will not come to an end. */
const SOLVE_MS_MAX = 60_000;

/** More of them would only make a phone warm. */
const WORKERS_MAX = 4;

/** Asks the server for a challenge. */
export type AskCaptcha = (signal: AbortSignal) => Promise<unknown>;

/** Fetches a challenge and solves it beside the page, in workers. Throws an `ApiError` that says why not, and when told to stop. */
export async function solveCaptcha(ask: AskCaptcha, signal: AbortSignal): Promise<SolvedCaptcha> {
  // Without https a browser computes no hashes, but where the site runs on the very same machine.
  if (window.isSecureContext === false) throw clientError('captcha_insecure');
  const challenge = (await ask(signal)) as Challenge;
  const cameMs = performance.now();
  const solution = await inWorkers(challenge, signal).catch((error: unknown) => {
    throw clientError('captcha_failed', 0, error);
  });
  signal.throwIfAborted();
  if (solution === null) throw clientError('captcha_failed');
  const { parameters, signature } = challenge;
  return {
    solution: btoa(JSON.stringify({ challenge: { parameters, signature }, solution })),
    cameMs,
    expiresAtMs: parameters.expiresAt === undefined ? Number.POSITIVE_INFINITY : parameters.expiresAt * 1_000,
  };
}

function inWorkers(challenge: Challenge, signal: AbortSignal) {
  const controller = new AbortController();
  signal.addEventListener('abort', () => controller.abort(), { once: true });
  return solveChallengeWorkers({
    challenge,
    controller,
    concurrency: Math.min(WORKERS_MAX, navigator.hardwareConcurrency || 1),
    createWorker: () => new CaptchaWorker(),
    timeout: SOLVE_MS_MAX,
  });
}
