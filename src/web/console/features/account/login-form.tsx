import { type ReactNode, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { SessionAdmin } from '#contract/admin-auth.ts';
import { getCaptcha } from '#contract/auth.ts';
import { call } from '#web/console/lib/call.ts';
import { signIn } from '#web/console/lib/sign-in.ts';
import { errorText } from '#web/data/api-error.ts';
import { codeOf, LEAVING, useSubmit } from '#web/lib/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { CaptchaField, useCaptchaBy } from '#web/ui/captcha.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { CODE_LENGTH, SecondFactorField } from '#web/ui/code-field.tsx';
import { FormAlert, TextField, TextLink } from '#web/ui/form.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';

const ABOUT_CAPTCHA = ['captcha_required', 'captcha_failed', 'captcha_expired'];

/**
 * Signs an admin in: email and password, then the code if the account has a second factor and this device is not remembered. After failures
 * the server asks for a captcha: it is solved in the background, and the same input is sent again with it.
 */
export function LoginForm({ onSignedIn }: { onSignedIn: (admin: SessionAdmin) => void }) {
  const t = useTranslations('admin_account');
  const [given, setGiven] = useState<Credentials>({ email: '', password: '', remember: false });
  const [isCodeWanted, setCodeWanted] = useState(false);
  const [isCaptchaWanted, setCaptchaWanted] = useState(false);
  const captcha = useCaptchaBy((signal) => call(getCaptcha, { action: 'admin_login' }, signal), { isWanted: isCaptchaWanted });
  /** Sent with the right password, and reused for the code. */
  const kept = useRef<string | null>(null);

  async function attempt(credentials: Credentials, totp?: string) {
    setGiven(credentials);
    try {
      const solution = kept.current ?? (isCaptchaWanted ? await captcha.take() : undefined);
      if (solution === null) return null;
      onSignedIn(await sendWith(solution, credentials, totp));
      return LEAVING;
    } catch (error) {
      // If no captcha is available, its own line says why.
      if (codeOf(error) === 'captcha_required') return null;
      if (codeOf(error) !== 'totp_required') throw error;
      setCodeWanted(true);
      return LEAVING;
    }
  }

  /** Sends the input, and again with a new captcha if the server asks for one. */
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

  const check = isCaptchaWanted && <CaptchaField captcha={captcha} />;
  if (isCodeWanted) {
    return <CodeForm check={check} submit={t('sign_in')} onCode={(totp) => attempt(given, totp)} onBack={() => setCodeWanted(false)} />;
  }
  return <CredentialsForm initial={given} check={check} onCredentials={attempt} />;
}

export interface Credentials {
  email: string;
  password: string;
  remember: boolean;
}

interface CredentialsFormProps {
  initial: Credentials;
  /** The progress of the captcha, if the server asked for one. */
  check: ReactNode;
  /** Sends them; throws the refusal. */
  onCredentials: (given: Credentials) => Promise<unknown>;
}

/** The first step of signing in: email and password. */
function CredentialsForm({ initial, check, onCredentials }: CredentialsFormProps) {
  const t = useTranslations('admin_account');
  const [given, setGiven] = useState(initial);
  const { form, problems, isBusy } = useSubmit({
    check: () => (given.email.trim() === '' || given.password === '' ? { form: t('required') } : {}),
    send: () => onCredentials({ ...given, email: given.email.trim() }),
    refused: (error) => ({ form: errorText(error, 'login_failed') }),
  });

  return (
    <form {...form} className="grid gap-3.5">
      <FormAlert message={problems.form} />
      <TextField
        label={t('email')}
        type="email"
        name="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        autoFocus
        value={given.email}
        onChange={({ target }) => setGiven({ ...given, email: target.value })}
      />
      <PasswordField
        label={t('password')}
        name="password"
        autoComplete="current-password"
        maxLength={1024}
        value={given.password}
        onChange={({ target }) => setGiven({ ...given, password: target.value })}
      />
      <Checkbox label={t('remember')} checked={given.remember} onChange={(remember) => setGiven({ ...given, remember })} />
      {check}
      <Button type="submit" wide busy={isBusy}>
        {t('sign_in')}
      </Button>
    </form>
  );
}

interface CodeFormProps {
  /** The progress of the captcha, if the server asked for one. */
  check?: ReactNode;
  /** The button's label. */
  submit: string;
  /** Sends the code; throws the refusal. */
  onCode: (totp: string) => Promise<unknown>;
  /** Returns to the first step. */
  onBack: () => void;
}

/** The second step: a code of the authenticator app, or a recovery code. */
function CodeForm({ check, submit, onCode, onBack }: CodeFormProps) {
  const t = useTranslations('admin_account');
  const [isRecovery, setRecovery] = useState(false);
  const [code, setCode] = useState('');
  const typed = code.trim();
  const { form, problems, isBusy, forgive } = useSubmit<'code'>({
    check: () => ((isRecovery ? typed === '' : typed.length !== CODE_LENGTH) ? { code: t('code_required') } : {}),
    send: () => onCode(typed),
    refused: (error) => ({ code: errorText(error, 'login_failed') }),
  });

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
      <p className="text-[13.5px] text-muted">{t(isRecovery ? 'recovery_lead' : 'code_lead')}</p>
      <SecondFactorField
        key={String(isRecovery)}
        isRecovery={isRecovery}
        value={code}
        error={problems.code}
        onChange={change}
        ref={focusField}
      />
      {check}
      <Button type="submit" wide busy={isBusy}>
        {submit}
      </Button>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-[13.5px]">
        <TextLink onPress={turn}>{t(isRecovery ? 'use_app' : 'use_recovery')}</TextLink>
        <TextLink onPress={onBack}>{t('other_account')}</TextLink>
      </div>
    </form>
  );
}

const focusField = (field: HTMLInputElement | null): void => field?.focus();
