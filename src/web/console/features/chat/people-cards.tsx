import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { ChatReportDetail } from '#contract/chat-moderation.ts';
import { TimeAgo } from '#web/console/ui/elapsed-time.tsx';
import { UserLine } from '#web/console/ui/user-line.tsx';
import { Card, Tag } from '#web/ui/card.tsx';
import { Line } from './conversation.tsx';
import { MuteState, Reasons, ReportStateDot } from './message-facts.tsx';

/** The author of a chat message: their mutes and removed messages. */
export function AuthorCard({ report: { author, message } }: { report: ChatReportDetail }) {
  const t = useTranslations('admin_chat');
  if (!author || !message.author) {
    return (
      <Card title={t('author_card')}>
        <p className="text-[13.5px] text-muted">{t('author_gone')}</p>
      </Card>
    );
  }
  const aside = (
    <Link to={`/admin/chat?tab=mutes&state=all&user=${message.author.id}`} className="thumb hover:text-text hover:underline">
      {t('earlier_mutes')}
    </Link>
  );
  return (
    <Card title={t('author_card')} aside={aside}>
      <Mutes mutes={author.mutes} />
      <h3 className="mt-3 text-[12.5px] font-[550] text-muted">{t('removed_messages', { count: author.removed_count })}</h3>
      {author.removed.length > 0 && (
        <ul className="mt-1 grid gap-0.5">
          {author.removed.map((line) => (
            <Line key={line.id} line={line} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Mutes({ mutes }: { mutes: NonNullable<ChatReportDetail['author']>['mutes'] }) {
  const t = useTranslations('admin_chat');
  const format = useFormatter();
  if (mutes.length === 0) return <p className="text-[13.5px] text-muted">{t('no_mutes')}</p>;
  return (
    <ul>
      {mutes.map((mute) => (
        <li key={mute.id} className="border-b border-line py-2 text-[13.5px] last:border-0">
          <MuteState mute={mute} />
          <bdi dir="auto" className="block wrap-anywhere">
            {mute.reason}
          </bdi>
          <span className="text-[12.5px] wrap-anywhere text-muted">
            {t('muted_by', { email: mute.by.email, when: format.dateTime(new Date(mute.created_at), 'date_time') })}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The reporters of a message with their reasons, and the decision. */
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
          {t('decided', { email: decided_by.email, when: format.dateTime(new Date(decided_at), 'date_time') })}
        </p>
      )}
    </li>
  );
}
