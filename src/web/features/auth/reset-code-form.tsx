import { type FormEvent, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { forgotPassword, resetPassword } from '#contract/auth.ts';
import { call } from '#web/data/call.ts';
import { toast } from '#web/data/toasts.ts';
import { useUiState } from '#web/data/ui-state.ts';
import { Button } from '#web/ui/button.tsx';
import { CaptchaField } from '#web/ui/captcha.tsx';
import { OutboxHint, ResendButton } from '#web/ui/code-delivery.tsx';
import { CODE_LENGTH, CodeField } from '#web/ui/code-field.tsx';
import { FormAlert, TextLink } from '#web/ui/form.tsx';
import { PasswordField, PasswordRules } from '#web/ui/password-field.tsx';
import { type AuthProblems, refusalProblems, useProblems } from './auth-problems.ts';
import type { ResetDraft } from './reset-dialog.tsx';
import { backToSignIn, clearCode, codeSent } from './reset-state.ts';
import { passwordProblems } from './sign-up-draft.ts';
import type { Captcha } from './use-captcha.ts';

interface ResetCodeFormProps {
  draft: ResetDraft;
  change: (changed: Partial<ResetDraft>) => void;
  captcha: Captcha;
  onBack: () => void;
}

/** The second step: the code, and the new password twice. */
export function ResetCodeForm({ draft, change, captcha, onBack }: ResetCodeFormProps) {
  const t = useTranslations('auth');
  const { problems, form, show, forgive } = useProblems();
  const [isBusy, setBusy] = useState(false);
  const link = useUiState(({ resetLink }) => resetLink);
  const first = link ? 'input[name=password]' : 'input';
  useEffect(() => form.current?.querySelector<HTMLInputElement>(first)?.focus(), [form, first]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const noCode: AuthProblems = draft.code.length === CODE_LENGTH ? {} : { code: t('code_required') };
    const found = { ...noCode, ...passwordProblems(draft, t) };
    show(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await call(resetPassword, { ...draft, email: draft.email.trim(), ...(link && { token: link.token }) });
      toast('success', t('reset_done'), { timeout: DONE_MS });
      clearCode();
      backToSignIn(draft.email);
    } catch (error) {
      setBusy(false);
      show(refusalProblems(error, 'reset_failed'));
    }
  }

  /** Starts over if the link is expired or used. */
  function askAgain() {
    clearCode();
    change({ code: '' });
    onBack();
  }

  const text = (field: 'password' | 'password_confirm') => ({
    name: field,
    autoComplete: 'new-password',
    value: draft[field],
    error: problems[field] ?? null,
    onChange: (event: { target: { value: string } }) => {
      change({ [field]: event.target.value });
      forgive(field);
    },
  });

  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-3.5">
      <FormAlert message={problems.form ?? (link && problems.code) ?? null} />
      {link ? (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-[13.5px]">
          <span className="text-muted wrap-anywhere">{t('reset_link_for', { email: draft.email.trim() })}</span>
          <TextLink onPress={askAgain}>{t('reset_new_code')}</TextLink>
        </div>
      ) : (
        <SentCode draft={draft} change={change} captcha={captcha} onBack={onBack} problems={problems} show={show} forgive={forgive} />
      )}
      {/* Lets the browser save the new password for the right address. */}
      <input type="text" name="username" autoComplete="username" value={draft.email} readOnly hidden />
      <PasswordField {...text('password')} label={t('new_password')} hint={<PasswordRules password={draft.password} />} />
      <PasswordField {...text('password_confirm')} label={t('new_password_confirm')} />
      <Button type="submit" wide busy={isBusy}>
        {t('reset_save')}
      </Button>
      <p className="text-center text-[13.5px]">
        <TextLink onPress={() => backToSignIn(draft.email)}>{t('reset_back')}</TextLink>
      </p>
    </form>
  );
}

interface SentCodeProps extends ResetCodeFormProps {
  problems: AuthProblems;
  show: (problems: AuthProblems) => void;
  forgive: (field: 'code') => void;
}

/** Field for the code; hidden if the user opened the link of the mail, which contains it. */
function SentCode({ draft, change, captcha, onBack, problems, show, forgive }: SentCodeProps) {
  const t = useTranslations('auth');
  return (
    <>
      <CodeField
        label={t('code')}
        value={draft.code}
        error={problems.code ?? null}
        hint={
          <>
            <span className="wrap-anywhere">{t('reset_sent', { email: draft.email.trim() })}</span>
            <OutboxHint />
          </>
        }
        onChange={(code) => {
          change({ code });
          forgive('code');
        }}
      />
      <ResendCode email={draft.email.trim()} captcha={captcha} show={show} problem={problems.captcha ?? null} onBack={onBack} />
    </>
  );
}

/** Milliseconds; long enough to read it while another dialog opens. */
const DONE_MS = 5_000;

interface ResendCodeProps {
  email: string;
  captcha: Captcha;
  show: (problems: AuthProblems) => void;
  /** The captcha error from the server. */
  problem: string | null;
  onBack: () => void;
}

/** Sends another code, or leads back to change the address. */
function ResendCode({ email, captcha, show, problem, onBack }: ResendCodeProps) {
  const t = useTranslations('auth');
  const sentAt = useUiState(({ resetCodeSentAt }) => resetCodeSentAt);
  const waitSeconds = useUiState(({ resetCountdown }) => resetCountdown);
  const [isBusy, setBusy] = useState(false);

  async function resend() {
    show({});
    setBusy(true);
    const solution = await captcha.take();
    try {
      if (solution === null) return;
      const { resend_seconds } = await call(forgotPassword, { email, captcha: solution });
      codeSent(email, resend_seconds);
      toast('info', t('reset_sent_again'));
    } catch (error) {
      show(refusalProblems(error, 'request_failed'));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-[13px]">
        <ResendButton sentAt={sentAt} waitSeconds={waitSeconds} onResend={() => void resend()} busy={isBusy} />
        <TextLink onPress={onBack}>{t('reset_other_email')}</TextLink>
      </div>
      {(isBusy || captcha.problem || problem) && <CaptchaField captcha={captcha} error={problem} />}
    </div>
  );
}
