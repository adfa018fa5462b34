import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { SessionAdmin } from '#contract/admin-auth.ts';
import { getCaptcha } from '#contract/auth.ts';
import { call } from '#web/console/lib/call.ts';
import { signIn } from '#web/console/lib/sign-in.ts';
import { ApiError, errorText } from '#web/data/api-error.ts';
import { CaptchaField, useCaptchaBy } from '#web/ui/captcha.tsx';
import { CodeForm } from './code-form.tsx';
import { type Credentials, CredentialsForm } from './credentials-form.tsx';

const ABOUT_CAPTCHA = ['captcha_required', 'captcha_failed', 'captcha_expired'];

/**
 * Signs an admin in: email and password, then the code where the account has a second factor and this device was not remembered. After failures the
 * server asks for a captcha: it is solved while one waits, and what was typed is sent again with it.
 */
export function LoginForm({ onSignedIn }: { onSignedIn: (admin: SessionAdmin) => void }) {
  const t = useTranslations('admin_account');
  const [given, setGiven] = useState<Credentials>({ email: '', password: '', remember: false });
  const [isCodeWanted, setCodeWanted] = useState(false);
  const [isCaptchaWanted, setCaptchaWanted] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const captcha = useCaptchaBy((signal) => call(getCaptcha, { action: 'admin_login' }, signal), { isWanted: isCaptchaWanted });
  /** Sent with the right password, and given back for the code. */
  const kept = useRef<string | null>(null);

  async function attempt(credentials: Credentials, totp?: string) {
    setGiven(credentials);
    setProblem(null);
    setBusy(true);
    try {
      const solution = kept.current ?? (isCaptchaWanted ? await captcha.take() : undefined);
      if (solution !== null) onSignedIn(await sendWith(solution, credentials, totp));
      else setBusy(false);
    } catch (error) {
      setBusy(false);
      if (codeOf(error) === 'totp_required') setCodeWanted(true);
      // Where none could be had, the line of the check says why.
      else if (codeOf(error) !== 'captcha_required') setProblem(errorText(error, 'login_failed'));
    }
  }

  /** Sends it, and once more with another captcha where the server asks for one. */
  async function sendWith(solution: string | undefined, credentials: Credentials, totp: string | undefined): Promise<SessionAdmin> {
    kept.current = null;
    const send = async (solved: string | undefined) => {
      try {
        return await signIn({ ...credentials, ...(totp !== undefined && { totp }), ...(solved !== undefined && { captcha: solved }) });
      } catch (error) {
        if (codeOf(error) === 'totp_required') kept.current = solved ?? null;
        throw error;
      }
    };
    try {
      return await send(solution);
    } catch (error) {
      if (!ABOUT_CAPTCHA.includes(codeOf(error))) {
        if (isCaptchaWanted && kept.current === null) captcha.renew();
        throw error;
      }
      setCaptchaWanted(true);
      captcha.renew();
      const another = await captcha.take();
      if (another === null) throw error;
      return send(another);
    }
  }

  function begin() {
    setProblem(null);
    setCodeWanted(false);
  }

  const check = isCaptchaWanted && <CaptchaField captcha={captcha} />;
  if (isCodeWanted) {
    return (
      <CodeForm
        isBusy={isBusy}
        problem={problem}
        check={check}
        submit={t('sign_in')}
        onCode={(totp) => void attempt(given, totp)}
        onBack={begin}
      />
    );
  }
  return (
    <CredentialsForm
      initial={given}
      isBusy={isBusy}
      problem={problem}
      check={check}
      onSubmit={(credentials) => void attempt(credentials)}
    />
  );
}

const codeOf = (error: unknown): string => (error instanceof ApiError ? (error.code ?? '') : '');
