import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { ChatReportDetail, ModeratedMessage } from '#contract/chat-moderation.ts';
import { UserLine } from '#web/console/ui/user-line.tsx';
import { classNames } from '#web/lib/class-names.ts';
import { RemovedTag, SaidText } from './message-facts.tsx';

/** The messages before and after a message, and itself, as its room read them, with all removed ones. */
export function Conversation({ report }: { report: ChatReportDetail }) {
  const { before, message, after } = report;
  return (
    <ol className="grid gap-0.5">
      {before.map((line) => (
        <Line key={line.id} line={line} />
      ))}
      <Line line={message} isReported />
      {after.map((line) => (
        <Line key={line.id} line={line} />
      ))}
    </ol>
  );
}

/** A message of a room; the reported one is highlighted. */
export function Line({ line, isReported }: { line: ModeratedMessage; isReported?: boolean }) {
  const t = useTranslations('admin_chat');
  return (
    <li
      aria-label={isReported ? t('this_message') : undefined}
      className={classNames('-mx-2 rounded-control px-2 py-1.5 text-[13.5px]', isReported && 'bg-accent-soft')}
    >
      {line.kind === 'system' ? <SystemLine line={line} /> : <UserMessage line={line} isHere={isReported === true} />}
    </li>
  );
}

function UserMessage({ line, isHere }: { line: ModeratedMessage; isHere: boolean }) {
  const t = useTranslations('admin_chat');
  const { id, author, reply_to, removed, at } = line;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        {author ? <UserLine user={author} status={author.status} isBrief /> : <span className="text-muted">{t('nobody')}</span>}
        {isHere ? (
          <When at={at} />
        ) : (
          <Link to={`/admin/chat/${id}`} title={t('open_message')} className="thumb hover:underline">
            <When at={at} />
            <span className="sr-only"> {t('open_message')}</span>
          </Link>
        )}
        <RemovedTag removed={removed} />
      </div>
      {reply_to && (
        <blockquote className="my-0.5 border-l-2 border-line-strong pl-2 text-[12.5px] text-muted">
          {reply_to.handle && <span className="font-[550]">@{reply_to.handle}</span>}
          <bdi dir="auto" className="line-clamp-2 wrap-anywhere">
            {reply_to.text}
          </bdi>
        </blockquote>
      )}
      <SaidText message={line} />
    </>
  );
}

/** A goal or a card, as shown in the room between two messages. */
function SystemLine({ line: { event, removed, at } }: { line: ModeratedMessage }) {
  const t = useTranslations();
  if (!event) return null;
  const { type, minute, stoppage, player } = event;
  return (
    <div className="flex flex-wrap items-center gap-x-2 text-[12.5px] text-muted">
      <span className="num">
        {minute}
        {stoppage ? `+${stoppage}` : ''}’
      </span>
      <span className="font-[550]">{t(`match.event.${type}`)}</span>
      {player && <span className="wrap-anywhere">{player}</span>}
      <When at={at} />
      <RemovedTag removed={removed} />
    </div>
  );
}

function When({ at }: { at: string }) {
  const format = useFormatter();
  const date = new Date(at);
  return (
    <time dateTime={at} title={format.dateTime(date, 'date_time')} className="text-[12px] whitespace-nowrap text-muted">
      {format.dateTime(date, 'day_time')}
    </time>
  );
}
