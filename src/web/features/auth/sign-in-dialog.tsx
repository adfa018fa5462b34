import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { clientError } from '#web/data/api-error.ts';
import { toast } from '#web/data/toasts.ts';
import { closeAuth, openRegister, useUiState } from '#web/data/ui-state.ts';
import { LEAVING, useSubmit } from '#web/lib/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { CaptchaField } from '#web/ui/captcha.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmailField, FormAlert, TextLink } from '#web/ui/form.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { isAbout, isAboutCaptcha, signInRefused } from './auth-problems.ts';
import { ProviderWays, useSignedInNext } from './provider-ways.tsx';
import { forgot } from './reset-state.ts';
import { SecondFactorForm } from './second-factor-form.tsx';
import { signIn } from './sign-in.ts';
import { type Captcha, sendWithCaptcha, useCaptcha } from './use-captcha.ts';

export function SignInDialog() {
  const t = useTranslations('auth');
  const isOpen = useUiState(({ showLogin }) => showLogin);
  return (
    <Dialog open={isOpen} onClose={closeAuth} title={t('sign_in_title')} lead={t('sign_in_lead')}>
      <SignInSteps />
    </Dialog>
  );
}

/** Asks for email and password, then for the second factor if the account has one. */
function SignInSteps() {
  const t = useTranslations('auth');
  const goOn = useSignedInNext();
  const captcha = useCaptcha('login');
  const [draft, setDraft] = useState<SignInDraft>(() => ({
    // After a password reset the address is filled in.
    email: useUiState.getState().resetEmail,
    password: '',
    remember: false,
  }));
  const [isTotpAsked, setTotpAsked] = useState(false);
  /** The captcha solution sent with the password; it is also valid for one code. */
  const [captchaSolution, setCaptchaSolution] = useState<string | null>(null);

  async function enter(solution: string, totp?: string) {
    const user = await signIn({ ...draft, captcha: solution, ...(totp !== undefined && { totp }) });
    toast('success', t('welcome', { name: user.display_name }));
    goOn();
  }

  async function tryPassword(solution: string) {
    try {
      await enter(solution);
    } catch (error) {
      if (!isAbout(error, 'totp_required')) throw error;
      setCaptchaSolution(solution);
      setTotpAsked(true);
    }
  }

  async function tryCode(totp: string) {
    try {
      await enter(captchaSolution ?? (await solved()), totp);
    } catch (error) {
      setCaptchaSolution(null);
      captcha.renew();
      if (captchaSolution === null || !isAboutCaptcha(error)) throw error;
      // The code may take a while: a solution that has expired meanwhile is replaced silently.
      await enter(await solved(), totp);
    }
  }

  async function solved(): Promise<string> {
    const solution = await captcha.take();
    if (solution === null) throw clientError('captcha_failed');
    return solution;
  }

  function back() {
    setTotpAsked(false);
    captcha.renew();
  }

  if (isTotpAsked) {
    return (
      <SecondFactorForm onCode={tryCode}>
        <TextLink onPress={back}>{t('back')}</TextLink>
      </SecondFactorForm>
    );
  }
  return (
    <>
      <ProviderWays />
      <SignInForm
        draft={draft}
        change={(changed) => setDraft((before) => ({ ...before, ...changed }))}
        captcha={captcha}
        onPassword={tryPassword}
      />
    </>
  );
}

/** The values entered so far. */
interface SignInDraft {
  email: string;
  password: string;
  remember: boolean;
}

interface SignInFormProps {
  draft: SignInDraft;
  change: (changed: Partial<SignInDraft>) => void;
  captcha: Captcha;
  /** Submits the draft with a solved captcha; throws the error if it is rejected. */
  onPassword: (solution: string) => Promise<void>;
}

function SignInForm({ draft: { email, password, remember }, change, captcha, onPassword }: SignInFormProps) {
  const t = useTranslations('auth');
  const { form, problems, isBusy } = useSubmit({
    check: () => (email.trim() === '' || password === '' ? { form: t('email_and_password_required') } : {}),
    send: () =>
      sendWithCaptcha(captcha, async (solution) => {
        await onPassword(solution);
        return LEAVING;
      }),
    refused: signInRefused,
  });

  return (
    <form {...form} className="grid gap-3.5">
      <FormAlert message={problems.form} />
      <EmailField
        label={t('email')}
        autoComplete="username"
        value={email}
        error={problems.email}
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
      <CaptchaField captcha={captcha} error={problems.captcha} />
      <Button type="submit" wide busy={isBusy}>
        {t('sign_in_submit')}
      </Button>
      <p className="text-center text-[13.5px] text-muted">
        {t('no_account')} <TextLink onPress={() => openRegister(useUiState.getState().authNext)}>{t('to_sign_up')}</TextLink>
      </p>
    </form>
  );
}
