import type { ErrorCode } from '#contract/errors.ts';
import { byField, codeOf, type Problems } from '#web/lib/use-submit.ts';
import { CODE_REFUSALS } from '#web/ui/code-field.tsx';
import { PASSWORD_REFUSALS } from '#web/ui/password-field.tsx';

/** The places in the forms that can have an error. */
export type AuthField = 'email' | 'password' | 'password_confirm' | 'display_name' | 'invite_code' | 'agree' | 'adult' | 'captcha' | 'code';

export type AuthProblems = Problems<AuthField>;

/** Server errors that belong to one field. */
const FIELD_OF: Readonly<Record<string, AuthField>> = {
  ...PASSWORD_REFUSALS,
  ...CODE_REFUSALS,
  email_taken: 'email',
  invalid_email: 'email',
  disposable_email: 'email',
  invalid_invite_code: 'invite_code',
  name_misleading: 'display_name',
  agree_required: 'agree',
  age_required: 'adult',
  captcha_required: 'captcha',
  captcha_expired: 'captcha',
  captcha_failed: 'captcha',
};

export const isAbout = (error: unknown, code: ErrorCode): boolean => codeOf(error) === code;

export const isAboutCaptcha = (error: unknown): boolean => FIELD_OF[codeOf(error)] === 'captcha';

/** Each assigns an error to the field that it is about. They are named after the failed action, which is the message if there is no better. */
export const signInRefused = byField(FIELD_OF, 'login_failed');
export const signUpRefused = byField(FIELD_OF, 'registration_failed');
export const resetRefused = byField(FIELD_OF, 'reset_failed');
export const codeNotSent = byField(FIELD_OF);
