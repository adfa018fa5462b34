import { useMutation } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { adminStepUp } from '#contract/admin-auth.ts';
import type { Endpoint, InputOf } from '#contract/endpoint.ts';
import type { AdminRole } from '#domain/identity/admin-role.ts';
import { call, callForFile } from '#web/console/lib/call.ts';
import { ApiError, errorText } from '#web/data/api-error.ts';
import { toast } from '#web/data/toasts.ts';
import { saveFile } from '#web/lib/sharing.ts';
import { codeOf } from '#web/lib/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/form.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

interface DownloadButtonProps<E extends Endpoint> {
  /** Answers with a file, and declares its name. */
  endpoint: E;
  input: InputOf<E>;
  /** By default "CSV". */
  label?: string;
}

/**
 * Saves a list as CSV, and reports the outcome once known; asks for a code first if the endpoint requires one. Every download is in the
 * audit log.
 */
export function DownloadButton<E extends Endpoint & { access: readonly AdminRole[] }>({ endpoint, input, label }: DownloadButtonProps<E>) {
  const t = useTranslations('admin');
  const [asksForCode, setAsksForCode] = useState(false);
  const download = useMutation({
    mutationFn: async () => saveFile(await callForFile(endpoint, input), endpoint.fileName ?? 'matchpoint.csv'),
    onSuccess: () => toast('success', t('csv_done')),
    onError: (error) => {
      if (codeOf(error) === 'step_up_required') setAsksForCode(true);
      else toast('error', `${t('csv_failed')}: ${errorText(error)}`);
    },
  });
  return (
    <>
      <Button look="quiet" size="s" busy={download.isPending} onClick={() => download.mutate()}>
        <Download size={15} aria-hidden />
        {label ?? t('csv')}
      </Button>
      {asksForCode && <StepUpDialog onClose={() => setAsksForCode(false)} onProven={() => download.mutate()} />}
    </>
  );
}

interface StepUpDialogProps {
  onClose: () => void;
  /** Continues with the action that needed a code. */
  onProven: () => void;
}

/** Asks for a code of the authenticator app, before an action that requires one from the last ten minutes. */
export function StepUpDialog({ onClose, onProven }: StepUpDialogProps) {
  const t = useTranslations('admin');
  const [code, setCode] = useState('');

  async function confirm() {
    const totp = code.trim();
    // Shown in the same place as the server's refusals.
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
