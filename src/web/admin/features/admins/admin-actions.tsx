import { Ellipsis } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { AdminRow } from '#contract/admins.ts';
import { RowMenu } from '#web/admin/ui/row-menu.tsx';
import { MenuItem } from '#web/ui/menu.tsx';
import type { AdminChange } from './change-dialog.tsx';

/** What can be done with one admin. */
export function AdminActions({ admin, onChange }: { admin: AdminRow; onChange: (change: AdminChange) => void }) {
  const t = useTranslations('admin_admins');
  const changes: AdminChange[] = ['change_role', admin.status === 'normal' ? 'disable' : 'enable', 'reset', 'end_sessions'];
  return (
    <RowMenu label={t('actions', { email: admin.email })} icon={<Ellipsis size={18} aria-hidden />}>
      {changes.map((change) => (
        <MenuItem key={change} onSelect={() => onChange(change)}>
          {t(change)}
        </MenuItem>
      ))}
    </RowMenu>
  );
}
