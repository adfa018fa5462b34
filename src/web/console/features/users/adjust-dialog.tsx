import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { type AdminUser, adjustUser } from '#contract/admin-users.ts';
import { useAdminCall } from '#web/console/lib/use-admin-call.ts';
import { LongField } from '#web/console/ui/long-field.tsx';
import { ReasonDialog } from '#web/console/ui/reason-dialog.tsx';
import { ApiError } from '#web/data/api-error.ts';
import { toast } from '#web/data/toasts.ts';
import { wholeDigits } from '#web/lib/number-formats.ts';
import { TextField } from '#web/ui/form.tsx';
import { Segmented } from '#web/ui/switches.tsx';

/** A top-up, or a correction up or down. */
const WAYS = ['top_up', 'give', 'take'] as const;
type Way = (typeof WAYS)[number];
/** As the contract takes it. */
const NOTE_LENGTH_MAX = 200;

interface AdjustDialogProps {
  user: AdminUser;
  onClose: () => void;
}

/** Gives or takes points by hand; where it is much the server keeps it for a second admin, and that is said. */
export function AdjustDialog({ user: { id, display_name, points_balance }, onClose }: AdjustDialogProps) {
  const t = useTranslations('admin_users');
  const adjust = useAdminCall(adjustUser);
  const [way, setWay] = useState<Way>('top_up');
  const [amount, setAmount] = useState('');
  const [note, setNote] = useState('');
  const points = Number(amount);

  async function confirm(reason: string) {
    if (points === 0) throw new ApiError(0, null, t('adjust_missing'));
    const { approval, balance } = await adjust.mutateAsync({
      id,
      delta: way === 'take' ? -points : points,
      source: way === 'top_up' ? 'manual_adjust' : 'admin_adjust',
      reason,
      ...(note.trim() && { note: note.trim() }),
    });
    if (approval) toast('info', t('adjust_waits'));
    else toast('success', t('adjusted', { balance }));
  }

  return (
    <ReasonDialog
      title={t('adjust_title', { name: display_name })}
      lead={t('adjust_lead', { balance: points_balance })}
      submit={points > 0 ? t(`adjust_submit.${way}`, { points }) : t('adjust_none')}
      onClose={onClose}
      onConfirm={confirm}
    >
      <Segmented
        label={t('adjust_way')}
        value={way}
        options={WAYS.map((value) => ({ value, label: t(`ways.${value}`) }))}
        onChange={setWay}
      />
      <TextField
        label={t('adjust_amount')}
        inputMode="numeric"
        autoComplete="off"
        value={amount}
        hint={t('adjust_second')}
        onChange={({ target }) => setAmount(wholeDigits(target.value) ?? amount)}
      />
      <LongField
        label={t('adjust_note')}
        hint={t('adjust_note_hint')}
        value={note}
        lengthMax={NOTE_LENGTH_MAX}
        rows={2}
        onChange={setNote}
      />
    </ReasonDialog>
  );
}
