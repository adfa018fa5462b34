import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { toast } from '#web/lib/toasts.ts';
import { closeAuth, openRegister, useUiState } from '#web/lib/ui-state.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmailField } from '#web/ui/email-field.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { CaptchaField } from './captcha-field.tsx';
import { refusalProblems } from './refusal-problems.ts';
import { forgot } from './reset-state.ts';
import { signIn } from './sign-in.ts';
import { TextLink } from './text-link.tsx';
import { useCaptcha } from './use-captcha.ts';
import { useProblems } from './use-problems.ts';
import { useSignedInNext } from './use-signed-in-next.ts';

export function SignInDialog() {
  const t = useTranslations('auth');
  const isOpen = useUiState(({ showLogin }) => showLogin);
  return (
    <Dialog open={isOpen} onClose={closeAuth} title={t('sign_in_title')} lead={t('sign_in_lead')}>
      <SignInForm />
    </Dialog>
  );
}

function SignInForm() {
  const t = useTranslations('auth');
  const goOn = useSignedInNext();
  // Whoever has just set a new password need not type the address again.
  const [email, setEmail] = useState(useUiState.getState().resetEmail);
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(false);
  const { problems, form, show } = useProblems();
  const captcha = useCaptcha('login');
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (email.trim() === '' || password === '') return show({ form: t('email_and_password_required') });
    show({});
    setBusy(true);
    const solution = await captcha.take();
    if (solution === null) return setBusy(false);
    try {
      const user = await signIn({ email, password, remember, captcha: solution });
      toast('success', t('welcome', { name: user.display_name }));
      goOn();
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
        onChange={(event) => setEmail(event.target.value)}
      />
      <PasswordField
        label={t('password')}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 text-[13.5px] leading-[22px]">
        <Checkbox label={t('remember')} checked={remember} onChange={setRemember} />
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
