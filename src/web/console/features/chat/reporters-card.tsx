import { useFormatter, useTranslations } from 'use-intl';
import type { ChatReportDetail } from '#contract/chat-moderation.ts';
import { TimeAgo } from '#web/console/ui/time-ago.tsx';
import { UserLine } from '#web/console/ui/user-line.tsx';
import { LONG_DATE_AND_TIME } from '#web/lib/dates.ts';
import { Card, Tag } from '#web/ui/card.tsx';
import { Reasons, ReportStateDot } from './report-parts.tsx';

/** Who reported a message and why, and what was decided. */
export function ReportersCard({ report: { reports, reasons, state, first_at, last_at } }: { report: ChatReportDetail }) {
  const t = useTranslations('admin_chat');
  const isHeld = reasons.some(({ reason }) => reason === 'held');
  return (
    <Card title={t('reported_by')} aside={state && <ReportStateDot state={state} />}>
      {reports.length === 0 && <p className="text-[13.5px] text-muted">{t(isHeld ? 'by_word' : 'not_reported')}</p>}
      {reports.length > 0 && (
        <>
          <div className="flex flex-wrap items-center gap-2">
            <Reasons reasons={reasons} />
            {first_at !== last_at && (
              <span className="text-[12.5px] text-muted">
                <TimeAgo at={first_at} /> – <TimeAgo at={last_at} />
              </span>
            )}
          </div>
          <ul className="mt-1.5">
            {reports.map((report) => (
              <Report key={report.reporter.id} report={report} />
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

function Report({ report }: { report: ChatReportDetail['reports'][number] }) {
  const t = useTranslations('admin_chat');
  const format = useFormatter();
  const { reporter, reason, is_trusted, state, at, decided_by, decided_at } = report;
  return (
    <li className="border-b border-line py-2 text-[13.5px] last:border-0">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        <UserLine user={reporter} status={reporter.status} isBrief />
        <span>{t(`reasons.${reason}`)}</span>
        {!is_trusted && <Tag tone="quiet">{t('not_trusted')}</Tag>}
        <span className="ml-auto text-[12.5px] text-muted">
          <TimeAgo at={at} />
        </span>
      </div>
      {decided_by && decided_at && (
        <p className="flex flex-wrap gap-x-2 text-[12.5px] wrap-anywhere text-muted">
          <ReportStateDot state={state} />
          {t('decided', { email: decided_by.email, when: format.dateTime(new Date(decided_at), LONG_DATE_AND_TIME) })}
        </p>
      )}
    </li>
  );
}
