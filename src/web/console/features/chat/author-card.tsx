import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { ChatReportDetail } from '#contract/chat-moderation.ts';
import { LONG_DATE_AND_TIME } from '#web/lib/dates.ts';
import { Card } from '#web/ui/card.tsx';
import { Line } from './conversation.tsx';
import { MuteState } from './mute-state.tsx';

/** What is known of the author of a message in the chat: mutes, and what of theirs was taken away. */
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
            {t('muted_by', { email: mute.by.email, when: format.dateTime(new Date(mute.created_at), LONG_DATE_AND_TIME) })}
          </span>
        </li>
      ))}
    </ul>
  );
}
