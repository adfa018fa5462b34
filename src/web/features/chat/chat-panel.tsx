import { useMutation } from '@tanstack/react-query';
import MessagesSquare from 'lucide-react/icons/messages-square';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { MatchDetail } from '#contract/matches.ts';
import type { Locale } from '#domain/identity/locale.ts';
import { ApiError } from '#web/data/api-error.ts';
import { useLiveStatus } from '#web/data/live.ts';
import { useMeta } from '#web/data/queries.tsx';
import { useUser } from '#web/data/session.ts';
import { useLocale } from '#web/i18n/texts-provider.tsx';
import { classNames } from '#web/lib/class-names.ts';
import { followKeyboard } from '#web/lib/keyboard.ts';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { askOlder, placeOf, type RoomName, tipOf, useIgnored } from './api.ts';
import { ChatFoot } from './chat-foot.tsx';
import { ChatHead, RoomSelect } from './chat-head.tsx';
import { Composer, useDraft } from './composer.tsx';
import { ActionsContext, TipContext, type TipShown } from './message-context.ts';
import { MessageList } from './message-list.tsx';
import { useOwn } from './own-messages.ts';
import { ReportDialog } from './report-dialog.tsx';
import { type RoomView, withOlder } from './room-view.ts';
import { useActions } from './use-actions.ts';
import { authorsOf } from './use-names.ts';
import { chatStatus, isWritable, useRoom } from './use-room.ts';

interface ChatPanelProps {
  match: MatchDetail;
  /** The height while there is something to read or to write. */
  className: string;
}

/** Shows the chat about a match, in the room of the page's language or another one. */
export function ChatPanel({ match, className }: ChatPanelProps) {
  const t = useTranslations('chat');
  const pageLocale = useLocale();
  const [chosen, setChosen] = useState<Locale | null>(null);
  const locale = chosen ?? pageLocale;
  return (
    <Room
      key={`${match.id}:${locale}`}
      name={{ matchId: match.id, locale }}
      title={t('title')}
      match={match}
      moderation={null}
      className={className}
      choice={<RoomSelect locale={locale} pageLocale={pageLocale} onLocale={setChosen} />}
    />
  );
}

interface RoomProps extends Pick<Parameters<typeof useActions>[0], 'match' | 'moderation'> {
  name: RoomName;
  title: string;
  className: string;
  notes?: ReactNode;
  choice?: ReactNode;
  /** Writes the tips that messages of a group comment on; null where all are about the same one. */
  tips?: TipShown | null;
}

/** Shows a room: of a match, or (without a match) of a tipping group. */
export function Room({ name, title, match, moderation, className, notes, choice, tips = null }: RoomProps) {
  const t = useTranslations('chat');
  const [panel, log, field] = [useRef<HTMLElement>(null), useRef<HTMLDivElement>(null), useRef<HTMLTextAreaElement>(null)];
  const room = useRoom(name);
  const { error, presence, change, toEnd, fetchAgain } = room;
  // A user who is no longer in a group does not go on reading what was loaded before.
  const view = error instanceof ApiError && error.status === 404 ? undefined : room.data;
  const live = useLiveStatus((state) => state.status);
  const isOn = useMeta()?.switches.chat ?? true;
  const status = chatStatus({ room: view?.room.state, isOn, live, hasFailed: view === undefined && error !== null });
  const ignored = useIgnored();
  const ownHandle = useUser()?.public_handle;
  const [draft, changeDraft] = useDraft(placeOf(name));
  const older = useOlder({ room: name, view, change });
  const { own, send, again } = useOwn({ room: name, view, fetchAgain, isLive: live === 'open' });
  const { actions, reported, closeReport } = useActions({
    match,
    moderation,
    log,
    canWrite: isWritable(status),
    field,
    onReply: (replyTo) => changeDraft({ replyTo }),
    change,
  });
  useKeyboardRoom(panel);
  const isEmpty = view !== undefined && view.items.length === 0 && own.length === 0;
  const isThread = tipOf(name) !== null;
  const isLow = isEmpty && !isWritable(status);
  return (
    <ActionsContext value={actions}>
      <TipContext value={tips}>
        <section
          ref={panel}
          aria-label={title}
          className={classNames(
            'flex scroll-mt-[115px] flex-col overflow-hidden rounded-card border border-line bg-surface',
            !isLow && className,
          )}
        >
          <ChatHead title={title} status={status} presence={presence} notes={notes}>
            {choice}
          </ChatHead>
          {view === undefined && <NotYet error={error} onRetry={() => void room.refetch()} />}
          {isEmpty && !isLow && (
            <div className="grid min-h-0 flex-1 place-content-center overflow-y-auto">
              <EmptyState
                icon={<MessagesSquare size={28} />}
                title={t(isThread ? 'tip.none' : 'empty')}
                hint={t(isThread ? 'tip.none_hint' : 'empty_open')}
              />
            </div>
          )}
          {view !== undefined && !isEmpty && (
            <MessageList
              log={log}
              view={view}
              ignored={ignored}
              own={own}
              older={older}
              onReading={room.setReading}
              onEnd={toEnd}
              onAgain={again}
            />
          )}
          <ChatFoot
            status={status}
            isOn={isOn}
            isEmpty={isEmpty}
            slowSeconds={view?.room.slow_seconds ?? 0}
            groupMute={'groupId' in name ? (view?.group_mute ?? null) : undefined}
          >
            <Composer
              room={name}
              field={field}
              draft={draft}
              onDraft={changeDraft}
              authors={authorsOf(view?.items ?? [], ownHandle === undefined ? ignored : [ownHandle, ...ignored])}
              onSend={(text) => {
                send(text, draft.replyTo);
                changeDraft({ text: '', replyTo: null });
                toEnd();
              }}
            />
          </ChatFoot>
        </section>
      </TipContext>
      <ReportDialog message={reported} onClose={closeReport} />
    </ActionsContext>
  );
}

/** Replaces the log while it is loading or after it failed to load. */
function NotYet({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTranslations('chat');
  if (error === null) return <LogSkeleton />;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <ErrorState title={t('load_failed')} error={error} onRetry={onRetry} />
    </div>
  );
}

const WIDTHS = ['w-2/3', 'w-1/2', 'w-4/5', 'w-2/5', 'w-3/5'];

/** Placeholder for messages. */
function LogSkeleton() {
  return (
    <div aria-busy="true" className="grid min-h-0 flex-1 content-end gap-4 overflow-hidden p-4">
      {WIDTHS.map((width) => (
        <div key={width} className="grid grid-cols-[26px_1fr] gap-2.5">
          <Skeleton className="size-[26px] rounded-full!" />
          <div className="grid gap-1.5">
            <Skeleton className="h-3 w-28" />
            <Skeleton className={`h-3.5 ${width}`} />
          </div>
        </div>
      ))}
    </div>
  );
}

interface OlderOf {
  room: RoomName;
  view: RoomView | undefined;
  change: (make: (view: RoomView) => RoomView) => unknown;
}

/** Loads older messages, a page at a time. */
function useOlder({ room, view, change }: OlderOf) {
  const first = view?.items[0]?.id;
  const { mutate, isPending, isError } = useMutation({
    mutationFn: (before: string) => askOlder(room, before),
    onSuccess: (page, before) => change((now) => (now.items[0]?.id === before ? withOlder(now, page) : now)),
  });
  const fetch = () => {
    if (!isPending && first !== undefined) mutate(first);
  };
  return { isBusy: isPending, hasFailed: isError, fetch };
}

/** Height of the phone's bar (shell/phone-bar.tsx) and the space below it, in pixels. */
const ABOVE = 54 + 8;
const BELOW = 8;
/** Pixels for the head, the composer and a line above it; with less, the head is behind the bar. */
const HEIGHT_MIN = 200;

/**
 * While a phone's keyboard is open for a field of the panel, makes the panel as high as the visible rest of the screen, and scrolls
 * to it. At other times its own scroll margin applies.
 */
function useKeyboardRoom(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = panel.current;
    if (!element) return;
    let isRaised = false;
    return followKeyboard((left) => {
      const wasRaised = isRaised;
      isRaised = left !== null && element.contains(document.activeElement);
      if (left === null || !isRaised) {
        element.style.height = '';
        element.style.scrollMarginTop = '';
        // Scrolls back; otherwise the panel's end would be behind the navigation.
        if (wasRaised && element.isConnected) element.scrollIntoView({ block: 'start' });
        return;
      }
      const height = Math.max(HEIGHT_MIN, left - ABOVE - BELOW);
      element.style.height = `${height}px`;
      element.style.scrollMarginTop = `${left - BELOW - height}px`;
      element.scrollIntoView({ block: 'start' });
    });
  }, [panel]);
}
