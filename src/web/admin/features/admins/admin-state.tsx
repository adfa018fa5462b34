import { useFormatter, useTranslations } from 'use-intl';
import type { AdminRow } from '#contract/admins.ts';
import { DAY_AND_TIME } from '#web/lib/date-formats.ts';
import { useTicking } from '#web/lib/use-now.ts';
import { Tag } from '#web/ui/tag.tsx';

/** Whether an admin can sign in, and where they still have the password that they were given. */
export function AdminState({ admin: { status, one_time_until } }: { admin: AdminRow }) {
  const t = useTranslations('admin_admins');
  const format = useFormatter();
  const until = one_time_until === null ? null : new Date(one_time_until);
  const isOver = useTicking(60_000, (now) => until !== null && now >= until);
  if (status === 'disabled') return <Tag tone="bad">{t('disabled')}</Tag>;
  if (until === null) return <Tag tone="good">{t('normal')}</Tag>;
  return isOver ? (
    <Tag tone="quiet">{t('invite_over')}</Tag>
  ) : (
    <Tag tone="warn">{t('invited', { time: format.dateTime(until, DAY_AND_TIME) })}</Tag>
  );
}
