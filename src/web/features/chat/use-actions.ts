import { type RefObject, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ChatMessage } from '#contract/chat.ts';
import type { MatchDetail } from '#contract/matches.ts';
import { shortened } from '#domain/chat/chat-text.ts';
import { errorText } from '#web/data/api-error.ts';
import { useUser } from '#web/data/session.ts';
import { toast } from '#web/data/toasts.ts';
import { openLogin } from '#web/data/ui-state.ts';
import { type GroupMuteHours, useDelete, type useGroupModeration, useIgnore } from './api.ts';
import type { MessageActions } from './message-context.ts';
import type { Quoted } from './own-messages.ts';
import { type RoomView, withMessages } from './room-view.ts';

interface ActionsOf {
  /** Null in a group's room. */
  match: Pick<MatchDetail, 'home' | 'away'> | null;
  /** The group that the user moderates; null for others. */
  moderation: ReturnType<typeof useGroupModeration> | null;
  log: RefObject<HTMLDivElement | null>;
  /** The field for a reply. */
  field: RefObject<HTMLTextAreaElement | null>;
  canWrite: boolean;
  onReply: (quoted: Quoted) => void;
  change: (make: (view: RoomView) => RoomView) => unknown;
}

const failed = (error: unknown): void => void toast('error', errorText(error));

/** Maximum length of the quote in a reply. */
const QUOTED_MAX = 120;

/** Returns the actions for messages. Their identity is stable, so that a page of messages is not re-rendered with each push. */
export function useActions({ match, moderation, log, field, canWrite, onReply, change }: ActionsOf) {
  const t = useTranslations('chat');
  const user = useUser();
  const ignore = useIgnore();
  const remove = useDelete();
  const [reported, setReported] = useState<ChatMessage | null>(null);
  const isAnswering = useRef(false);
  const doing = {
    reply: ({ id, author, text }: ChatMessage) => {
      isAnswering.current = true;
      onReply({ id, handle: author?.handle ?? null, text: shortened(text, QUOTED_MAX) });
    },
    report: (message: ChatMessage) => (user ? setReported(message) : openLogin()),
    ignore: ({ author }: ChatMessage) => {
      if (!user) return openLogin();
      if (!author) return;
      ignore.mutate(
        { handle: author.handle, isIgnored: true },
        {
          onSuccess: () => toast('info', t('ignored_now', { name: author.name })),
          onError: (error) => toast('error', errorText(error)),
        },
      );
    },
    remove: (message: ChatMessage) =>
      remove.mutate(message.id, {
        onSuccess: () => {
          change((view) => withMessages(view, [{ ...message, text: '', removed: 'deleted' }]));
          toast('success', t('deleted'));
        },
        onError: (error) => toast('error', errorText(error)),
      }),
    take: (message: ChatMessage) =>
      moderation?.remove(message.id).then(() => {
        change((view) => withMessages(view, [{ ...message, text: '', removed: 'group' }]));
        toast('success', t('group.removed'));
      }, failed),
    mute: ({ author }: ChatMessage, hours: GroupMuteHours) =>
      author && moderation?.mute(author.handle, hours).then(() => toast('success', t('group.muted_now', { name: author.name })), failed),
    goTo: (id: string) => {
      const message = log.current?.querySelector<HTMLElement>(`[data-message="${id}"]`);
      if (!message) return toast('info', t('quoted_far'));
      message.tabIndex = -1;
      message.scrollIntoView({ block: 'center' });
      message.focus({ preventScroll: true });
    },
  };
  const [home, away, isModerator] = [match?.home, match?.away, moderation !== null];
  const latest = useRef(doing);
  latest.current = doing;
  const actions = useMemo(
    (): MessageActions => ({
      match: home && away ? { home, away } : null,
      onReply: canWrite ? (message) => latest.current.reply(message) : null,
      onReport: (message) => latest.current.report(message),
      onDelete: (message) => latest.current.remove(message),
      onIgnore: (message) => latest.current.ignore(message),
      moderate: isModerator
        ? {
            onRemove: (message) => void latest.current.take(message),
            onMute: (message, hours) => void latest.current.mute(message, hours),
          }
        : null,
      focusAfterMenu: () => {
        const element = isAnswering.current ? field.current : null;
        isAnswering.current = false;
        return element;
      },
      onGoTo: (id) => latest.current.goTo(id),
    }),
    [home, away, isModerator, canWrite, field],
  );
  return { actions, reported, closeReport: () => setReported(null) };
}
