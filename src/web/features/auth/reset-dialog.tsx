import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { closeAuth, useUiState } from '#web/data/ui-state.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { ResetCodeForm } from './reset-code-form.tsx';
import { ResetEmailForm } from './reset-email-form.tsx';
import { clearCode, isCodeAwaited } from './reset-state.ts';
import { useCaptcha } from './use-captcha.ts';

/** What is being filled in, over both steps. */
export interface ResetDraft {
  email: string;
  code: string;
  password: string;
  password_confirm: string;
}

/** Sets a new password in two steps: a code is asked for, and typed in with the password. */
export function ResetDialog() {
  const t = useTranslations('auth');
  const isOpen = useUiState(({ showResetPassword }) => showResetPassword);
  const hasLink = useUiState(({ resetLink }) => resetLink !== null);
  const [isCodeStep, setCodeStep] = useState(isCodeAwaited);
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    // It stays on its step while it leaves.
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

  /** With the same address the code that was sent is still good: there is nothing to ask for. */
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
