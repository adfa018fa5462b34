import { type ReactNode, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { LEAVING, useSubmit } from '#web/lib/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { CODE_LENGTH, SecondFactorField } from '#web/ui/code-field.tsx';
import { FormAlert, TextLink } from '#web/ui/form.tsx';
import { signInRefused } from './auth-problems.ts';

interface SecondFactorFormProps {
  /** Submits an authenticator or recovery code; throws the error if it is rejected. */
  onCode: (totp: string) => Promise<void>;
  /** Other options, shown below. */
  children?: ReactNode;
}

/** The second step of signing in: a code of the authenticator app, or a recovery code. */
export function SecondFactorForm({ onCode, children }: SecondFactorFormProps) {
  const t = useTranslations('auth');
  const [isRecovery, setRecovery] = useState(false);
  const [code, setCode] = useState('');
  const typed = code.trim();
  const { form, problems, isBusy, forgive } = useSubmit({
    check: () => {
      if (isRecovery) return typed === '' ? { code: t('recovery_required') } : {};
      return typed.length === CODE_LENGTH ? {} : { code: t('code_required') };
    },
    send: async () => {
      await onCode(typed);
      return LEAVING;
    },
    refused: signInRefused,
  });
  const { ref } = form;
  useEffect(() => ref.current?.querySelector('input')?.focus(), [ref, isRecovery]);

  function change(next: string) {
    setCode(next);
    forgive('code');
  }

  function turn() {
    change('');
    setRecovery(!isRecovery);
  }

  return (
    <form {...form} className="grid gap-3.5">
      <p className="text-[13.5px] text-muted">{t(isRecovery ? 'recovery_lead' : 'totp_lead')}</p>
      <FormAlert message={problems.form ?? problems.captcha} />
      <SecondFactorField isRecovery={isRecovery} value={code} error={problems.code} onChange={change} />
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
