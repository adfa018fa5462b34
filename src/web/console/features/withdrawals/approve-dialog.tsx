import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { approveWithdrawal, markWithdrawalSent, type ReviewedWithdrawal } from '#contract/withdrawal-review.ts';
import { useAdmin } from '#web/console/lib/session.ts';
import { useAdminCall } from '#web/console/lib/use-admin-call.ts';
import { LongField } from '#web/console/ui/long-field.tsx';
import { ReasonDialog } from '#web/console/ui/reason-dialog.tsx';
import { toast } from '#web/data/toasts.ts';
import { TextField } from '#web/ui/form.tsx';
import { isLastApproval } from './actions.ts';
import { NOTE_LENGTH_MAX } from './note.ts';
import type { ReviewActionDialogProps } from './review-action-dialog.tsx';

/** Approves: the first of two is a word that is kept, the last pays. Who may record payouts may say the transaction at once. */
export function ApproveDialog({ withdrawal, onClose }: ReviewActionDialogProps) {
  const t = useTranslations('admin_withdrawals');
  const admin = useAdmin();
  const approve = useAdminCall(approveWithdrawal);
  const [note, setNote] = useState('');
  const [hash, setHash] = useState('');
  const { id, usdt, points, user, wallet_address, approvals } = withdrawal;
  const isLast = isLastApproval(withdrawal);
  const takesHash = isLast && admin !== null && markWithdrawalSent.access.includes(admin.role);

  async function confirm(reason: string) {
    const sent = { ...(reason && { reason }), ...(note.trim() && { note: note.trim() }), ...(hash.trim() && { tx_hash: hash.trim() }) };
    const reply = await approve.mutateAsync({ id, ...sent });
    toast('success', t(reply.withdrawal.status === 'pending' ? 'done.first' : 'done.approved'));
  }

  return (
    <ReasonDialog
      title={t('approve_title', { usdt })}
      lead={t('approve_lead', { points, name: user.display_name, wallet: wallet_address ?? '–' })}
      submit={t(approvals.first ? 'approve_second' : 'approve')}
      asks={approvals.reasons.includes('evidence') ? 'reason' : 'none'}
      onClose={onClose}
      onConfirm={confirm}
    >
      <TwoNeeded withdrawal={withdrawal} />
      <FirstNote withdrawal={withdrawal} />
      {!isLast && <p className="text-[13px] text-pretty">{t('approve_first_lead')}</p>}
      {takesHash && (
        <TextField
          label={t('hash_optional')}
          value={hash}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          hint={t('hash_hint')}
          onChange={({ target }) => setHash(target.value)}
        />
      )}
      <LongField
        label={t(isLast ? 'note' : 'note_log')}
        hint={t(isLast ? 'note_hint' : 'note_log_hint')}
        value={note}
        lengthMax={NOTE_LENGTH_MAX}
        onChange={setNote}
      />
    </ReasonDialog>
  );
}

/** Why two admins have to agree; nothing where one is enough. */
export function TwoNeeded({ withdrawal: { approvals } }: { withdrawal: ReviewedWithdrawal }) {
  const t = useTranslations('admin_withdrawals');
  if (approvals.reasons.length === 0) return null;
  return (
    <p className="text-[13px] text-pretty text-muted">
      {t('two_needed', { reasons: approvals.reasons.map((reason) => t(`reasons.${reason}`)).join(', ') })}
    </p>
  );
}

/** What the first of two admins wrote for the second; nothing where they wrote nothing. */
export function FirstNote({ withdrawal: { approvals } }: { withdrawal: ReviewedWithdrawal }) {
  const t = useTranslations('admin_withdrawals');
  if (!approvals.first?.note) return null;
  return <p className="text-[13.5px] text-pretty wrap-anywhere">{t('first_note', { note: approvals.first.note })}</p>;
}
