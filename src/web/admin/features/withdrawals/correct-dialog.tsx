import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { correctWithdrawalHash } from '#contract/withdrawal-review.ts';
import { useAdminCall } from '#web/admin/lib/use-admin-call.ts';
import { ReasonDialog } from '#web/admin/ui/reason-dialog.tsx';
import { toast } from '#web/lib/toasts.ts';
import { TextField } from '#web/ui/text-field.tsx';
import type { DeedDialogProps } from './deed-dialog.tsx';

/** Asks for another transaction to be recorded: a second admin has to agree. */
export function CorrectDialog({ withdrawal: { id, tx_hash }, onClose }: DeedDialogProps) {
  const t = useTranslations('admin_withdrawals');
  const correct = useAdminCall(correctWithdrawalHash);
  const [hash, setHash] = useState('');

  async function confirm(reason: string) {
    await correct.mutateAsync({ id, tx_hash: hash.trim(), reason });
    toast('success', t('done.asked'));
  }

  return (
    <ReasonDialog
      title={t('correct_title')}
      lead={<span className="wrap-anywhere">{t('correct_lead', { hash: tx_hash ?? '–' })}</span>}
      submit={t('correct')}
      onClose={onClose}
      onConfirm={confirm}
    >
      <TextField
        label={t('hash')}
        value={hash}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        hint={t('hash_hint')}
        onChange={({ target }) => setHash(target.value)}
      />
    </ReasonDialog>
  );
}
