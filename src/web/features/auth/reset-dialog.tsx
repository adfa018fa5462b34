import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { forgotPassword } from '#contract/auth.ts';
import { call } from '#web/data/call.ts';
import { closeAuth, useUiState } from '#web/data/ui-state.ts';
import { LEAVING, useSubmit } from '#web/lib/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { CaptchaField } from '#web/ui/captcha.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmailField, FormAlert, TextLink } from '#web/ui/form.tsx';
import { codeNotSent } from './auth-problems.ts';
import { ResetCodeForm } from './reset-code-form.tsx';
import { backToSignIn, clearCode, codeSent, isCodeAwaited } from './reset-state.ts';
import { emailProblems } from './sign-up-draft.ts';
import { type Captcha, sendWithCaptcha, useCaptcha } from './use-captcha.ts';

/** The values entered in both steps. */
export interface ResetDraft {
  email: string;
  code: string;
  password: string;
  password_confirm: string;
}

/** Sets a new password in two steps: request a code, then enter it with the password. */
export function ResetDialog() {
  const t = useTranslations('auth');
  const isOpen = useUiState(({ showResetPassword }) => showResetPassword);
  const hasLink = useUiState(({ resetLink }) => resetLink !== null);
  const [isCodeStep, setCodeStep] = useState(isCodeAwaited);
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    // The step stays the same during the closing animation.
    if (isOpen) setCodeStep(isCodeAwaited());
  }
  return (
    <Dialog
      open={isOpen}
      onClose={closeAuth}
      title={t('reset_title')}
      lead={t(isCodeStep ? (hasLink ? 'reset_link_lead' : 'reset_code_lead') : 'reset_lead')}
    >
      <ResetSteps isCodeStep={isCodeStep} setCodeStep={setCodeStep} />
    </Dialog>
  );
}

interface ResetStepsProps {
  isCodeStep: boolean;
  setCodeStep: (isCodeStep: boolean) => void;
}

function ResetSteps({ isCodeStep, setCodeStep }: ResetStepsProps) {
  const captcha = useCaptcha('forgot');
  const [draft, setDraft] = useState<ResetDraft>(() => ({
    email: useUiState.getState().resetEmail,
    code: useUiState.getState().resetLink?.code ?? '',
    password: '',
    password_confirm: '',
  }));
  const change = (changed: Partial<ResetDraft>) => setDraft((before) => ({ ...before, ...changed }));

  /** With the same address, the code already sent is still valid. */
  const changeEmail = (email: string) => {
    if (email.trim() !== useUiState.getState().resetEmail) clearCode();
    change({ email, code: '' });
  };
  return isCodeStep ? (
    <ResetCodeForm draft={draft} change={change} captcha={captcha} onBack={() => setCodeStep(false)} />
  ) : (
    <ResetEmailForm email={draft.email} changeEmail={changeEmail} captcha={captcha} onSent={() => setCodeStep(true)} />
  );
}

interface ResetEmailFormProps {
  email: string;
  changeEmail: (email: string) => void;
  captcha: Captcha;
  /** Called when a code was sent. */
  onSent: () => void;
}

/** The first step: asks for the address. */
function ResetEmailForm({ email, changeEmail, captcha, onSent }: ResetEmailFormProps) {
  const t = useTranslations('auth');
  const { form, problems, isBusy, forgive } = useSubmit({
    check: () => emailProblems(email, t),
    send: async () => (isCodeAwaited() ? onSent() : sendWithCaptcha(captcha, requestCode)),
    refused: codeNotSent,
  });
  const { ref } = form;
  // Also on return from the second step.
  useEffect(() => ref.current?.querySelector('input')?.focus(), [ref]);

  async function requestCode(solution: string) {
    const { resend_seconds } = await call(forgotPassword, { email: email.trim(), captcha: solution });
    codeSent(email.trim(), resend_seconds);
    onSent();
    return LEAVING;
  }

  return (
    <form {...form} className="grid gap-3.5">
      <FormAlert message={problems.form} />
      <EmailField
        label={t('email')}
        autoComplete="username"
        value={email}
        error={problems.email}
        onChange={(event) => {
          changeEmail(event.target.value);
          forgive('email');
        }}
      />
      <CaptchaField captcha={captcha} error={problems.captcha} />
      <Button type="submit" wide busy={isBusy}>
        {t('reset_submit')}
      </Button>
      <p className="text-center text-[13.5px]">
        <TextLink onPress={() => backToSignIn(email)}>{t('reset_back')}</TextLink>
      </p>
    </form>
  );
}
