import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ChatMessage } from '#contract/chat.ts';
import type { LiveChange } from '#contract/live.ts';
import type { ChatPresence, ChatState } from '#domain/chat/chat.ts';
import { subscribeLive, useLiveStatus, useLiveTopic, usePollingInterval } from '#web/data/live.ts';
import type { LiveStatus } from '#web/data/live-client.ts';
import { useUser } from '#web/data/session.ts';
import { announce } from '#web/data/toasts.ts';
import { type RoomName, roomQuery, topicOf, useIgnored } from './api.ts';
import { isBefore, type RoomView, whileReading, withMessages } from './room-view.ts';

/** A room, kept true by its topic: what is said there, how it is, and about how many are here (null while that is not known). */
export function useRoom(room: RoomName) {
  const client = useQueryClient();
  const topic = topicOf(room);
  const { queryKey } = roomQuery(room);
  const [presence, setPresence] = useState<ChatPresence | null>(null);
  const speak = useSpokenMessages();
  const canAsk = useCanAsk(topic);
  const query = useQuery({ ...roomQuery(room), enabled: canAsk, refetchInterval: usePollingInterval() });

  const change = (make: (view: RoomView) => RoomView) =>
    client.setQueryData<RoomView>(queryKey, (view) => (view === undefined ? view : make(view)));
  const fetchAgain = () => void client.invalidateQueries({ queryKey });

  const onChange = (told: LiveChange) => {
    if (told.t === 'presence') setPresence(told.band);
    if (told.t === 'refetch') fetchAgain();
    if (told.t === 'chat_room') change((view) => ({ ...view, room: told.room }));
    if (told.t !== 'chat') return;
    change((view) => withMessages(view, told.messages));
    speak(told.messages);
  };
  useLiveTopic(topic, onChange, fetchAgain);

  return {
    ...query,
    presence,
    change,
    /** Tells whether the reader is further up. */
    setReading: (isReading: boolean) => change((view) => whileReading(view, isReading)),
    /** Goes to the end, which is fetched again where it was left out. */
    toEnd: () => {
      const isCut = client.getQueryData(queryKey)?.is_cut ?? false;
      change((view) => ({ ...view, is_reading: false, unseen: 0 }));
      if (isCut) fetchAgain();
    },
    fetchAgain,
  };
}

/** Asks for a room only after its topic was joined, so that nothing is missed in between; or where nothing can be joined. */
function useCanAsk(topic: string): boolean {
  const [answered, setAnswered] = useState<string | null>(null);
  const isPolling = useLiveStatus(({ status }) => status === 'polling');
  useEffect(
    () =>
      subscribeLive((message) => {
        // A topic that is refused is not told: the room is asked for all the same, and says what is wrong.
        if ((message.t === 'joined' || message.t === 'error') && message.topic === topic) setAnswered(topic);
      }),
    [topic],
  );
  return answered === topic || isPolling;
}

/** So long after something was spoken nothing more is: who listens hears the match as well. */
const QUIET_MS = 5_000;

/**
 * Speaks what others say to whoever listens instead of looking: the first message at once, and what comes in the next seconds as a number.
 * Goals and cards are spoken by the match itself.
 */
function useSpokenMessages(): (messages: readonly ChatMessage[]) => void {
  const t = useTranslations('chat');
  const ownHandle = useUser()?.public_handle;
  const ignored = useIgnored();
  const waiting = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastId = useRef('');
  useEffect(() => () => clearTimeout(timer.current), []);

  const startQuiet = () => {
    timer.current = setTimeout(() => {
      timer.current = undefined;
      if (waiting.current === 0) return;
      announce(t('new_messages', { count: waiting.current }));
      waiting.current = 0;
      startQuiet();
    }, QUIET_MS);
  };

  return (messages) => {
    const news = messages.filter(
      ({ id, kind, removed, author }) =>
        kind === 'user' &&
        removed === null &&
        author !== null &&
        author.handle !== ownHandle &&
        !ignored.includes(author.handle) &&
        isBefore(lastId.current, id),
    );
    const last = news.at(-1);
    if (!last?.author) return;
    lastId.current = last.id;
    if (timer.current !== undefined) {
      waiting.current += news.length;
      return;
    }
    announce(news.length === 1 ? t('says', { name: last.author.name, text: last.text }) : t('new_messages', { count: news.length }));
    startQuiet();
  };
}

/** How a chat is, as docs/rules.md#chat names it. */
export type ChatStatus = 'open' | 'connecting' | 'closed' | 'error' | 'idle';

interface ChatFacts {
  /** Undefined while the room is not known. */
  room: ChatState | undefined;
  /** Whether operators have the chat open for everybody. */
  isOn: boolean;
  live: LiveStatus;
  /** The room could not be had. */
  hasFailed: boolean;
}

/** What the match and the operators say of a room goes before what the connection is worth: over is over without one, too. */
export function chatStatus({ room, isOn, live, hasFailed }: ChatFacts): ChatStatus {
  if (room === 'read_only' || !isOn) return 'closed';
  if (room === 'idle') return 'idle';
  if (live === 'polling' || hasFailed) return 'error';
  return room === undefined || live === 'connecting' ? 'connecting' : 'open';
}

/** Whether something can be said, as far as the room goes: without a connection it is sent by a request. */
export const isWritable = (status: ChatStatus): boolean => status !== 'idle' && status !== 'closed';
