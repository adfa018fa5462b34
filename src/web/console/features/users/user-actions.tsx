import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { type AdminUser, adjustUser, endUserSessions, setUserStatus } from '#contract/admin-users.ts';
import { useAdmin } from '#web/console/lib/session.ts';
import { useAdminCall } from '#web/console/lib/use-admin-call.ts';
import { LongField } from '#web/console/ui/long-field.tsx';
import { ReasonDialog } from '#web/console/ui/reason-dialog.tsx';
import { ApiError } from '#web/data/api-error.ts';
import { toast } from '#web/data/toasts.ts';
import { wholeDigits } from '#web/lib/number-formats.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/form.tsx';
import { Segmented } from '#web/ui/switches.tsx';

type UserAction = 'status' | 'sessions' | 'adjust';
const ENDPOINTS = { status: setUserStatus, sessions: endUserSessions, adjust: adjustUser };

/** Shows the actions that the admin's role permits on a user; none for deleted users. */
export function UserActions({ user }: { user: AdminUser }) {
  const t = useTranslations('admin_users');
  const admin = useAdmin();
  const [chosen, setChosen] = useState<UserAction | null>(null);
  const close = () => setChosen(null);
  if (user.status === 'deleted' || !admin) return null;
  const may = (action: UserAction) => ENDPOINTS[action].access.includes(admin.role);
  const isDisabled = user.status === 'disabled';
  return (
    <>
      {may('adjust') && (
        <Button size="s" look="quiet" onClick={() => setChosen('adjust')}>
          {t('adjust')}
        </Button>
      )}
      {may('sessions') && (
        <Button size="s" look="quiet" onClick={() => setChosen('sessions')}>
          {t('end_sessions')}
        </Button>
      )}
      {may('status') && (
        <Button size="s" look={isDisabled ? 'primary' : 'danger'} onClick={() => setChosen('status')}>
          {t(isDisabled ? 'enable' : 'disable')}
        </Button>
      )}
      {chosen === 'adjust' && <AdjustDialog user={user} onClose={close} />}
      {chosen === 'sessions' && <SessionsDialog user={user} onClose={close} />}
      {chosen === 'status' && <StatusDialog user={user} onClose={close} />}
    </>
  );
}

interface UserDialogProps {
  user: AdminUser;
  onClose: () => void;
}

/** Disables or enables a user. The action stays as it was when the dialog opened, even if others change the user meanwhile. */
function StatusDialog({ user: { id, display_name, status }, onClose }: UserDialogProps) {
  const t = useTranslations('admin_users');
  const change = useAdminCall(setUserStatus);
  const [action] = useState(status === 'disabled' ? 'enable' : 'disable');

  async function confirm(reason: string) {
    const reply = await change.mutateAsync({ id, status: action === 'enable' ? 'normal' : 'disabled', reason });
    toast('success', action === 'enable' ? t('enabled') : t('disabled', { count: reply.sessions_ended }));
  }

  const isDisabling = action === 'disable';
  return (
    <ReasonDialog
      title={t(isDisabling ? 'disable_title' : 'enable_title', { name: display_name })}
      lead={t(isDisabling ? 'disable_lead' : 'enable_lead')}
      submit={t(isDisabling ? 'disable' : 'enable')}
      look={isDisabling ? 'danger' : 'primary'}
      onClose={onClose}
      onConfirm={confirm}
    />
  );
}

function SessionsDialog({ user: { id, display_name }, onClose }: UserDialogProps) {
  const t = useTranslations('admin_users');
  const end = useAdminCall(endUserSessions);

  async function confirm(reason: string) {
    const { ended } = await end.mutateAsync({ id, reason });
    toast('success', t('sessions_ended', { count: ended }));
  }

  return (
    <ReasonDialog
      title={t('end_sessions_title', { name: display_name })}
      lead={t('end_sessions_lead')}
      submit={t('end_sessions')}
      look="danger"
      onClose={onClose}
      onConfirm={confirm}
    />
  );
}

/** A top-up, or a correction up or down. */
const WAYS = ['top_up', 'give', 'take'] as const;
type Way = (typeof WAYS)[number];
/** As in the contract. */
const NOTE_LENGTH_MAX = 200;

interface AdjustDialogProps {
  user: AdminUser;
  onClose: () => void;
}

/** Gives or takes points by hand. Large amounts wait for a second admin, and the dialog says so. */
function AdjustDialog({ user: { id, display_name, points_balance }, onClose }: AdjustDialogProps) {
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
