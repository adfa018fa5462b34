import { type FormEvent, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { forgotPassword } from '#contract/auth.ts';
import { call } from '#web/data/call.ts';
import { Button } from '#web/ui/button.tsx';
import { CaptchaField } from '#web/ui/captcha.tsx';
import { EmailField, FormAlert, TextLink } from '#web/ui/form.tsx';
import { refusalProblems } from './refusal-problems.ts';
import { backToSignIn, codeSent, isCodeAwaited } from './reset-state.ts';
import { emailProblems } from './sign-up-draft.ts';
import type { Captcha } from './use-captcha.ts';
import { useProblems } from './use-problems.ts';

interface ResetEmailFormProps {
  email: string;
  changeEmail: (email: string) => void;
  captcha: Captcha;
  /** A code is on its way. */
  onSent: () => void;
}

/** The first step: whose password it is. */
export function ResetEmailForm({ email, changeEmail, captcha, onSent }: ResetEmailFormProps) {
  const t = useTranslations('auth');
  const { problems, form, show, forgive } = useProblems();
  const [isBusy, setBusy] = useState(false);
  // Also for who comes back from the second step.
  useEffect(() => form.current?.querySelector('input')?.focus(), [form]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const found = emailProblems(email, t);
    show(found);
    if (Object.keys(found).length > 0) return;
    if (isCodeAwaited()) return onSent();
    setBusy(true);
    const solution = await captcha.take();
    if (solution === null) return setBusy(false);
    try {
      const { resend_seconds } = await call(forgotPassword, { email: email.trim(), captcha: solution });
      codeSent(email.trim(), resend_seconds);
      onSent();
    } catch (error) {
      captcha.renew();
      setBusy(false);
      show(refusalProblems(error, 'request_failed'));
    }
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-3.5">
      <FormAlert message={problems.form ?? null} />
      <EmailField
        label={t('email')}
        autoComplete="username"
        value={email}
        error={problems.email ?? null}
        onChange={(event) => {
          changeEmail(event.target.value);
          forgive('email');
        }}
      />
      <CaptchaField captcha={captcha} error={problems.captcha ?? null} />
      <Button type="submit" wide busy={isBusy}>
        {t('reset_submit')}
      </Button>
      <p className="text-center text-[13.5px]">
        <TextLink onPress={() => backToSignIn(email)}>{t('reset_back')}</TextLink>
      </p>
    </form>
  );
}
