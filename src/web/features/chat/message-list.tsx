import ArrowDown from 'lucide-react/icons/arrow-down';
import { type KeyboardEvent, type MouseEvent, type RefObject, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { CHAT_REFUSALS, type ChatMessage } from '#contract/chat.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { ApiError, errorText } from '#web/data/api-error.ts';
import { useUser } from '#web/data/session.ts';
import { openConfirmEmail, openLogin } from '#web/data/ui-state.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { MessageText, Quote } from './message-parts.tsx';
import { MessageRow } from './message-row.tsx';
import { type OwnMessage, removeOwn, usePauseSeconds } from './own-messages.ts';
import type { RoomView } from './room-view.ts';
import { useLogScroll } from './use-log-scroll.ts';

interface MessageListProps {
  log: RefObject<HTMLDivElement | null>;
  view: RoomView;
  /** Handles of users whose messages are hidden. */
  ignored: readonly string[];
  own: readonly OwnMessage[];
  older: { isBusy: boolean; hasFailed: boolean; fetch: () => void };
  onReading: (isReading: boolean) => void;
  onEnd: () => void;
  onAgain: (own: OwnMessage) => void;
}

/** Lists messages, oldest first; stays at the end while the reader is there, and otherwise counts new messages. */
export function MessageList({ log, view, ignored, own, older, onReading, onEnd, onAgain }: MessageListProps) {
  const t = useTranslations('chat');
  const messages = view.items.filter(({ author }) => author === null || !ignored.includes(author.handle));
  const { has_more, is_reading, unseen } = view;
  const onScroll = useLogScroll({
    log,
    isReading: is_reading,
    onReading,
    onStart: () => has_more && !older.isBusy && !older.hasFailed && older.fetch(),
  });
  return (
    <div className="relative min-h-0 flex-1">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content has to be reachable by keyboard. */}
      <div ref={log} role="log" aria-live="off" aria-label={t('log')} tabIndex={0} onScroll={onScroll} className={LOG}>
        {has_more && (
          <div className="grid justify-items-center gap-1 py-2">
            {older.hasFailed && (
              <p role="alert" className="text-[13px] text-bad">
                {t('older_failed')}
              </p>
            )}
            <Button look="plain" size="s" busy={older.isBusy} onClick={older.fetch}>
              {t('older')}
            </Button>
          </div>
        )}
        <Rows messages={messages} />
        <ul>
          {own.map((one) => (
            <OwnRow key={one.cid} own={one} onAgain={() => onAgain(one)} onDiscard={() => removeOwn(new Set([one.cid]))} />
          ))}
        </ul>
      </div>
      {is_reading && (
        <Button size="s" className="absolute! bottom-2 left-1/2 -translate-x-1/2 rounded-chip!" onClick={onEnd}>
          <ArrowDown size={15} aria-hidden />
          {unseen > 0 ? t('new_messages', { count: unseen }) : t('newest')}
        </Button>
      )}
    </div>
  );
}

/** The browser's scroll anchoring is off: Safari has none, and it would conflict with our own. */
const LOG =
  'h-full overflow-x-hidden overflow-y-auto overscroll-contain rounded-control px-2.5 pb-2 [overflow-anchor:none] focus-visible:outline-offset-[-2px]';

/** The menus are a single tab stop; arrow keys move between them. */
function Rows({ messages }: { messages: readonly ChatMessage[] }) {
  const list = useRef<HTMLUListElement>(null);
  const last = messages.findLast(({ kind, removed }) => kind === 'user' && removed === null);
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const menus = [...(list.current?.querySelectorAll<HTMLElement>('[data-menu]') ?? [])];
    const at = menus.indexOf(event.target as HTMLElement);
    const next = at === -1 || step === 0 ? undefined : menus[at + step];
    if (!next || menus[at]?.getAttribute('aria-expanded') === 'true') return;
    event.preventDefault();
    event.stopPropagation();
    next.focus();
  };
  return (
    <ul ref={list} onKeyDownCapture={move}>
      {messages.map((message, index) => (
        <MessageRow
          key={message.id}
          message={message}
          isContinued={isContinued(message, messages[index - 1])}
          isTabStop={message === last}
        />
      ))}
    </ul>
  );
}

const isSameTip = (one: ChatMessage['tip'], other: ChatMessage['tip']): boolean =>
  one?.match.id === other?.match.id && one?.member_id === other?.member_id;

const minuteOf = (at: string): number => Math.floor(Date.parse(at) / MINUTE_MS);

/** Returns whether a message continues the one above: the same author and subject in the same minute, with nothing in between. */
export const isContinued = (message: ChatMessage, above: ChatMessage | undefined): boolean =>
  message.kind === 'user' &&
  above?.kind === 'user' &&
  message.author !== null &&
  message.author.handle === above.author?.handle &&
  message.reply_to === null &&
  isSameTip(message.tip, above.tip) &&
  minuteOf(message.at) === minuteOf(above.at);

interface OwnRowProps {
  own: OwnMessage;
  onAgain: () => void;
  onDiscard: () => void;
}

/** Shows the user's own message that the room has not confirmed yet, and its state. */
function OwnRow({ own, onAgain, onDiscard }: OwnRowProps) {
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

type Refusal = (typeof CHAT_REFUSALS)[number];

/** Returns why a message was rejected if the chat has its own text for it: the same for the connection and for requests. */
const refusalOf = (error: unknown): Refusal | null =>
  error instanceof ApiError ? (CHAT_REFUSALS.find((code) => code === error.code) ?? null) : null;

interface FailureProps {
  own: OwnMessage;
  onAgain: () => void;
  onDiscard: () => void;
}

/** Shows why a message was not sent, and what to do about it. */
function Failure({ own, onAgain, onDiscard }: FailureProps) {
  const t = useTranslations('chat');
  const code = refusalOf(own.error);
  const seconds = usePauseSeconds(own.room);
  return (
    <div role="alert" className="mt-1 grid gap-1 text-[13px]">
      <p className="text-bad">
        {code === null ? errorText(own.error, 'chat_failed') : t(`refused.${code}`)}
        {/* Not announced every second. */}
        {seconds > 0 && <span aria-live="off"> {t('retry_in', { seconds })}</span>}
      </p>
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        {code === 'login_required' && <Action onClick={() => openLogin()}>{t('sign_in_action')}</Action>}
        {code === 'contact_unconfirmed' && <Action onClick={openConfirmEmail}>{t('confirm_action')}</Action>}
        <Action onClick={leaving(onAgain)} isWaiting={seconds > 0}>
          {t('again')}
        </Action>
        <Action onClick={leaving(onDiscard)}>{t('discard')}</Action>
      </p>
    </div>
  );
}

/** The button disappears when pressed; keyboard users then continue in the log. */
const leaving = (act: () => void) => (event: MouseEvent) => {
  (event.currentTarget.closest('[role="log"]') as HTMLElement | null)?.focus({ preventScroll: true });
  act();
};

/** A button that stays focusable while it has to wait. */
function Action({ onClick, isWaiting = false, children }: { onClick: (event: MouseEvent) => void; isWaiting?: boolean; children: string }) {
  return (
    <button
      type="button"
      aria-disabled={isWaiting || undefined}
      onClick={(event) => !isWaiting && onClick(event)}
      className="thumb font-semibold text-accent hover:underline aria-disabled:cursor-default aria-disabled:text-muted aria-disabled:no-underline"
    >
      {children}
    </button>
  );
}
