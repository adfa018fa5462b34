import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listAudit } from '#contract/audit.ts';
import { call } from '#web/console/lib/call.ts';
import { type AuditAddress, dayStart } from './audit-address.ts';

export const auditQuery = ({ admin, action, kind, subject, from, to, reason, page, up_to }: AuditAddress['values']) =>
  queryOptions({
    queryKey: ['audit', { admin, action, kind, subject, from, to, reason, page, up_to }],
    queryFn: ({ signal }) =>
      call(
        listAudit,
        {
          page,
          admin_id: admin || undefined,
          action: action || undefined,
          subject_kind: kind || undefined,
          subject_id: subject || undefined,
          from: dayStart(from),
          // The last day is included.
          to: dayStart(to, 1),
          reason: reason || undefined,
          up_to_id: up_to === '' ? undefined : Number(up_to),
        },
        signal,
      ),
    placeholderData: keepPreviousData,
  });
