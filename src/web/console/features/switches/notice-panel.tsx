import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { changeNotice } from '#contract/feature-flags.ts';
import { useAdmin } from '#web/console/lib/session.ts';
import { Panel } from '#web/console/ui/panel.tsx';
import { StateDot } from '#web/console/ui/state-dot.tsx';
import { TimeAgo } from '#web/console/ui/time-ago.tsx';
import { Skeleton } from '#web/ui/placeholders.tsx';
import { noticeQuery } from './api.ts';
import { NoticeForm } from './notice-form.tsx';

/** What everybody is told above every page: as it is, and to be changed by whoever may. */
export function NoticePanel() {
  const t = useTranslations('admin_settings');
  const query = useQuery(noticeQuery);
  const role = useAdmin()?.role;
  const mayChange = role !== undefined && changeNotice.access.includes(role);
  return (
    <Panel
      title={t('notice')}
      aside={
        query.data && <StateDot tone={query.data.is_shown ? 'good' : 'quiet'}>{t(query.data.is_shown ? 'shown' : 'not_shown')}</StateDot>
      }
      query={query}
      failed={t('notice_failed')}
      skeleton={<Skeleton className="h-[420px]" />}
    >
      {({ notice, is_shown }) => (
        <div className="grid gap-4">
          {notice && (
            <p className="text-[12.5px] text-muted">
              {t('changed_by', { email: notice.changed.email })} · <TimeAgo at={notice.changed.at} />
            </p>
          )}
          {mayChange ? (
            // Another notice is another form.
            <NoticeForm key={notice?.id ?? 0} notice={notice} isShown={is_shown} />
          ) : (
            <p className="text-pretty wrap-anywhere">{(is_shown && notice?.en) || t('no_notice')}</p>
          )}
        </div>
      )}
    </Panel>
  );
}
