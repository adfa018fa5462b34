import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useMeta } from '#web/data/queries.tsx';
import { toast } from '#web/data/toasts.ts';
import { closeAuth, openConfirmEmail, openLogin, useUiState } from '#web/data/ui-state.ts';
import { LEAVING, useSubmit } from '#web/lib/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { CaptchaField } from '#web/ui/captcha.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmailField, FormAlert, TextField, TextLink } from '#web/ui/form.tsx';
import { PasswordField, PasswordRules } from '#web/ui/password-field.tsx';
import { EmptyState } from '#web/ui/placeholders.tsx';
import { signUpRefused } from './auth-problems.ts';
import { storedInvite } from './invite-link.ts';
import { ProviderWays, useSignedInNext } from './provider-ways.tsx';
import { Agreements, InviteField, useAgeMin } from './registration-fields.tsx';
import { signUp } from './sign-in.ts';
import { draftProblems, registration, type SignUpDraft } from './sign-up-draft.ts';
import { sendWithCaptcha, useCaptcha } from './use-captcha.ts';

export function SignUpDialog() {
  const t = useTranslations('auth');
  const isOpen = useUiState(({ showRegister }) => showRegister);
  const isClosed = useMeta()?.switches.sign_up === false;
  return (
    <Dialog open={isOpen} onClose={closeAuth} title={t('sign_up_title')} lead={isClosed ? null : t('sign_up_lead')}>
      {isClosed ? (
        <EmptyState
          title={t('sign_up_closed')}
          hint={t('sign_up_closed_hint')}
          action={<Button onClick={() => openLogin()}>{t('to_sign_in')}</Button>}
        />
      ) : (
        <>
          <ProviderWays />
          <SignUpForm />
        </>
      )}
    </Dialog>
  );
}

const emptyDraft = (): SignUpDraft => ({
  email: '',
  password: '',
  password_confirm: '',
  display_name: '',
  invite_code: storedInvite(new Date()) ?? '',
  agree: false,
  adult: false,
});

function SignUpForm() {
  const t = useTranslations('auth');
  const goOn = useSignedInNext();
  const age = useAgeMin();
  const [draft, setDraft] = useState(emptyDraft);
  const captcha = useCaptcha('register');
  const { form, problems, isBusy, forgive } = useSubmit({
    check: () => draftProblems(draft, t, age),
    send: () => sendWithCaptcha(captcha, register),
    refused: signUpRefused,
  });

  async function register(solution: string): Promise<unknown> {
    const user = await signUp(registration(draft, solution, trapped(form.ref.current)));
    toast('success', t('welcome', { name: user.display_name }));
    goOn();
    openConfirmEmail();
    return LEAVING;
  }

  function change<F extends keyof SignUpDraft>(field: F, value: SignUpDraft[F]) {
    setDraft((before) => ({ ...before, [field]: value }));
    forgive(field);
  }

  const text = (field: 'email' | 'password' | 'password_confirm' | 'display_name' | 'invite_code') => ({
    name: field,
    label: t(field),
    value: draft[field],
    error: problems[field],
    onChange: (event: { target: { value: string } }) => change(field, event.target.value),
  });

  return (
    <form {...form} className="grid gap-3.5">
      <FormAlert message={problems.form} />
      <EmailField {...text('email')} autoComplete="username" />
      <PasswordField {...text('password')} autoComplete="new-password" hint={<PasswordRules password={draft.password} />} />
      <PasswordField {...text('password_confirm')} autoComplete="new-password" />
      <TextField {...text('display_name')} autoComplete="nickname" maxLength={40} />
      <InviteField {...text('invite_code')} />
      <Agreements draft={draft} problems={problems} onChange={change} />
      <Honeypot />
      <CaptchaField captcha={captcha} error={problems.captcha} />
      <Button type="submit" wide busy={isBusy}>
        {t('sign_up_submit')}
      </Button>
      <p className="text-center text-[13.5px] text-muted">
        {t('have_account')} <TextLink onPress={() => openLogin(useUiState.getState().authNext)}>{t('to_sign_in')}</TextLink>
      </p>
    </form>
  );
}

/** A honeypot field that people cannot see, hear or focus: only programs fill it in. Its name attracts them. */
const Honeypot = () => (
  <div aria-hidden className="sr-only">
    <input type="text" name={HONEYPOT} tabIndex={-1} autoComplete="off" defaultValue="" />
  </div>
);

const HONEYPOT = 'website';

/** Returns the honeypot's value; empty for people. */
const trapped = (form: HTMLFormElement | null): string => String((form && new FormData(form).get(HONEYPOT)) ?? '');
