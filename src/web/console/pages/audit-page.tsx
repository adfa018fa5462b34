import { useQuery } from '@tanstack/react-query';
import X from 'lucide-react/icons/x';
import { useTranslations } from 'use-intl';
import { auditFile, type listAudit } from '#contract/audit.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { type AuditAddress, auditFilter, auditQuery, useAuditAddress } from '#web/console/features/audit/audit-address.ts';
import { AuditPanel } from '#web/console/features/audit/audit-panel.tsx';
import { ViewsBar } from '#web/console/features/list-views/views-bar.tsx';
import { DownloadButton } from '#web/console/ui/download-button.tsx';
import { DateField, SearchField } from '#web/console/ui/filter-fields.tsx';
import { PageHead } from '#web/console/ui/page-head.tsx';
import { Button } from '#web/ui/button.tsx';
import { QuietSelect } from '#web/ui/select-field.tsx';

/** All changes made by admins: who, when, why, and the values before and after. */
export function AuditPage() {
  const t = useTranslations('admin.pages');
  const tAudit = useTranslations('admin_audit');
  const address = useAuditAddress();
  const { data } = useQuery(auditQuery(address.values));
  return (
    <>
      <PageHead
        title={t('audit')}
        aside={
          <>
            <ViewsBar list="audit" address={address} />
            <DownloadButton endpoint={auditFile} input={auditFilter(address.values)} label={tAudit('export')} />
          </>
        }
        filters={<AuditFilters address={address} known={data} />}
      />
      <AuditPanel address={address} />
    </>
  );
}

interface AuditFiltersProps {
  address: AuditAddress;
  /** The available filter values; undefined until known. */
  known: Pick<ReplyOf<typeof listAudit>, 'admins' | 'actions'> | undefined;
}

/** Filters by admin, action, time and reason, all kept in the address. */
function AuditFilters({ address: { values, narrow, isFiltered }, known }: AuditFiltersProps) {
  const t = useTranslations();
  const { admin, action, kind, subject, from, to, reason } = values;
  // A value from the address stays selectable even if it is not among the known ones.
  const admins = (known?.admins ?? []).map(({ id, email }) => ({ value: id, label: email }));
  const actions = [...new Set([...(known?.actions ?? []), ...(action ? [action] : [])])].map((value) => ({ value, label: value }));
  const clear = () => narrow({ admin: '', action: '', kind: '', subject: '', from: '', to: '', reason: '' });
  return (
    <>
      <QuietSelect
        label={t('admin_audit.by')}
        value={admin}
        options={[{ value: '', label: t('admin_audit.anybody') }, ...admins]}
        onChange={(chosen) => narrow({ admin: chosen })}
        className="max-w-[230px]"
      />
      <QuietSelect
        label={t('admin_audit.action')}
        value={action}
        options={[{ value: '', label: t('admin_audit.any_action') }, ...actions]}
        onChange={(chosen) => narrow({ action: chosen })}
        className="max-w-[230px]"
      />
      <DateField label={t('admin_audit.from')} value={from} max={to} onChange={(date) => narrow({ from: date })} />
      <DateField label={t('admin_audit.to')} value={to} min={from} onChange={(date) => narrow({ to: date })} />
      <SearchField label={t('admin_audit.reason_search')} value={reason} lengthMax={100} onChange={(text) => narrow({ reason: text })} />
      <SearchField
        label={t('admin_audit.subject_search')}
        value={subject}
        lengthMax={100}
        onChange={(id) => narrow({ subject: id, kind: '' })}
      />
      {kind !== '' && (
        <p className="flex h-9 min-w-0 items-center gap-1.5 rounded-chip bg-accent-soft px-3 text-[13px] text-accent">
          <span className="max-w-[320px] truncate">{t('admin_audit.about_one', { kind, id: subject })}</span>
        </p>
      )}
      {isFiltered && (
        <Button look="plain" size="s" onClick={clear}>
          <X size={15} aria-hidden />
          {t('admin.clear_filters')}
        </Button>
      )}
    </>
  );
}
