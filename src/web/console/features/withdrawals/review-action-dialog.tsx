import { useState } from 'react';
import { useTranslations } from 'use-intl';
import {
  approveWithdrawal,
  correctWithdrawalHash,
  markWithdrawalSent,
  REVIEW_REASONS,
  type ReviewedWithdrawal,
  type ReviewRow,
  rejectWithdrawal,
  returnWithdrawal,
} from '#contract/withdrawal-review.ts';
import { useAdmin } from '#web/console/lib/session.ts';
import { useAdminCall } from '#web/console/lib/use-admin-call.ts';
import { LongField } from '#web/console/ui/long-field.tsx';
import { ReasonDialog } from '#web/console/ui/reason-dialog.tsx';
import { toast } from '#web/data/toasts.ts';
import { TextField } from '#web/ui/form.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { isLastApproval, type ReviewActionKind } from './actions.ts';
import { Looking } from './review-row-parts.tsx';

/** Characters of a note or reason, as in the contract. */
const NOTE_LENGTH_MAX = 500;

interface ReviewActionDialogProps {
  withdrawal: ReviewRow;
  onClose: () => void;
}

const DIALOGS = { approve: ApproveDialog, reject: RejectDialog, send: SendDialog, return: ReturnDialog, correct: CorrectDialog };

/** Confirms an action on a withdrawal, with its inputs. If another admin was first, it stays open and says so. */
export function ReviewActionDialog({ deed, ...props }: ReviewActionDialogProps & { deed: ReviewActionKind }) {
  const Wanted = DIALOGS[deed];
  return <Wanted {...props} />;
}

/** Approves: the first of two approvals is only stored, the last one pays. Those who may record payouts can add the transaction at once,
 * unless transactions are verified: then they come after the approval. */
function ApproveDialog({ withdrawal, onClose }: ReviewActionDialogProps) {
  const t = useTranslations('admin_withdrawals');
  const admin = useAdmin();
  const approve = useAdminCall(approveWithdrawal);
  const [note, setNote] = useState('');
  const [hash, setHash] = useState('');
  const { id, usdt, points, user, wallet_address, approvals, payouts_verified } = withdrawal;
  const isLast = isLastApproval(withdrawal);
  const takesHash = isLast && !payouts_verified && admin !== null && markWithdrawalSent.access.includes(admin.role);

  async function confirm(reason: string) {
    const sent = { ...(reason && { reason }), ...(note.trim() && { note: note.trim() }), ...(hash.trim() && { tx_hash: hash.trim() }) };
    const reply = await approve.mutateAsync({ id, ...sent });
    const isFirst = reply.withdrawal.status === 'pending';
    toast('success', t(isFirst ? 'done.first' : reply.wallet_checked === false ? 'done.unchecked' : 'done.approved'));
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
      <LookedAt assignee={withdrawal.assignee} />
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

/** Warns that somebody else is looking at the withdrawal, which keeps nobody from deciding; empty otherwise. */
function LookedAt({ assignee }: Pick<ReviewRow, 'assignee'>) {
  const admin = useAdmin();
  return assignee === null || assignee.id === admin?.id ? null : (
    <p>
      <Looking assignee={assignee} />
    </p>
  );
}

/** Why two admins have to agree; empty if one is enough. */
export function TwoNeeded({ withdrawal: { approvals } }: { withdrawal: ReviewedWithdrawal }) {
  const t = useTranslations('admin_withdrawals');
  if (approvals.reasons.length === 0) return null;
  return (
    <p className="text-[13px] text-pretty text-muted">
      {t('two_needed', { reasons: approvals.reasons.map((reason) => t(`reasons.${reason}`)).join(', ') })}
    </p>
  );
}

/** The first approver's note for the second; empty without one. */
export function FirstNote({ withdrawal: { approvals } }: { withdrawal: ReviewedWithdrawal }) {
  const t = useTranslations('admin_withdrawals');
  if (!approvals.first?.note) return null;
  return <p className="text-[13.5px] text-pretty wrap-anywhere">{t('first_note', { note: approvals.first.note })}</p>;
}

type Chosen = (typeof REVIEW_REASONS)[number] | '';

/** Rejects with a chosen reason, which the server requires. */
function RejectDialog({ withdrawal: { id, usdt, points, user, assignee }, onClose }: ReviewActionDialogProps) {
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
      <LookedAt assignee={assignee} />
      <SelectField label={t('reason_code')} value={why} options={options} onChange={setWhy} />
      <LongField label={t('note')} hint={t('note_hint')} value={note} lengthMax={NOTE_LENGTH_MAX} onChange={setNote} />
    </ReasonDialog>
  );
}

/** Records the transaction that paid an approved withdrawal. */
function SendDialog({ withdrawal: { id, usdt, user, payouts_verified }, onClose }: ReviewActionDialogProps) {
  const t = useTranslations('admin_withdrawals');
  const send = useAdminCall(markWithdrawalSent);
  const [hash, setHash] = useState('');

  async function confirm() {
    await send.mutateAsync({ id, tx_hash: hash.trim() });
    toast('success', t('done.sent'));
  }

  return (
    <ReasonDialog
      title={t('send_title', { usdt })}
      lead={t(payouts_verified ? 'send_lead_verified' : 'send_lead', { name: user.display_name })}
      submit={t('send')}
      asks="none"
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

/** Requests another transaction; a second admin has to agree. */
function CorrectDialog({ withdrawal: { id, tx_hash }, onClose }: ReviewActionDialogProps) {
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

/** Returns the points of an approved withdrawal whose payout failed. */
function ReturnDialog({ withdrawal: { id, points, user, tx_hash }, onClose }: ReviewActionDialogProps) {
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
