import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listAudit } from '#contract/audit.ts';
import { UUID } from '#domain/uuid.ts';
import { call } from '#web/console/lib/call.ts';
import { textUpTo, useAddress } from '#web/console/lib/use-address.ts';
import { dateIn } from '#web/lib/address-values.ts';

const NAME = /^[a-z0-9_.-]{1,60}$/;
const matching = (pattern: RegExp) => (text: string | null) => (text !== null && pattern.test(text) ? text : '');

const FILTERS = ['admin', 'action', 'kind', 'subject', 'from', 'to', 'reason'] as const;

/** The state of the audit log that is kept in the address. */
export function useAuditAddress() {
  const address = useAddress({
    admin: matching(UUID),
    action: matching(NAME),
    kind: matching(NAME),
    subject: textUpTo(100),
    from: (text) => dateIn(text) ?? '',
    to: (text) => dateIn(text) ?? '',
    reason: textUpTo(100),
    /** Only entries older than this one; empty for the latest. */
    before: matching(/^[1-9]\d{0,14}$/),
    /** The entry whose details are open. */
    entry: matching(/^\d{1,15}$/),
  });
  type Values = typeof address.values;
  return {
    ...address,
    /** Whether any filter is set. */
    isFiltered: FILTERS.some((name) => address.values[name] !== ''),
    /** Changes the filters and starts over, including new entries. */
    narrow: (changes: Partial<Values>) => address.change({ ...changes, before: '', entry: '' }),
  };
}
export type AuditAddress = ReturnType<typeof useAuditAddress>;

/** When a day of the reader's begins, `daysLater` days later; undefined without a day. */
export function dayStart(date: string, daysLater = 0): string | undefined {
  if (date === '') return undefined;
  const at = new Date(`${date}T00:00:00`);
  at.setDate(at.getDate() + daysLater);
  return at.toISOString();
}

/** The filters of the address as the server takes them. */
export const auditFilter = ({ admin, action, kind, subject, from, to, reason }: AuditAddress['values']) => ({
  admin_id: admin || undefined,
  action: action || undefined,
  subject_kind: kind || undefined,
  subject_id: subject || undefined,
  from: dayStart(from),
  // The last day is inclusive.
  to: dayStart(to, 1),
  reason: reason || undefined,
});

export const auditQuery = (values: AuditAddress['values']) =>
  queryOptions({
    queryKey: ['audit', auditFilter(values), values.before],
    queryFn: ({ signal }) =>
      call(listAudit, { ...auditFilter(values), before_id: values.before === '' ? undefined : Number(values.before) }, signal),
    placeholderData: keepPreviousData,
  });
