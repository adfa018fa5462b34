import { Lock } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useAdmin } from '#web/admin/lib/session.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** What an admin's role does not show (docs/rules.md#admins). */
export function Forbidden() {
  const t = useTranslations('admin');
  const admin = useAdmin();
  return (
    <div role="alert">
      <EmptyState
        icon={<Lock size={26} />}
        title={t('forbidden')}
        hint={admin && t('forbidden_hint', { role: t(`roles.${admin.role}`) })}
      />
    </div>
  );
}
