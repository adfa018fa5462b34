import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ChatMessage, TipRef } from '#contract/chat.ts';
import type { LiveChange } from '#contract/live.ts';
import type { ChatPresence, ChatState } from '#domain/chat/chat.ts';
import { subscribeLive, useLiveStatus, useLiveTopic, usePollingInterval, useWhenLoaded } from '#web/data/live.ts';
import type { LiveStatus } from '#web/data/live-client.ts';
import { useUser } from '#web/data/session.ts';
import { announce } from '#web/data/toasts.ts';
import { type RoomName, roomQuery, tipOf, topicOf, useIgnored } from './api.ts';
import { isBefore, type RoomView, whileReading, withMessages } from './room-view.ts';

/** A room, updated by its topic: messages, state, and roughly how many are present (null while unknown). */
export function useRoom(room: RoomName) {
  const client = useQueryClient();
  const [topic, about] = [topicOf(room), tipOf(room)];
  const { queryKey } = roomQuery(room);
  const [presence, setPresence] = useState<ChatPresence | null>(null);
  const speak = useSpokenMessages();
  const change = (make: (view: RoomView) => RoomView) =>
    client.setQueryData<RoomView>(queryKey, (view) => (view === undefined ? view : make(view)));
  const fetchAgain = () => void client.invalidateQueries({ queryKey });
  const whenLoaded = useWhenLoaded(queryKey);
  const canAsk = useCanAsk(topic, fetchAgain);
  const query = useQuery({ ...roomQuery(room), enabled: canAsk, refetchInterval: usePollingInterval() });

  const onChange = (told: LiveChange) => {
    if (told.t === 'presence') setPresence(told.band);
    if (told.t === 'refetch') whenLoaded(fetchAgain);
    if (told.t === 'chat_room') whenLoaded(() => change((view) => ({ ...view, room: told.room })));
    if (told.t !== 'chat') return;
    const messages = about === null ? told.messages : told.messages.filter(({ tip }) => isOn(tip, about));
    if (messages.length === 0) return;
    whenLoaded(() => change((view) => withMessages(view, messages)));
    speak(messages);
  };
  useLiveTopic(topic, onChange, fetchAgain);

  return {
    ...query,
    presence,
    change,
    /** Sets whether the reader is further up. */
    setReading: (isReading: boolean) => change((view) => whileReading(view, isReading)),
    /** Returns to the end, which is refetched if it was dropped. */
    toEnd: () => {
      const isCut = client.getQueryData(queryKey)?.is_cut ?? false;
      change((view) => ({ ...view, is_reading: false, unseen: 0 }));
      if (isCut) fetchAgain();
    },
    fetchAgain,
  };
}

const isOn = (tip: ChatMessage['tip'], about: TipRef): boolean =>
  tip !== null && tip.match.id === about.match_id && tip.member_id === about.member_id;

/**
 * Returns whether to fetch a room: after its topic was joined, so that no message is missed; or if it cannot be joined. `onRefused` is
 * called when the server refuses the topic, also later: members who were removed from a group see that at once.
 */
function useCanAsk(topic: string, onRefused: () => void): boolean {
  const refuse = useEffectEvent(onRefused);
  const [answered, setAnswered] = useState<string | null>(null);
  const isPolling = useLiveStatus(({ status }) => status === 'polling');
  useEffect(
    () =>
      subscribeLive((message) => {
        // A refused topic gets no pushes: the room is fetched anyway, and its error is shown.
        if ((message.t !== 'joined' && message.t !== 'error') || message.topic !== topic) return;
        setAnswered(topic);
        if (message.t === 'error' && message.cid === undefined) refuse();
      }),
    [topic],
  );
  return answered === topic || isPolling;
}

/** Milliseconds without announcements after one, because listeners also follow the match. */
const QUIET_MS = 5_000;

/**
 * Announces others' messages to screen readers: the first at once, and those of the next seconds as a number.
 * The match itself announces goals and cards.
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

/** The status of a chat (docs/rules.md#chat). */
export type ChatStatus = 'open' | 'connecting' | 'closed' | 'error' | 'idle';

interface ChatFacts {
  /** Undefined while unknown. */
  room: ChatState | undefined;
  /** Whether operators have the chat switched on. */
  isOn: boolean;
  live: LiveStatus;
  /** Whether the room could not be loaded. */
  hasFailed: boolean;
}

/** Returns the status. The match and the operators take precedence over the connection: a closed room is closed even without one. */
export function chatStatus({ room, isOn, live, hasFailed }: ChatFacts): ChatStatus {
  if (room === 'read_only' || !isOn) return 'closed';
  if (room === 'idle') return 'idle';
  if (live === 'polling' || hasFailed) return 'error';
  return room === undefined || live === 'connecting' ? 'connecting' : 'open';
}

/** Returns whether the room can be written to: without a connection, messages are sent by requests. */
export const isWritable = (status: ChatStatus): boolean => status !== 'idle' && status !== 'closed';
