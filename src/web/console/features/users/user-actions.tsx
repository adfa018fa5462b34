import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { type AdminUser, adjustUser, endUserSessions, setUserStatus } from '#contract/admin-users.ts';
import { useAdmin } from '#web/console/lib/session.ts';
import { useAdminCall } from '#web/console/lib/use-admin-call.ts';
import { ReasonDialog } from '#web/console/ui/reason-dialog.tsx';
import { toast } from '#web/data/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { AdjustDialog } from './adjust-dialog.tsx';

type Deed = 'status' | 'sessions' | 'adjust';
const ENDPOINTS = { status: setUserStatus, sessions: endUserSessions, adjust: adjustUser };

/** What can be done with a user by whoever has the role; nothing with who has left. */
export function UserActions({ user }: { user: AdminUser }) {
  const t = useTranslations('admin_users');
  const admin = useAdmin();
  const [chosen, setChosen] = useState<Deed | null>(null);
  const close = () => setChosen(null);
  if (user.status === 'deleted' || !admin) return null;
  const may = (deed: Deed) => ENDPOINTS[deed].access.includes(admin.role);
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

/** Disables a user, or enables them again. What it will do stays as it was when it was opened, whatever others do meanwhile. */
function StatusDialog({ user: { id, display_name, status }, onClose }: UserDialogProps) {
  const t = useTranslations('admin_users');
  const change = useAdminCall(setUserStatus);
  const [deed] = useState(status === 'disabled' ? 'enable' : 'disable');

  async function confirm(reason: string) {
    const reply = await change.mutateAsync({ id, status: deed === 'enable' ? 'normal' : 'disabled', reason });
    toast('success', deed === 'enable' ? t('enabled') : t('disabled', { count: reply.sessions_ended }));
  }

  const isDisabling = deed === 'disable';
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
