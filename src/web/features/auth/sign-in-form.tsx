import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { openRegister, useUiState } from '#web/data/ui-state.ts';
import { Button } from '#web/ui/button.tsx';
import { CaptchaField } from '#web/ui/captcha.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { EmailField, FormAlert, TextLink } from '#web/ui/form.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { refusalProblems } from './refusal-problems.ts';
import { forgot } from './reset-state.ts';
import type { Captcha } from './use-captcha.ts';
import { useProblems } from './use-problems.ts';

/** What is being filled in. */
export interface SignInDraft {
  email: string;
  password: string;
  remember: boolean;
}

interface SignInFormProps {
  draft: SignInDraft;
  change: (changed: Partial<SignInDraft>) => void;
  captcha: Captcha;
  /** Tries the draft with a solved captcha; throws what it was refused with. */
  onPassword: (solution: string) => Promise<void>;
}

/** Address and password. */
export function SignInForm({ draft: { email, password, remember }, change, captcha, onPassword }: SignInFormProps) {
  const t = useTranslations('auth');
  const { problems, form, show } = useProblems();
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (email.trim() === '' || password === '') return show({ form: t('email_and_password_required') });
    show({});
    setBusy(true);
    const solution = await captcha.take();
    if (solution === null) return setBusy(false);
    try {
      await onPassword(solution);
    } catch (error) {
      captcha.renew();
      setBusy(false);
      show(refusalProblems(error, 'login_failed'));
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
        onChange={(event) => change({ email: event.target.value })}
      />
      <PasswordField
        label={t('password')}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => change({ password: event.target.value })}
      />
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 text-[13.5px] leading-[22px]">
        <Checkbox label={t('remember')} checked={remember} onChange={(isTicked) => change({ remember: isTicked })} />
        <TextLink onPress={() => forgot(email)}>{t('forgot')}</TextLink>
      </div>
      <CaptchaField captcha={captcha} error={problems.captcha ?? null} />
      <Button type="submit" wide busy={isBusy}>
        {t('sign_in_submit')}
      </Button>
      <p className="text-center text-[13.5px] text-muted">
        {t('no_account')} <TextLink onPress={() => openRegister(useUiState.getState().authNext)}>{t('to_sign_up')}</TextLink>
      </p>
    </form>
  );
}
