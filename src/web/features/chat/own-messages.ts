import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { v4 } from 'uuid';
import { create } from 'zustand';
import { sendChat, sendGroupChat, type TipRef } from '#contract/chat.ts';
import type { ServerMessage } from '#contract/live.ts';
import { ApiError, clientError, waitSeconds } from '#web/data/api-error.ts';
import { call } from '#web/data/call.ts';
import { sendLive, subscribeLive, useLiveStatus } from '#web/data/live.ts';
import { useUser } from '#web/data/session.ts';
import { translator } from '#web/i18n/locale-store.ts';
import { nowMs, useTicking } from '#web/lib/clock.ts';
import { muteQuery, placeOf, type RoomName, tipOf, topicOf } from './api.ts';
import type { RoomView } from './room-view.ts';

/** The user's own message, from sending until the room confirms it. */
export interface OwnMessage {
  cid: string;
  userId: string;
  room: RoomName;
  text: string;
  replyTo: Quoted | null;
  state: 'sending' | 'sent' | 'failed';
  /** The error; null unless it failed. */
  error: unknown;
}

/** Excerpt of the message replied to. */
export interface Quoted {
  id: string;
  handle: string | null;
  text: string;
}

interface OwnState {
  messages: readonly OwnMessage[];
  /** By topic: until when nothing can be sent, by the server's clock, in milliseconds. */
  pausedUntil: Readonly<Record<string, number>>;
}

/** Kept outside components, so that sending continues while another tab of the page is shown. */
export const useOwnMessages = create<OwnState>(() => ({ messages: [], pausedUntil: {} }));

const setMessage = (cid: string, change: Partial<OwnMessage>): void =>
  useOwnMessages.setState(({ messages }) => ({
    messages: messages.map((message) => (message.cid === cid ? { ...message, ...change } : message)),
  }));

/** Blocks sending in a room for a number of seconds. */
const pause = (room: RoomName, seconds: number): void =>
  useOwnMessages.setState(({ pausedUntil }) => {
    // A pause holds in the whole room.
    const topic = topicOf(room);
    return { pausedUntil: { ...pausedUntil, [topic]: Math.max(pausedUntil[topic] ?? 0, nowMs() + seconds * 1_000) } };
  });

/** Sends a new message, shown at once. `slowSeconds` is the room's delay until the next. Returns the error, or null if it was stored. */
function sendOwn(message: Pick<OwnMessage, 'userId' | 'room' | 'text' | 'replyTo'>, slowSeconds: number): Promise<unknown> {
  const own: OwnMessage = { ...message, cid: v4(), state: 'sending', error: null };
  useOwnMessages.setState(({ messages }) => ({ messages: [...messages, own] }));
  return deliver(own, slowSeconds);
}

/** Sends a message again under the same id: if it was stored after all, it is not stored twice. */
function sendAgain(own: OwnMessage, slowSeconds: number): Promise<unknown> {
  setMessage(own.cid, { state: 'sending', error: null });
  return deliver(own, slowSeconds);
}

async function deliver({ cid, room, text, replyTo }: OwnMessage, slowSeconds: number): Promise<unknown> {
  try {
    await sendToRoom(room, { cid, text, ...(replyTo && { reply_to: replyTo.id }), ...aboutIn(room) });
    setMessage(cid, { state: 'sent' });
    pause(room, slowSeconds);
    return null;
  } catch (error) {
    setMessage(cid, { state: 'failed', error });
    const seconds = waitSeconds(error);
    if (error instanceof ApiError && error.code === 'rate_limited' && seconds !== null) pause(room, seconds);
    return error;
  }
}

const aboutIn = (room: RoomName) => {
  const about = tipOf(room);
  return about === null ? {} : { about };
};

/** Removes messages that the room shows now or that will not be sent. */
export function removeOwn(cids: ReadonlySet<string>): void {
  const { messages } = useOwnMessages.getState();
  if (messages.some(({ cid }) => cids.has(cid))) useOwnMessages.setState({ messages: messages.filter(({ cid }) => !cids.has(cid)) });
}

/** A message with a client id, so that a repeated send is stored once. */
interface OutgoingMessage {
  cid: string;
  text: string;
  reply_to?: string;
  about?: TipRef;
}

/**
 * Sends a message to a room, and returns its stored id: over the connection, or by a request if there is none, if it is lost before the
 * reply, or if it no longer knows the user. Throws an ApiError with a message for the user.
 */
async function sendToRoom(room: RoomName, saying: OutgoingMessage): Promise<string> {
  const answer = await onTheLine(topicOf(room), saying);
  if (answer?.t === 'sent') return answer.id;
  if (answer?.t === 'error' && answer.code !== 'login_required' && answer.code !== 'unauthorized') throw refusal(answer);
  if ('groupId' in room) return (await call(sendGroupChat, { group_id: room.groupId, ...saying })).id;
  const { about: _, ...said } = saying;
  return (await call(sendChat, { id: room.matchId, locale: room.locale, ...said })).id;
}

type Answer = Extract<ServerMessage, { t: 'sent' | 'error' }>;

/** Maximum time to wait for a reply on the connection, in milliseconds. */
const ANSWER_MS_MAX = 10_000;

/** Returns the connection's reply; null if it is unusable or breaks off. */
function onTheLine(topic: string, saying: OutgoingMessage): Promise<Answer | null> {
  return new Promise((resolve) => {
    const end = (answer: Answer | null) => {
      clearTimeout(timer);
      stopHearing();
      stopWatching();
      resolve(answer);
    };
    const timer = setTimeout(() => end(null), ANSWER_MS_MAX);
    const stopHearing = subscribeLive((message) => {
      if ((message.t === 'sent' || message.t === 'error') && message.cid === saying.cid) end(message);
    });
    const stopWatching = useLiveStatus.subscribe(({ status }) => status !== 'open' && end(null));
    if (!sendLive({ t: 'chat', topic, ...saying })) end(null);
  });
}

/** Converts an error of the connection, which sends a code only. */
function refusal({ code, seconds }: Extract<Answer, { t: 'error' }>): ApiError {
  if (code === 'too_many_topics' || code === 'too_many_joins' || code === 'unauthorized') return clientError('chat_failed');
  return new ApiError(
    code === 'rate_limited' ? 429 : 0,
    code,
    translator('chat')(`refused.${code}`),
    seconds === undefined ? {} : { seconds },
  );
}

interface OwnOf {
  room: RoomName;
  view: RoomView | undefined;
  /** Refetches the room when it does not push the stored message itself. */
  fetchAgain: () => void;
  isLive: boolean;
}

/** Refusals that tell of a change of the room, or of the user's place in it. */
const ROOM_CHANGED: ReadonlySet<string | null> = new Set(['chat_read_only', 'group_muted', 'not_found']);

/** Holds the user's own messages that the room has not confirmed yet, and sends them. */
export function useOwn({ room, view, fetchAgain, isLive }: OwnOf) {
  const client = useQueryClient();
  const user = useUser();
  const place = placeOf(room);
  const all = useOwnMessages(({ messages }) => messages);
  const told = new Set(view?.items.map(({ cid }) => cid));
  const own = all.filter((message) => message.userId === user?.id && placeOf(message.room) === place && !told.has(message.cid));

  useEffect(() => removeOwn(new Set(view?.items.flatMap(({ cid }) => cid ?? []))), [view]);

  const follow = async (sending: ReturnType<typeof sendOwn>) => {
    const error = await sending;
    if (error === null && !isLive) fetchAgain();
    // The mute's query has its start, end and reason.
    if (error instanceof ApiError && error.code === 'chat_muted') void client.invalidateQueries({ queryKey: muteQuery.queryKey });
    if (error instanceof ApiError && ROOM_CHANGED.has(error.code)) fetchAgain();
  };
  const slowSeconds = view?.room.slow_seconds ?? 0;
  return {
    own,
    send: (text: string, replyTo: OwnMessage['replyTo']) => {
      if (user) void follow(sendOwn({ userId: user.id, room, text, replyTo }, slowSeconds));
    },
    again: (message: OwnMessage) => void follow(sendAgain(message, slowSeconds)),
  };
}

/** Returns the whole seconds until a message can be sent in a room; 0 for now. */
export function usePauseSeconds(room: RoomName): number {
  const until = useOwnMessages(({ pausedUntil }) => pausedUntil[topicOf(room)] ?? 0);
  return useTicking(1_000, (now) => Math.max(0, Math.ceil((until - now.getTime()) / 1_000)));
}
