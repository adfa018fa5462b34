import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { auditQuery } from '#web/console/features/audit/api.ts';
import { useAuditAddress } from '#web/console/features/audit/audit-address.ts';
import { AuditFilters } from '#web/console/features/audit/audit-filters.tsx';
import { AuditPanel } from '#web/console/features/audit/audit-panel.tsx';
import { PageHead } from '#web/console/ui/page-head.tsx';

/** Every change that an admin made, by whom, when, why, and what became what. */
export function AuditPage() {
  const t = useTranslations('admin.pages');
  const address = useAuditAddress();
  const { data } = useQuery(auditQuery(address.values));
  return (
    <>
      <PageHead title={t('audit')} filters={<AuditFilters address={address} known={data} />} />
      <AuditPanel address={address} />
    </>
  );
}
