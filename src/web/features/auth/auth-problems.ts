import { type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ErrorCode } from '#contract/errors.ts';
import { ApiError, type ClientErrorCode, errorText } from '#web/data/api-error.ts';

/** The places in our forms that something can be wrong with. */
type AuthField = 'email' | 'password' | 'password_confirm' | 'display_name' | 'invite_code' | 'agree' | 'adult' | 'captcha' | 'code';

/** What is wrong, by field; `form` for what belongs to none. */
export type AuthProblems = Partial<Record<AuthField | 'form', string>>;

/** The refusals that belong to one field. */
const FIELD_OF: Record<string, AuthField> = {
  email_taken: 'email',
  invalid_email: 'email',
  disposable_email: 'email',
  password_min: 'password',
  password_max: 'password',
  password_lower: 'password',
  password_upper: 'password',
  password_digit: 'password',
  password_common: 'password',
  password_mismatch: 'password_confirm',
  invalid_invite_code: 'invite_code',
  name_misleading: 'display_name',
  agree_required: 'agree',
  age_required: 'adult',
  captcha_required: 'captcha',
  captcha_expired: 'captcha',
  captcha_failed: 'captcha',
  invalid_code: 'code',
  code_expired: 'code',
  too_many_tries: 'code',
  code_link_required: 'code',
  invalid_totp: 'code',
};

export const isAbout = (error: unknown, code: ErrorCode): boolean => error instanceof ApiError && error.code === code;

export const isAboutCaptcha = (error: unknown): boolean => fieldOf(error) === 'captcha';

const fieldOf = (error: unknown): AuthField | undefined => (error instanceof ApiError ? FIELD_OF[error.code ?? ''] : undefined);

/** Puts the server's refusal next to the field that it is about; `fallback` says what failed where nothing better is known. */
export function refusalProblems(error: unknown, fallback: ClientErrorCode): AuthProblems {
  return { [fieldOf(error) ?? 'form']: errorText(error, fallback) };
}

interface Problems {
  problems: AuthProblems;
  form: RefObject<HTMLFormElement | null>;
  /** Shows what is wrong and leads there; none are shown where there are none. */
  show: (problems: AuthProblems) => void;
  /** What is being corrected is not called wrong any longer. */
  forgive: (field: AuthField) => void;
}

/** What is wrong with a form. */
export function useProblems(): Problems {
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<AuthProblems>({});
  const show = (found: AuthProblems) => {
    flushSync(() => setProblems(found));
    if (Object.keys(found).length > 0) focusProblem(form.current);
  };
  const forgive = (field: AuthField) => setProblems(({ [field]: _, form: __, ...others }) => others);
  return { problems, form, show, forgive };
}

/**
 * Leads to what is wrong with a form: into the first field that is, or to where its problem as a whole is told (which is
 * read out by itself). Call it when the problems are on the page (`flushSync`).
 */
function focusProblem(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  if (!field) {
    form?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' });
    return;
  }
  field.focus();
  // A code that was wrong is typed anew.
  if (field instanceof HTMLInputElement && field.autocomplete === 'one-time-code') field.select();
}
