import { type FormEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ApiError, errorText } from '#web/data/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { FormAlert } from '#web/ui/form.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';

interface StepUpPasswordProps {
  /** Whose password it is, for the browser's keeper of passwords. */
  account: string;
  /** Tries it; throws what it was refused with. */
  onPassword: (password: string) => Promise<void>;
}

export function StepUpPassword({ account, onPassword }: StepUpPasswordProps) {
  const t = useTranslations('security');
  const field = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState('');
  const [passwordProblem, setPasswordProblem] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  function refuse(words: string) {
    setPasswordProblem(words);
    field.current?.focus();
    field.current?.select();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    setProblem(null);
    if (password === '') return refuse(t('password_required'));
    setBusy(true);
    try {
      await onPassword(password);
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError && error.code === 'invalid_credentials') refuse(t('password_wrong'));
      else setProblem(errorText(error));
    }
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-3.5">
      <FormAlert message={problem} />
      <input type="email" autoComplete="username" value={account} readOnly hidden />
      <PasswordField
        label={t('password')}
        name="password"
        autoComplete="current-password"
        value={password}
        error={passwordProblem}
        ref={field}
        onChange={(event) => {
          setPassword(event.target.value);
          setPasswordProblem(null);
        }}
      />
      <Button type="submit" wide busy={isBusy}>
        {t('confirm')}
      </Button>
    </form>
  );
}
