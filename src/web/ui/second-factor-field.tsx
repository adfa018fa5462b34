import type { Ref } from 'react';
import { useTranslations } from 'use-intl';
import { CodeField } from './code-field.tsx';
import { TextField } from './text-field.tsx';

interface SecondFactorFieldProps {
  /** A recovery code is asked for, in place of the app's. */
  isRecovery: boolean;
  value: string;
  onChange: (typed: string) => void;
  error: string | null;
  ref?: Ref<HTMLInputElement>;
}

/** For the code of the authenticator app or, where that is lost, for one of the recovery codes. */
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
