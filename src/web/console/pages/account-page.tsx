import { useTranslations } from 'use-intl';
import { PasswordCard } from '#web/console/features/account/password-card.tsx';
import { SessionCard } from '#web/console/features/account/session-card.tsx';
import { TwoFactorCard } from '#web/console/features/account/two-factor-card.tsx';
import { useAdmin } from '#web/console/lib/session.ts';
import { PageHead } from '#web/console/ui/page-head.tsx';

/** The signed-in admin's own account: second factor, password, and when the session ends. */
export function AccountPage() {
  const t = useTranslations('admin.pages');
  const admin = useAdmin();
  if (!admin) return null;
  return (
    <>
      <PageHead title={t('account')} />
      <div className="grid max-w-[1000px] items-start gap-3.5 lg:grid-cols-2">
        <div className="grid gap-3.5">
          <TwoFactorCard admin={admin} />
          <SessionCard admin={admin} />
        </div>
        <PasswordCard admin={admin} />
      </div>
    </>
  );
}
