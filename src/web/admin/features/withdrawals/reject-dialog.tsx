import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { REVIEW_REASONS, rejectWithdrawal } from '#contract/withdrawal-review.ts';
import { useAdminCall } from '#web/admin/lib/use-admin-call.ts';
import { LongField } from '#web/admin/ui/long-field.tsx';
import { ReasonDialog } from '#web/admin/ui/reason-dialog.tsx';
import { toast } from '#web/lib/toasts.ts';
import { SelectField } from '#web/ui/select-field.tsx';
import type { DeedDialogProps } from './deed-dialog.tsx';
import { NOTE_LENGTH_MAX } from './note.ts';

type Chosen = (typeof REVIEW_REASONS)[number] | '';

/** Rejects, for a reason that is chosen: without one the server asks for it. */
export function RejectDialog({ withdrawal: { id, usdt, points, user }, onClose }: DeedDialogProps) {
  const t = useTranslations('admin_withdrawals');
  const reject = useAdminCall(rejectWithdrawal);
  const [why, setWhy] = useState<Chosen>('');
  const [note, setNote] = useState('');

  async function confirm() {
    await reject.mutateAsync({ id, ...(why && { reason_code: why }), ...(note.trim() && { note: note.trim() }) });
    toast('success', t('done.rejected'));
  }

  const options: { value: Chosen; label: string }[] = [
    { value: '', label: t('choose_reason') },
    ...REVIEW_REASONS.map((value) => ({ value, label: t(`reason_codes.${value}`) })),
  ];
  return (
    <ReasonDialog
      title={t('reject_title', { usdt })}
      lead={t('reject_lead', { points, name: user.display_name })}
      submit={t('reject')}
      look="danger"
      asks="none"
      onClose={onClose}
      onConfirm={confirm}
    >
      <SelectField label={t('reason_code')} value={why} options={options} onChange={setWhy} />
      <LongField label={t('note')} hint={t('note_hint')} value={note} lengthMax={NOTE_LENGTH_MAX} onChange={setNote} />
    </ReasonDialog>
  );
}
