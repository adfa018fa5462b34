import { type CaptchaAction, getCaptcha } from '#contract/auth.ts';
import { call } from '#web/data/call.ts';
import { type Captcha, useCaptchaBy } from '#web/ui/captcha.tsx';

export type { Captcha } from '#web/ui/captcha.tsx';

/** The server treats registrations within 1.5 s of the challenge as automated; a form sent again may be that quick. */
const REGISTER_AGE_MS = 1_700;

/**
 * Sends a form with a solved captcha, and starts another if it is refused. Without a solution nothing is sent: the captcha's own line says
 * why.
 */
export async function sendWithCaptcha(captcha: Captcha, send: (solution: string) => Promise<unknown>): Promise<unknown> {
  const solution = await captcha.take();
  if (solution === null) return null;
  try {
    return await send(solution);
  } catch (error) {
    captcha.renew();
    throw error;
  }
}

/** Solves a proof of work for an action of the site. */
export const useCaptcha = (action: CaptchaAction): Captcha =>
  useCaptchaBy((signal) => call(getCaptcha, { action }, signal), { ageMs: action === 'register' ? REGISTER_AGE_MS : 0 });
