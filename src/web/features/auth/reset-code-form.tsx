import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { forgotPassword, resetPassword } from '#contract/auth.ts';
import { call } from '#web/data/call.ts';
import { toast } from '#web/data/toasts.ts';
import { useUiState } from '#web/data/ui-state.ts';
import { LEAVING, useSubmit } from '#web/lib/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { CaptchaField } from '#web/ui/captcha.tsx';
import { OutboxHint, ResendButton } from '#web/ui/code-delivery.tsx';
import { CODE_LENGTH, CodeField } from '#web/ui/code-field.tsx';
import { FormAlert, TextLink } from '#web/ui/form.tsx';
import { PasswordField, PasswordRules } from '#web/ui/password-field.tsx';
import { type AuthProblems, codeNotSent, resetRefused } from './auth-problems.ts';
import type { ResetDraft } from './reset-dialog.tsx';
import { backToSignIn, clearCode, codeSent } from './reset-state.ts';
import { passwordProblems } from './sign-up-draft.ts';
import { type Captcha, sendWithCaptcha } from './use-captcha.ts';

interface ResetCodeFormProps {
  draft: ResetDraft;
  change: (changed: Partial<ResetDraft>) => void;
  captcha: Captcha;
  onBack: () => void;
}

/** The second step: the code, and the new password twice. */
export function ResetCodeForm({ draft, change, captcha, onBack }: ResetCodeFormProps) {
  const t = useTranslations('auth');
  const link = useUiState(({ resetLink }) => resetLink);
  const { form, problems, isBusy, isRunning, run, forgive } = useSubmit({
    check: () => ({ ...(draft.code.length !== CODE_LENGTH && { code: t('code_required') }), ...passwordProblems(draft, t) }),
    send: async () => {
      await call(resetPassword, { ...draft, email: draft.email.trim(), ...(link && { token: link.token }) });
      toast('success', t('reset_done'), { timeout: DONE_MS });
      clearCode();
      backToSignIn(draft.email);
      return LEAVING;
    },
    refused: resetRefused,
  });
  const { ref } = form;
  const first = link ? 'input[name=password]' : 'input';
  useEffect(() => ref.current?.querySelector<HTMLInputElement>(first)?.focus(), [ref, first]);

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
    error: problems[field],
    onChange: (event: { target: { value: string } }) => {
      change({ [field]: event.target.value });
      forgive(field);
    },
  });

  return (
    <form {...form} className="grid gap-3.5">
      <FormAlert message={problems.form ?? (link && problems.code)} />
      {link ? (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-[13.5px]">
          <span className="text-muted wrap-anywhere">{t('reset_link_for', { email: draft.email.trim() })}</span>
          <TextLink onPress={askAgain}>{t('reset_new_code')}</TextLink>
        </div>
      ) : (
        <SentCode
          draft={draft}
          change={change}
          captcha={captcha}
          onBack={onBack}
          problems={problems}
          forgive={forgive}
          isResending={isRunning}
          onResend={(work) => run(work, codeNotSent)}
        />
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
  forgive: (field: 'code') => void;
  isResending: boolean;
  onResend: (work: () => Promise<unknown>) => void;
}

/** Field for the code; hidden if the user opened the link of the mail, which contains it. */
function SentCode({ draft, change, captcha, onBack, problems, forgive, isResending, onResend }: SentCodeProps) {
  const t = useTranslations('auth');
  return (
    <>
      <CodeField
        label={t('code')}
        value={draft.code}
        error={problems.code}
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
      <ResendCode
        email={draft.email.trim()}
        captcha={captcha}
        problem={problems.captcha}
        isBusy={isResending}
        onResend={onResend}
        onBack={onBack}
      />
    </>
  );
}

/** Milliseconds; long enough to read it while another dialog opens. */
const DONE_MS = 5_000;

interface ResendCodeProps {
  email: string;
  captcha: Captcha;
  /** The captcha error from the server. */
  problem: string | undefined;
  isBusy: boolean;
  onResend: (work: () => Promise<unknown>) => void;
  onBack: () => void;
}

/** Sends another code, or leads back to change the address. */
function ResendCode({ email, captcha, problem, isBusy, onResend, onBack }: ResendCodeProps) {
  const t = useTranslations('auth');
  const sentAt = useUiState(({ resetCodeSentAt }) => resetCodeSentAt);
  const waitSeconds = useUiState(({ resetCountdown }) => resetCountdown);

  async function resend(solution: string) {
    const { resend_seconds } = await call(forgotPassword, { email, captcha: solution });
    codeSent(email, resend_seconds);
    toast('info', t('reset_sent_again'));
  }

  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-[13px]">
        <ResendButton
          sentAt={sentAt}
          waitSeconds={waitSeconds}
          onResend={() => onResend(() => sendWithCaptcha(captcha, resend))}
          busy={isBusy}
        />
        <TextLink onPress={onBack}>{t('reset_other_email')}</TextLink>
      </div>
      {(isBusy || captcha.problem || problem) && <CaptchaField captcha={captcha} error={problem} />}
    </div>
  );
}
