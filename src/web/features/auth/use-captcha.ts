import { type CaptchaAction, getCaptcha } from '#contract/auth.ts';
import { call } from '#web/data/call.ts';
import { type Captcha, useCaptchaBy } from '#web/ui/captcha.tsx';

export type { Captcha } from '#web/ui/captcha.tsx';

/** The server treats registrations within 1.5 s of the challenge as automated; a form sent again may be that quick. */
const REGISTER_AGE_MS = 1_700;

/** Solves a proof of work for an action of the site. */
export const useCaptcha = (action: CaptchaAction): Captcha =>
  useCaptchaBy((signal) => call(getCaptcha, { action }, signal), { ageMs: action === 'register' ? REGISTER_AGE_MS : 0 });
