import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { clientError } from '#web/data/api-error.ts';
import { toast } from '#web/data/toasts.ts';
import { closeAuth, useUiState } from '#web/data/ui-state.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextLink } from '#web/ui/form.tsx';
import { ProviderWays } from './provider-ways.tsx';
import { isAbout, isAboutCaptcha } from './refusal-problems.ts';
import { SecondFactorForm } from './second-factor-form.tsx';
import { signIn } from './sign-in.ts';
import { type SignInDraft, SignInForm } from './sign-in-form.tsx';
import { useCaptcha } from './use-captcha.ts';
import { useSignedInNext } from './use-signed-in-next.ts';

export function SignInDialog() {
  const t = useTranslations('auth');
  const isOpen = useUiState(({ showLogin }) => showLogin);
  return (
    <Dialog open={isOpen} onClose={closeAuth} title={t('sign_in_title')} lead={t('sign_in_lead')}>
      <SignInSteps />
    </Dialog>
  );
}

/** Address and password; and then the second factor, where the account has one. */
function SignInSteps() {
  const t = useTranslations('auth');
  const goOn = useSignedInNext();
  const captcha = useCaptcha('login');
  const [draft, setDraft] = useState<SignInDraft>(() => ({
    // Whoever has just set a new password need not type the address again.
    email: useUiState.getState().resetEmail,
    password: '',
    remember: false,
  }));
  const [isTotpAsked, setTotpAsked] = useState(false);
  /** The solution that came with the password: it is good for one code too. */
  const [kept, setKept] = useState<string | null>(null);

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
      setKept(solution);
      setTotpAsked(true);
    }
  }

  async function tryCode(totp: string) {
    try {
      await enter(kept ?? (await solved()), totp);
    } catch (error) {
      setKept(null);
      captcha.renew();
      if (kept === null || !isAboutCaptcha(error)) throw error;
      // Looking for the phone takes its time: a solution that has expired meanwhile is replaced without a word.
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
