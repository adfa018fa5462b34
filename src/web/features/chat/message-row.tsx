import Ellipsis from 'lucide-react/icons/ellipsis';
import { memo } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { ChatMessage } from '#contract/chat.ts';
import type { MatchDetail, MatchEvent } from '#contract/matches.ts';
import { useUser } from '#web/data/session.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { MenuButton, menuPart } from '#web/ui/menu-button.tsx';
import { MessageContext, useMessageActions, useNobody } from './message-context.ts';
import { CommentedTipLine, MessageText, Quote, SiteBadge } from './message-parts.tsx';

interface SystemLineProps {
  event: MatchEvent;
  /** Whether the event was cancelled. */
  isTakenBack: boolean;
  match: Pick<MatchDetail, 'home' | 'away'>;
}

/** Shows a goal, a card or a decision between messages. */
function SystemLine({ event, isTakenBack, match }: SystemLineProps) {
  const t = useTranslations();
  const nameOf = useLocalName();
  const minute = `${event.minute}${event.stoppage === null ? '' : `+${event.stoppage}`}′`;
  const parts = { what: t(`match.event.${event.type}`), team: nameOf(match[event.side]) };
  const words = event.player === null ? t('chat.system_unnamed', parts) : t('chat.system', { ...parts, who: event.player });
  return (
    <p className="my-1.5 rounded-control bg-raised px-3 py-1.5 text-center text-[12.5px] text-muted wrap-anywhere">
      <SiteBadge /> <span className="num">{minute}</span> <span className={isTakenBack ? 'line-through' : undefined}>{words}</span>
      {isTakenBack && ` (${t('chat.taken_back')})`}
    </p>
  );
}

const MessageMenu = menuPart(async () => (await import('./message-menu.tsx')).MessageMenu);

interface MessageRowProps {
  message: ChatMessage;
  /** Whether it continues the message above, which shows author and time. */
  isContinued: boolean;
  /** One message is reachable by the Tab key; arrow keys lead to the others. */
  isTabStop: boolean;
}

/** Shows a message or system line. Re-rendered only when it changes, because there are hundreds. */
export const MessageRow = memo(function MessageRow({ message, isContinued, isTabStop }: MessageRowProps) {
  const { match } = useMessageActions();
  const ownHandle = useUser()?.public_handle;
  if (message.event !== null && match !== null) {
    return (
      <li data-message={message.id}>
        <SystemLine event={message.event} isTakenBack={message.removed !== null} match={match} />
      </li>
    );
  }
  const isToMe = ownHandle !== undefined && message.removed === null && message.mentions.includes(ownHandle);
  return (
    <li
      data-message={message.id}
      className={classNames(
        'group/message relative grid grid-cols-[26px_minmax(0,1fr)] gap-x-2.5 rounded-control px-1.5 outline-none focus-within:bg-raised hover:bg-raised',
        isContinued ? 'py-px pointer-coarse:py-1' : 'mt-2 py-px',
        isToMe && 'shadow-[inset_2px_0_var(--accent)]',
      )}
    >
      {isContinued ? <span /> : <MessageFace message={message} />}
      {/* Leaves space for the button at its end. */}
      <div className="min-w-0 pr-7">
        {!isContinued && <MessageHead message={message} isOwn={message.author !== null && message.author.handle === ownHandle} />}
        {!isContinued && message.tip && <CommentedTipLine about={message.tip} />}
        <MessageBody message={message} />
      </div>
      {message.removed === null && message.text !== '' && <MessageMenuButton message={message} isTabStop={isTabStop} />}
    </li>
  );
});

const MessageFace = ({ message: { author } }: { message: ChatMessage }) =>
  author ? (
    <Avatar handle={author.handle} size={26} className="mt-0.5" />
  ) : (
    <span aria-hidden className="mt-0.5 size-[26px] rounded-full bg-line" />
  );

function MessageHead({ message: { author, at }, isOwn }: { message: ChatMessage; isOwn: boolean }) {
  const t = useTranslations('chat');
  const nobody = useNobody();
  const format = useFormatter();
  return (
    <p className="flex min-w-0 items-baseline gap-1.5 text-[13px]">
      <bdi className={classNames('min-w-0 truncate font-[620]', isOwn && 'text-accent')} title={author ? `@${author.handle}` : undefined}>
        {author?.name ?? nobody}
      </bdi>
      {isOwn && <span className="flex-none text-[11.5px] text-accent">{t('you')}</span>}
      <time dateTime={at} className="num flex-none text-[12px] text-faint">
        {format.dateTime(new Date(at), 'time')}
      </time>
    </p>
  );
}

function MessageBody({ message: { text, mentions, removed, reply_to } }: { message: ChatMessage }) {
  const t = useTranslations('chat');
  const { onGoTo } = useMessageActions();
  if (removed !== null) {
    return (
      <p className="text-[13px] text-muted italic">
        {(removed === 'moderated' || removed === 'hidden') && (
          <>
            <SiteBadge />{' '}
          </>
        )}
        {t(`removed.${removed}`)}
      </p>
    );
  }
  return (
    <>
      {reply_to && <Quote quoted={reply_to} onGo={() => onGoTo(reply_to.id)} />}
      <MessageText text={text} mentions={mentions} />
    </>
  );
}

function MessageMenuButton({ message, isTabStop }: { message: ChatMessage; isTabStop: boolean }) {
  const t = useTranslations('chat');
  const nobody = useNobody();
  return (
    <MessageContext value={message}>
      <MenuButton
        Menu={MessageMenu}
        data-menu=""
        tabIndex={isTabStop ? 0 : -1}
        aria-label={t('menu', { name: message.author?.name ?? nobody })}
        className="absolute! top-0 right-0 grid size-7 place-items-center rounded-control bg-raised text-muted opacity-0 group-focus-within/message:opacity-100 group-hover/message:opacity-100 hover:text-text focus-visible:opacity-100 aria-expanded:opacity-100 pointer-coarse:h-full pointer-coarse:w-11 pointer-coarse:content-start pointer-coarse:bg-transparent pointer-coarse:pt-1.5 pointer-coarse:opacity-60"
      >
        <Ellipsis size={16} aria-hidden />
      </MenuButton>
    </MessageContext>
  );
}
