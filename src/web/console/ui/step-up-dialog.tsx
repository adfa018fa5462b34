import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { adminStepUp } from '#contract/admin-auth.ts';
import { call } from '#web/console/lib/call.ts';
import { ApiError } from '#web/data/api-error.ts';
import { TextField } from '#web/ui/form.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

interface StepUpDialogProps {
  onClose: () => void;
  /** Goes on with what a code was asked for. */
  onProven: () => void;
}

/** Asks for a code of the authenticator app, before something that takes one within ten minutes. */
export function StepUpDialog({ onClose, onProven }: StepUpDialogProps) {
  const t = useTranslations('admin');
  const [code, setCode] = useState('');

  async function confirm() {
    const totp = code.trim();
    // Said where the refusals of the server are said.
    if (totp === '') throw new ApiError(0, null, t('csv_code_missing'));
    await call(adminStepUp, { totp });
    onProven();
  }

  return (
    <ReasonDialog title={t('csv_code_title')} lead={t('csv_code_lead')} submit={t('csv')} asks="none" onClose={onClose} onConfirm={confirm}>
      <TextField
        label={t('csv_code')}
        value={code}
        maxLength={64}
        autoComplete="one-time-code"
        spellCheck={false}
        onChange={({ target }) => setCode(target.value)}
      />
    </ReasonDialog>
  );
}
