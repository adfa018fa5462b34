import { useFormatter, useTranslations } from 'use-intl';
import type { SessionAdmin } from '#contract/admin-auth.ts';
import { useEnds } from '#web/console/lib/idle.ts';
import { DAY_AND_TIME } from '#web/lib/dates.ts';
import { Card, FactList } from '#web/ui/card.tsx';

/** Who is signed in, and when that ends. */
export function SessionCard({ admin }: { admin: SessionAdmin }) {
  const t = useTranslations();
  const format = useFormatter();
  const { idleAt, endsAt } = useEnds();
  const at = (ms: number | null) => (ms === null ? '…' : format.dateTime(ms, DAY_AND_TIME));
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
