import { type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ErrorCode } from '#contract/errors.ts';
import { ApiError, type ClientErrorCode, errorText } from '#web/data/api-error.ts';

/** The places in the forms that can have an error. */
type AuthField = 'email' | 'password' | 'password_confirm' | 'display_name' | 'invite_code' | 'agree' | 'adult' | 'captcha' | 'code';

/** Errors by field; `form` is for those that belong to no field. */
export type AuthProblems = Partial<Record<AuthField | 'form', string>>;

/** Server errors that belong to one field. */
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

/** Assigns the server's error to the field it is about; `fallback` names the failed action if no better message is known. */
export function refusalProblems(error: unknown, fallback: ClientErrorCode): AuthProblems {
  return { [fieldOf(error) ?? 'form']: errorText(error, fallback) };
}

interface Problems {
  problems: AuthProblems;
  form: RefObject<HTMLFormElement | null>;
  /** Shows errors and moves the focus to the first; an empty object clears them. */
  show: (problems: AuthProblems) => void;
  /** Clears a field's error while it is being corrected. */
  forgive: (field: AuthField) => void;
}

/** Holds the errors of a form. */
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
 * Moves the focus to the first field with an error, or scrolls to the form's own error message (an alert, which is
 * read out anyway). Call it once the errors are rendered (`flushSync`).
 */
function focusProblem(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  if (!field) {
    form?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' });
    return;
  }
  field.focus();
  // A wrong code is selected, so that typing replaces it.
  if (field instanceof HTMLInputElement && field.autocomplete === 'one-time-code') field.select();
}
