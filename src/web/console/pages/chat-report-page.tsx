import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { ChatReportDetail } from '#contract/chat-moderation.ts';
import { chatReportQuery } from '#web/console/features/chat/api.ts';
import { Conversation } from '#web/console/features/chat/conversation.tsx';
import { useRoomName } from '#web/console/features/chat/message-facts.tsx';
import { AuthorCard, ReportersCard } from '#web/console/features/chat/people-cards.tsx';
import { ReportActions } from '#web/console/features/chat/report-actions.tsx';
import { PageHead } from '#web/console/ui/page-head.tsx';
import { ApiError } from '#web/data/api-error.ts';
import { LANGUAGES } from '#web/lib/languages.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/placeholders.tsx';

/** A message with its conversation and reporters, and the actions on it and its author. */
export function ChatReportPage() {
  const t = useTranslations();
  const { id = '' } = useParams();
  const { data: report, error, refetch } = useQuery(chatReportQuery(id));
  const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 400);
  return (
    <>
      <Link to="/admin/chat" className="thumb mb-1 inline-block text-[13px] text-muted hover:text-text hover:underline">
        ← {t('admin_chat.back')}
      </Link>
      <PageHead
        title={t('admin_chat.report')}
        states={report && <Room report={report} />}
        aside={report && <ReportActions key={id} report={report} />}
      />
      {report ? (
        <div className="grid grid-cols-1 items-start gap-3.5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <Card title={t('admin_chat.conversation')}>
            <Conversation report={report} />
          </Card>
          <div className="grid min-w-0 gap-3.5">
            <ReportersCard report={report} />
            <AuthorCard report={report} />
          </div>
        </div>
      ) : isUnknown ? (
        <EmptyState title={t('admin_chat.no_such')} />
      ) : error ? (
        <ErrorState title={t('admin_chat.report_failed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <div aria-busy role="status" aria-label={t('admin.loading')}>
          <Skeleton className="h-[520px] rounded-card" />
        </div>
      )}
    </>
  );
}

/** The match and language of the room, or its group. */
function Room({ report }: { report: ChatReportDetail }) {
  const t = useTranslations('admin_chat');
  const roomName = useRoomName();
  const { match, locale } = report;
  return (
    <>
      <span className="wrap-anywhere">{roomName(report)}</span>
      {locale !== null && <span className="text-muted">{LANGUAGES[locale].name}</span>}
      {match !== null && (
        <Link to={`/match/${match.id}`} reloadDocument className="font-semibold underline underline-offset-2">
          {t('to_match')}
        </Link>
      )}
    </>
  );
}
