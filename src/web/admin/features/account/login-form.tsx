import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { SessionAdmin } from '#contract/admin-auth.ts';
import { signIn } from '#web/admin/lib/sign-in.ts';
import { ApiError, errorText } from '#web/lib/api-error.ts';
import { CodeForm } from './code-form.tsx';
import { type Credentials, CredentialsForm } from './credentials-form.tsx';

/** Signs an admin in: email and password, then the code where the account has a second factor and this device was not remembered. */
export function LoginForm({ onSignedIn }: { onSignedIn: (admin: SessionAdmin) => void }) {
  const t = useTranslations('admin_account');
  const [given, setGiven] = useState<Credentials>({ email: '', password: '', remember: false });
  const [isCodeWanted, setCodeWanted] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function attempt(credentials: Credentials, totp?: string) {
    setGiven(credentials);
    setProblem(null);
    setBusy(true);
    try {
      onSignedIn(await signIn({ ...credentials, ...(totp !== undefined && { totp }) }));
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError && error.code === 'totp_required') setCodeWanted(true);
      else setProblem(errorText(error, 'login_failed'));
    }
  }
  function begin() {
    setProblem(null);
    setCodeWanted(false);
  }

  if (isCodeWanted) {
    return <CodeForm isBusy={isBusy} problem={problem} submit={t('sign_in')} onCode={(totp) => void attempt(given, totp)} onBack={begin} />;
  }
  return <CredentialsForm initial={given} isBusy={isBusy} problem={problem} onSubmit={(credentials) => void attempt(credentials)} />;
}
