import { useTranslations } from 'use-intl';
import { useUser } from '#web/lib/session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Failure } from './failure.tsx';
import { MessageText } from './message-text.tsx';
import type { OwnMessage } from './own-messages.ts';
import { Quote } from './quote.tsx';

interface OwnRowProps {
  own: OwnMessage;
  onAgain: () => void;
  onDiscard: () => void;
}

/** A message of the user's own that the room does not tell yet, and what became of it. */
export function OwnRow({ own, onAgain, onDiscard }: OwnRowProps) {
  const t = useTranslations('chat');
  const user = useUser();
  const hasFailed = own.state === 'failed';
  return (
    <li className="mt-2 grid grid-cols-[26px_minmax(0,1fr)] gap-x-2.5 px-1.5 py-px">
      <Avatar handle={user?.public_handle ?? ''} size={26} className="mt-0.5" />
      <div className="min-w-0">
        <p className="flex min-w-0 items-baseline gap-1.5 text-[13px]">
          <bdi className="min-w-0 truncate font-[620] text-accent">{user?.display_name}</bdi>
          <span className={hasFailed ? 'text-[12px] text-bad' : 'text-[12px] text-muted'}>{t(own.state)}</span>
        </p>
        {own.replyTo && <Quote quoted={own.replyTo} />}
        <div className={own.state === 'sent' ? undefined : 'text-muted'}>
          <MessageText text={own.text} mentions={[]} />
        </div>
        {hasFailed && <Failure own={own} onAgain={onAgain} onDiscard={onDiscard} />}
      </div>
    </li>
  );
}
