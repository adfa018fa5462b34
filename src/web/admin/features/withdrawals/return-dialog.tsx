import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { returnWithdrawal } from '#contract/withdrawal-review.ts';
import { useAdminCall } from '#web/admin/lib/use-admin-call.ts';
import { LongField } from '#web/admin/ui/long-field.tsx';
import { ReasonDialog } from '#web/admin/ui/reason-dialog.tsx';
import { toast } from '#web/lib/toasts.ts';
import type { DeedDialogProps } from './deed-dialog.tsx';
import { NOTE_LENGTH_MAX } from './note.ts';

/** Gives the points of an approved withdrawal back, as its payout failed outside. */
export function ReturnDialog({ withdrawal: { id, points, user, tx_hash }, onClose }: DeedDialogProps) {
  const t = useTranslations('admin_withdrawals');
  const giveBack = useAdminCall(returnWithdrawal);
  const [note, setNote] = useState('');

  async function confirm(reason: string) {
    const { approval } = await giveBack.mutateAsync({ id, reason, ...(note.trim() && { note: note.trim() }) });
    toast('success', t(approval ? 'done.asked' : 'done.returned'));
  }

  return (
    <ReasonDialog
      title={t('return_title', { points })}
      lead={t('return_lead', { name: user.display_name })}
      submit={t('return')}
      look="danger"
      onClose={onClose}
      onConfirm={confirm}
    >
      {tx_hash && (
        <p className="text-[13px] text-pretty text-warn">
          {t('return_sent')} {t('return_second')}
        </p>
      )}
      <LongField label={t('note')} hint={t('note_hint')} value={note} lengthMax={NOTE_LENGTH_MAX} onChange={setNote} />
    </ReasonDialog>
  );
}
