import type { ReactNode, Ref } from 'react';
import { useTranslations } from 'use-intl';
import { TextField } from './form.tsx';

/** The number of digits in our codes. */
export const CODE_LENGTH = 6;

/** Errors of the server that are about a code, and so belong to its field. */
export const CODE_REFUSALS = {
  invalid_code: 'code',
  code_expired: 'code',
  too_many_tries: 'code',
  code_link_required: 'code',
  invalid_totp: 'code',
} as const;

interface CodeFieldProps {
  label: ReactNode;
  /** Digits only, at most six. */
  value: string;
  onChange: (code: string) => void;
  error?: string | null;
  hint?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** A six-digit code from a message: a single field, so that phones can fill it in and screen readers read it as one. */
export function CodeField({ onChange, ...props }: CodeFieldProps) {
  return (
    <TextField
      {...props}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      placeholder={'0'.repeat(CODE_LENGTH)}
      onChange={(event) => onChange(codeDigits(event.target.value))}
    />
  );
}

/** The digits of what was typed or pasted ("123 456", "１２３４５６"). There is no `maxlength`: it would cut a paste before its spaces are gone. */
const codeDigits = (text: string): string => text.normalize('NFKC').replace(/\D/g, '').slice(0, CODE_LENGTH);

interface SecondFactorFieldProps {
  /** A recovery code instead of the app's. */
  isRecovery: boolean;
  value: string;
  onChange: (typed: string) => void;
  error?: string | null;
  ref?: Ref<HTMLInputElement>;
}

/** A field for a code of the authenticator app or, if that is lost, a recovery code. */
export function SecondFactorField({ isRecovery, onChange, ...props }: SecondFactorFieldProps) {
  const t = useTranslations('auth');
  if (!isRecovery) return <CodeField {...props} label={t('totp')} onChange={onChange} />;
  return (
    <TextField
      {...props}
      label={t('recovery_code')}
      name="recovery_code"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={32}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
