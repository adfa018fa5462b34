import type { useTranslations } from 'use-intl';
import type { register } from '#contract/auth.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { passwordFaults } from '#domain/password.ts';
import { ApiError, errorText } from '#web/lib/api-error.ts';
import { timeZone } from '#web/lib/time-zone.ts';

/** The form as it is being filled in. */
export interface SignUpDraft {
  email: string;
  password: string;
  password_confirm: string;
  display_name: string;
  invite_code: string;
  agree: boolean;
  adult: boolean;
}

/** What is wrong, by field; `form` for what belongs to none. */
export type SignUpProblems = Partial<Record<keyof SignUpDraft | 'form', string>>;

type AuthWords = ReturnType<typeof useTranslations<'auth'>>;

/** What can be seen to be wrong before asking the server. */
export function draftProblems(draft: SignUpDraft, t: AuthWords, age: number): SignUpProblems {
  const problems: SignUpProblems = {};
  if (draft.email.trim() === '') problems.email = t('email_required');
  else if (!/^\S+@\S+$/.test(draft.email.trim())) problems.email = t('email_invalid');
  if (draft.password === '') problems.password = t('password_required');
  else if (passwordFaults(draft.password).length > 0) problems.password = t('password_broken');
  if (draft.password_confirm !== draft.password) problems.password_confirm = t('mismatch');
  if (!draft.agree) problems.agree = t('agree_required');
  if (!draft.adult) problems.adult = t('adult_required', { age });
  return problems;
}

/** The refusals that belong to one field. */
const FIELD_OF: Record<string, keyof SignUpDraft> = {
  email_taken: 'email',
  invalid_email: 'email',
  password_min: 'password',
  password_max: 'password',
  password_lower: 'password',
  password_upper: 'password',
  password_digit: 'password',
  password_common: 'password',
  password_mismatch: 'password_confirm',
  invalid_invite_code: 'invite_code',
  agree_required: 'agree',
  age_required: 'adult',
};

/** Puts the server's refusal next to the field that it is about. */
export function refusalProblems(error: unknown): SignUpProblems {
  const field = error instanceof ApiError ? FIELD_OF[error.code ?? ''] : undefined;
  return { [field ?? 'form']: errorText(error, 'registration_failed') };
}

/** The draft as the server takes it: what was left empty is not sent. */
export const registration = (draft: SignUpDraft): InputOf<typeof register> => ({
  email: draft.email,
  password: draft.password,
  password_confirm: draft.password_confirm,
  agree: draft.agree,
  adult: draft.adult,
  time_zone: timeZone(),
  ...(draft.display_name.trim() !== '' && { display_name: draft.display_name.trim() }),
  ...(draft.invite_code.trim() !== '' && { invite_code: draft.invite_code.trim() }),
});
