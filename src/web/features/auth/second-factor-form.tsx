import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#web/ui/button.tsx';
import { CODE_LENGTH, SecondFactorField } from '#web/ui/code-field.tsx';
import { FormAlert, TextLink } from '#web/ui/form.tsx';
import { refusalProblems, useProblems } from './auth-problems.ts';

interface SecondFactorFormProps {
  /** Submits an authenticator or recovery code; throws the error if it is rejected. */
  onCode: (totp: string) => Promise<void>;
  /** Other options, shown below. */
  children?: ReactNode;
}

/** The second step of signing in: a code of the authenticator app, or a recovery code. */
export function SecondFactorForm({ onCode, children }: SecondFactorFormProps) {
  const t = useTranslations('auth');
  const { problems, form, show, forgive } = useProblems();
  const [isRecovery, setRecovery] = useState(false);
  const [code, setCode] = useState('');
  const [isBusy, setBusy] = useState(false);
  useEffect(() => form.current?.querySelector('input')?.focus(), [form, isRecovery]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const typed = code.trim();
    if (isRecovery && typed === '') return show({ code: t('recovery_required') });
    if (!isRecovery && typed.length !== CODE_LENGTH) return show({ code: t('code_required') });
    show({});
    setBusy(true);
    try {
      await onCode(typed);
    } catch (error) {
      setBusy(false);
      show(refusalProblems(error, 'login_failed'));
    }
  }

  function change(typed: string) {
    setCode(typed);
    forgive('code');
  }

  function turn() {
    change('');
    setRecovery(!isRecovery);
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-3.5">
      <p className="text-[13.5px] text-muted">{t(isRecovery ? 'recovery_lead' : 'totp_lead')}</p>
      <FormAlert message={problems.form ?? problems.captcha ?? null} />
      <SecondFactorField isRecovery={isRecovery} value={code} error={problems.code ?? null} onChange={change} />
      <Button type="submit" wide busy={isBusy}>
        {t('sign_in_submit')}
      </Button>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-[13.5px]">
        <TextLink onPress={turn}>{t(isRecovery ? 'use_totp' : 'use_recovery_code')}</TextLink>
        {children}
      </div>
    </form>
  );
}
