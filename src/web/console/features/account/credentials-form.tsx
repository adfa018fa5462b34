import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { FormAlert, TextField } from '#web/ui/form.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';

export interface Credentials {
  email: string;
  password: string;
  remember: boolean;
}

interface CredentialsFormProps {
  initial: Credentials;
  isBusy: boolean;
  /** What the server refused with. */
  problem: string | null;
  /** How far the check is that somebody is human, where the server asked for it. */
  check: ReactNode;
  onSubmit: (given: Credentials) => void;
}

/** The first step of signing in: who, and the password. */
export function CredentialsForm({ initial, isBusy, problem, check, onSubmit }: CredentialsFormProps) {
  const t = useTranslations('admin_account');
  const [given, setGiven] = useState(initial);
  const [isIncomplete, setIncomplete] = useState(false);

  function submit(event: FormEvent) {
    event.preventDefault();
    const isMissing = given.email.trim() === '' || given.password === '';
    setIncomplete(isMissing);
    if (!isMissing) onSubmit({ ...given, email: given.email.trim() });
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-3.5">
      <FormAlert message={isIncomplete ? t('required') : problem} />
      <TextField
        label={t('email')}
        type="email"
        name="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        autoFocus
        value={given.email}
        onChange={({ target }) => setGiven({ ...given, email: target.value })}
      />
      <PasswordField
        label={t('password')}
        name="password"
        autoComplete="current-password"
        maxLength={1024}
        value={given.password}
        onChange={({ target }) => setGiven({ ...given, password: target.value })}
      />
      <Checkbox label={t('remember')} checked={given.remember} onChange={(remember) => setGiven({ ...given, remember })} />
      {check}
      <Button type="submit" wide busy={isBusy}>
        {t('sign_in')}
      </Button>
    </form>
  );
}
