import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { type AdminRow, changeAdminRole, changeAdminStatus, endAdminSessions, resetAdmin } from '#contract/admins.ts';
import { useAdminCall } from '#web/admin/lib/use-admin-call.ts';
import { ReasonDialog } from '#web/admin/ui/reason-dialog.tsx';
import { toast } from '#web/lib/toasts.ts';
import { RoleField } from './role-field.tsx';

/** What can be done with an admin. */
export type AdminChange = 'change_role' | 'disable' | 'enable' | 'reset' | 'end_sessions';

interface ChangeDialogProps {
  admin: AdminRow;
  change: AdminChange;
  onClose: () => void;
}

/** Asks once more, and why, before something is done with an admin. */
export function ChangeDialog({ admin, change, onClose }: ChangeDialogProps) {
  const t = useTranslations('admin_admins');
  const toRole = useAdminCall(changeAdminRole);
  const toStatus = useAdminCall(changeAdminStatus);
  const endSessions = useAdminCall(endAdminSessions);
  const reset = useAdminCall(resetAdmin);
  const [role, setRole] = useState(admin.role);
  const { id, email } = admin;

  const act: Record<AdminChange, (reason: string) => Promise<{ approval: { id: string } | null }>> = {
    change_role: (reason) => toRole.mutateAsync({ id, role, reason }),
    disable: (reason) => toStatus.mutateAsync({ id, status: 'disabled', reason }),
    enable: (reason) => toStatus.mutateAsync({ id, status: 'normal', reason }),
    end_sessions: async () => {
      await endSessions.mutateAsync({ id });
      return { approval: null };
    },
    reset: (reason) => reset.mutateAsync({ id, reason }),
  };

  return (
    <ReasonDialog
      title={t(change)}
      lead={<span className="wrap-anywhere">{t(`${change}_lead`, { email })}</span>}
      submit={t(`${change}_submit`)}
      look={change === 'disable' || change === 'reset' ? 'danger' : 'primary'}
      asks={change === 'end_sessions' ? 'none' : 'reason'}
      onClose={onClose}
      onConfirm={async (reason) => {
        const { approval } = await act[change](reason);
        const waits = change === 'reset' ? 'waits_password' : 'waits';
        toast(approval ? 'info' : 'success', t(approval ? waits : 'done'));
      }}
    >
      {change === 'change_role' && <RoleField value={role} onChange={setRole} />}
    </ReasonDialog>
  );
}
