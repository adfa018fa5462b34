import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge, Solution } from 'altcha-lib/types';
import type { Answer, HeardRequest } from './http-server.ts';

const SECRETS = { hmacSignatureSecret: 'secret of the tests', hmacKeySignatureSecret: 'another secret' };

interface Hardness {
  /** How many tries a solution takes. */
  counter?: number;
  goodForMs?: number;
}

/** An answer with a challenge for the action that is asked for, as our server gives it; easy unless told otherwise. */
export const captchaAnswer =
  ({ counter = 3, goodForMs = 600_000 }: Hardness = {}) =>
  async ({ query }: HeardRequest): Promise<Answer> => ({
    json: await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: 100,
      counter,
      deriveKey,
      expiresAt: new Date(Date.now() + goodForMs),
      data: { action: query.action ?? '' },
      ...SECRETS,
    }),
  });

/** What a request was given as its captcha: for which action, whether it is solved, and a name by which two can be told apart. */
export async function validateCaptcha(captcha: unknown): Promise<{ action: unknown; isSolved: boolean; nonce: string }> {
  const { challenge, solution } = JSON.parse(atob(String(captcha))) as { challenge: Challenge; solution: Solution };
  const { verified } = await verifySolution({ challenge, solution, deriveKey, ...SECRETS });
  return { action: challenge.parameters.data?.action, isSolved: verified, nonce: challenge.parameters.nonce };
}
