import { useFormatter, useTranslations } from 'use-intl';
import type { SessionAdmin } from '#contract/admin-auth.ts';
import { AlertsCard } from '#web/console/features/account/alerts-card.tsx';
import { PasswordForm } from '#web/console/features/account/password-form.tsx';
import { TwoFactorCard } from '#web/console/features/account/two-factor-card.tsx';
import { useEnds } from '#web/console/lib/idle.ts';
import { useAdmin } from '#web/console/lib/session.ts';
import { PageHead } from '#web/console/ui/page-head.tsx';
import { toast } from '#web/data/toasts.ts';
import { Card, FactList } from '#web/ui/card.tsx';

/** The signed-in admin's own account: second factor, password, alerts, and when the session ends. */
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
        <div className="grid gap-3.5">
          <PasswordCard admin={admin} />
          <AlertsCard />
        </div>
      </div>
    </>
  );
}

/** The signed-in admin, and when the session ends. */
function SessionCard({ admin }: { admin: SessionAdmin }) {
  const t = useTranslations();
  const format = useFormatter();
  const { idleAt, endsAt } = useEnds();
  const at = (ms: number | null) => (ms === null ? '…' : format.dateTime(ms, 'day_time'));
  return (
    <Card title={t('admin_account.session_heading')}>
      <FactList
        facts={[
          { label: t('admin_account.signed_in_as'), value: <span className="wrap-anywhere">{admin.email}</span> },
          { label: t('admin_account.role'), value: t(`admin.roles.${admin.role}`) },
          { label: t('admin_account.idle_at'), value: at(idleAt) },
          { label: t('admin_account.ends_at'), value: at(endsAt) },
        ]}
      />
    </Card>
  );
}

export function PasswordCard({ admin }: { admin: SessionAdmin }) {
  const t = useTranslations('admin_account');
  return (
    <Card title={t('password_heading')}>
      <p className="mb-3.5 max-w-[60ch] text-[13px] text-muted">{t('password_hint')}</p>
      <PasswordForm admin={admin} onChanged={() => toast('success', t('password_changed'))} />
    </Card>
  );
}
