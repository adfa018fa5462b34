import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge, Solution } from 'altcha-lib/types';
import type { Answer, HeardRequest } from './http-server.ts';

const SECRETS = { hmacSignatureSecret: 'secret of the tests', hmacKeySignatureSecret: 'another secret' };

interface Hardness {
  /** The number of tries for a solution. */
  counter?: number;
  goodForMs?: number;
}

/** An answer with a challenge for the requested action, like our server's; easy by default. */
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

/** The captcha of a request: its action, whether it is solved, and a name that distinguishes it. */
export async function validateCaptcha(captcha: unknown): Promise<{ action: unknown; isSolved: boolean; nonce: string }> {
  const { challenge, solution } = JSON.parse(atob(String(captcha))) as { challenge: Challenge; solution: Solution };
  const { verified } = await verifySolution({ challenge, solution, deriveKey, ...SECRETS });
  return { action: challenge.parameters.data?.action, isSolved: verified, nonce: challenge.parameters.nonce };
}
