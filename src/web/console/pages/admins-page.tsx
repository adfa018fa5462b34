import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { SUPERS } from '#domain/identity/admin-role.ts';
import { AdminsPanel } from '#web/console/features/admins/admins-panel.tsx';
import { InviteDialog } from '#web/console/features/admins/invite-dialog.tsx';
import { useAdmin } from '#web/console/lib/session.ts';
import { PageHead } from '#web/console/ui/page-head.tsx';
import { Button } from '#web/ui/button.tsx';

/** The list of admins, for super admins only. */
export function AdminsPage() {
  const t = useTranslations();
  const admin = useAdmin();
  const [isInviting, setInviting] = useState(false);
  const maySee = admin !== null && SUPERS.includes(admin.role);
  return (
    <>
      <PageHead
        title={t('admin.pages.admins')}
        aside={
          maySee && (
            <Button size="s" onClick={() => setInviting(true)}>
              {t('admin_admins.invite')}
            </Button>
          )
        }
      />
      <AdminsPanel />
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </>
  );
}
