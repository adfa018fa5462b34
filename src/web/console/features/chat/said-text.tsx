import { useTranslations } from 'use-intl';
import type { ModeratedMessage } from '#contract/chat-moderation.ts';
import { classNames } from '#web/lib/class-names.ts';

/** What somebody wrote, as plain text that keeps to itself whichever way it is read; two lines of it where it is `isBrief`. */
export function SaidText({ message, isBrief }: { message: Pick<ModeratedMessage, 'text'>; isBrief?: boolean }) {
  const t = useTranslations('admin_chat');
  if (message.text === '') return <span className="text-muted italic">{t('text_gone')}</span>;
  return (
    <bdi dir="auto" className={classNames('wrap-anywhere', isBrief ? 'line-clamp-2 min-w-[180px]' : 'block whitespace-pre-line')}>
      {message.text}
    </bdi>
  );
}
