import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { SessionAdmin } from '#contract/admin-auth.ts';
import { getCaptcha } from '#contract/auth.ts';
import { call } from '#web/console/lib/call.ts';
import { signIn } from '#web/console/lib/sign-in.ts';
import { ApiError, errorText } from '#web/data/api-error.ts';
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
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const captcha = useCaptchaBy((signal) => call(getCaptcha, { action: 'admin_login' }, signal), { isWanted: isCaptchaWanted });
  /** Sent with the right password, and reused for the code. */
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
      // If no captcha is available, its own line says why.
      else if (codeOf(error) !== 'captcha_required') setProblem(errorText(error, 'login_failed'));
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

export interface Credentials {
  email: string;
  password: string;
  remember: boolean;
}

interface CredentialsFormProps {
  initial: Credentials;
  isBusy: boolean;
  /** Why the server refused. */
  problem: string | null;
  /** The progress of the captcha, if the server asked for one. */
  check: ReactNode;
  onSubmit: (given: Credentials) => void;
}

/** The first step of signing in: email and password. */
function CredentialsForm({ initial, isBusy, problem, check, onSubmit }: CredentialsFormProps) {
  const t = useTranslations('admin_account');
  const [given, setGiven] = useState(initial);
  const [isIncomplete, setIncomplete] = useState(false);

  function submit(event: FormEvent) {
    event.preventDefault();
    const isMissing = given.email.trim() === '' || given.password === '';
    setIncomplete(isMissing);
    if (!isMissing) onSubmit({ ...given, email: given.email.trim() });
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-3.5">
      <FormAlert message={isIncomplete ? t('required') : problem} />
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
  isBusy: boolean;
  /** Why the server refused. */
  problem: string | null;
  /** The progress of the captcha, if the server asked for one. */
  check?: ReactNode;
  /** The button's label. */
  submit: string;
  onCode: (totp: string) => void;
  /** Returns to the first step. */
  onBack: () => void;
}

/** The second step: a code of the authenticator app, or a recovery code. */
export function CodeForm({ isBusy, problem, check, submit, onCode, onBack }: CodeFormProps) {
  const t = useTranslations('admin_account');
  const [isRecovery, setRecovery] = useState(false);
  const [code, setCode] = useState('');
  const [isIncomplete, setIncomplete] = useState(false);

  function send(event: FormEvent) {
    event.preventDefault();
    const typed = code.trim();
    const isShort = isRecovery ? typed === '' : typed.length !== CODE_LENGTH;
    setIncomplete(isShort);
    if (!isShort) onCode(typed);
  }
  function turn() {
    setCode('');
    setIncomplete(false);
    setRecovery(!isRecovery);
  }

  return (
    <form noValidate onSubmit={send} className="grid gap-3.5">
      <p className="text-[13.5px] text-muted">{t(isRecovery ? 'recovery_lead' : 'code_lead')}</p>
      <SecondFactorField
        key={String(isRecovery)}
        isRecovery={isRecovery}
        value={code}
        error={isIncomplete ? t('code_required') : problem}
        onChange={setCode}
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
