import type { useTranslations } from 'use-intl';
import type { register } from '#contract/auth.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { passwordFaults } from '#domain/identity/password.ts';
import { type InviteWay, normaliseInviteCode } from '#domain/ledger/rewards.ts';
import { timeZone } from '#web/lib/dates.ts';
import type { AuthProblems } from './auth-problems.ts';
import { storedInvite } from './invite-link.ts';

/** The values entered so far. */
export interface SignUpDraft {
  email: string;
  password: string;
  password_confirm: string;
  display_name: string;
  invite_code: string;
  agree: boolean;
  adult: boolean;
}

type AuthWords = ReturnType<typeof useTranslations<'auth'>>;

/** Returns the errors that can be found without the server. */
export function draftProblems(draft: SignUpDraft, t: AuthWords, age: number): AuthProblems {
  return { ...emailProblems(draft.email, t), ...passwordProblems(draft, t), ...agreementProblems(draft, t, age) };
}

export function agreementProblems({ agree, adult }: Pick<SignUpDraft, 'agree' | 'adult'>, t: AuthWords, age: number): AuthProblems {
  const problems: AuthProblems = {};
  if (!agree) problems.agree = t('agree_required');
  if (!adult) problems.adult = t('adult_required', { age });
  return problems;
}

export function emailProblems(email: string, t: AuthWords): AuthProblems {
  if (email.trim() === '') return { email: t('email_required') };
  return /^\S+@\S+$/.test(email.trim()) ? {} : { email: t('email_invalid') };
}

/** Returns the errors of a new password that is entered twice. */
export function passwordProblems(chosen: Pick<SignUpDraft, 'password' | 'password_confirm'>, t: AuthWords): AuthProblems {
  const problems: AuthProblems = {};
  if (chosen.password === '') problems.password = t('password_required');
  else if (passwordFaults(chosen.password).length > 0) problems.password = t('password_broken');
  if (chosen.password_confirm !== chosen.password) problems.password_confirm = t('mismatch');
  return problems;
}

/** Returns the draft as the server expects it, with the captcha and the honeypot's value; empty fields are omitted. */
export const registration = (draft: SignUpDraft, captcha: string, website: string): InputOf<typeof register> => ({
  email: draft.email,
  password: draft.password,
  password_confirm: draft.password_confirm,
  agree: draft.agree,
  adult: draft.adult,
  time_zone: timeZone(),
  captcha,
  ...(website !== '' && { website }),
  ...(draft.display_name.trim() !== '' && { display_name: draft.display_name.trim() }),
  ...inviteFields(draft.invite_code, new Date()),
});

/** Returns the typed code and whether the last link contained it; an empty object if no code was typed. */
export function inviteFields(typed: string, now: Date): { invite_code?: string; invite_through?: InviteWay } {
  const code = typed.trim();
  if (code === '') return {};
  return { invite_code: code, invite_through: normaliseInviteCode(code) === storedInvite(now) ? 'link' : 'code' };
}
