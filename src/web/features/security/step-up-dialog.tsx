import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ApiError, errorText } from '#web/lib/api-error.ts';
import { useOverview } from '#web/lib/overview.ts';
import { useUser } from '#web/lib/session.ts';
import { endStepUp, useStepUp } from '#web/lib/step-up.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { prove, type SentCode, sendProof } from './api.ts';
import { CodeForm } from './code-form.tsx';
import { CodeWay } from './code-way.tsx';
import { SendForm } from './send-form.tsx';

/** Asks for the password or a code by mail, whichever the account has; every call that waits for it goes on afterwards. */
export function StepUpDialog() {
  const t = useTranslations('security');
  const isOpen = useStepUp(({ showStepUp }) => showStepUp);
  const user = useUser();
  const profile = useOverview().data?.profile;
  const hasPassword = profile?.has_password ?? true;
  const canMail = profile?.email_verified ?? true;
  const [prefersCode, setPrefersCode] = useState(false);
  const [sent, setSent] = useState<(SentCode & { userId: string | undefined }) | null>(null);
  const isByCode = !hasPassword || (prefersCode && canMail);
  const sentToUser = sent?.userId === user?.id ? sent : null;

  const send = async () => setSent({ ...(await sendProof()), userId: user?.id });
  const tryCode = async (code: string) => {
    await prove({ code });
    setSent(null);
    endStepUp(true);
  };
  const toPassword = hasPassword && <Switch label={t('use_password')} onPress={() => setPrefersCode(false)} />;
  const way = <CodeWay sent={sentToUser} email={user?.email ?? ''} />;
  const lead = !isByCode ? t('step_up_password') : sentToUser ? way : t('step_up_code');

  return (
    <Dialog open={isOpen} onClose={() => endStepUp(false)} title={t('step_up_title')} lead={lead}>
      {!isByCode && (
        <PasswordForm email={user?.email ?? ''}>
          {canMail && <Switch label={t('use_code')} onPress={() => setPrefersCode(true)} />}
        </PasswordForm>
      )}
      {isByCode && sentToUser && (
        <CodeForm sent={sentToUser} onCode={tryCode} onResend={send}>
          {toPassword}
        </CodeForm>
      )}
      {isByCode && !sentToUser && (
        <>
          {user && <p className="mb-3.5 text-[13.5px] text-muted">{way}</p>}
          <SendForm onSend={send}>{toPassword}</SendForm>
        </>
      )}
    </Dialog>
  );
}

const Switch = ({ label, onPress }: { label: string; onPress: () => void }) => (
  <Button look="plain" size="s" onClick={onPress}>
    {label}
  </Button>
);

function PasswordForm({ email, children }: { email: string; children: ReactNode }) {
  const t = useTranslations('security');
  const field = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState('');
  const [passwordProblem, setPasswordProblem] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  function refuse(words: string) {
    setPasswordProblem(words);
    field.current?.focus();
    field.current?.select();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    setProblem(null);
    if (password === '') return refuse(t('password_required'));
    setBusy(true);
    try {
      await prove({ password });
      endStepUp(true);
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError && error.code === 'invalid_credentials') refuse(t('password_wrong'));
      else setProblem(errorText(error));
    }
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-3.5">
      <FormAlert message={problem} />
      {/* For the browser's keeper of passwords, which looks for whose it is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={t('password')}
        name="password"
        autoComplete="current-password"
        value={password}
        error={passwordProblem}
        ref={field}
        onChange={(event) => {
          setPassword(event.target.value);
          setPasswordProblem(null);
        }}
      />
      <Button type="submit" wide busy={isBusy}>
        {t('confirm')}
      </Button>
      {children && <div className="grid justify-items-center">{children}</div>}
    </form>
  );
}
