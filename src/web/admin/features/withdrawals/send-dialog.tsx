import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { markWithdrawalSent } from '#contract/withdrawal-review.ts';
import { useAdminCall } from '#web/admin/lib/use-admin-call.ts';
import { ReasonDialog } from '#web/admin/ui/reason-dialog.tsx';
import { toast } from '#web/lib/toasts.ts';
import { TextField } from '#web/ui/text-field.tsx';
import type { DeedDialogProps } from './deed-dialog.tsx';

/** Records by which transaction an approved withdrawal was paid. */
export function SendDialog({ withdrawal: { id, usdt, user }, onClose }: DeedDialogProps) {
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
      lead={t('send_lead', { name: user.display_name })}
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
