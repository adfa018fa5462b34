import { v4 } from 'uuid';
import { create } from 'zustand';
import { ApiError, waitSeconds } from '#web/lib/api-error.ts';
import { nowMs } from '#web/lib/clock.ts';
import { type RoomName, topicOf } from './api.ts';
import { sayInRoom } from './say-in-room.ts';

/** A message of the user's own, from the moment it is sent until the room tells it. */
export interface OwnMessage {
  cid: string;
  userId: string;
  room: RoomName;
  text: string;
  replyTo: Quoted | null;
  state: 'sending' | 'sent' | 'failed';
  /** Why it failed; null while it has not. */
  error: unknown;
}

/** What a message answers, in short. */
export interface Quoted {
  id: string;
  handle: string | null;
  text: string;
}

interface OwnState {
  messages: readonly OwnMessage[];
  /** By topic: until when nothing can be sent there, by the server's clock in milliseconds. */
  pausedUntil: Readonly<Record<string, number>>;
}

/** Outside the page's components: what was sent goes on while another tab of the page is on show. */
export const useOwnMessages = create<OwnState>(() => ({ messages: [], pausedUntil: {} }));

const setMessage = (cid: string, change: Partial<OwnMessage>): void =>
  useOwnMessages.setState(({ messages }) => ({
    messages: messages.map((message) => (message.cid === cid ? { ...message, ...change } : message)),
  }));

/** Nothing can be sent in a room for so many seconds. */
const pause = (room: RoomName, seconds: number): void =>
  useOwnMessages.setState(({ pausedUntil }) => {
    const topic = topicOf(room);
    return { pausedUntil: { ...pausedUntil, [topic]: Math.max(pausedUntil[topic] ?? 0, nowMs() + seconds * 1_000) } };
  });

/** Sends a new message, shown at once. `slowSeconds` is how long the room asks to wait before the next. Gives what it failed with, null where it was stored. */
export function sendOwn(message: Pick<OwnMessage, 'userId' | 'room' | 'text' | 'replyTo'>, slowSeconds: number): Promise<unknown> {
  const own: OwnMessage = { ...message, cid: v4(), state: 'sending', error: null };
  useOwnMessages.setState(({ messages }) => ({ messages: [...messages, own] }));
  return deliver(own, slowSeconds);
}

/** Sends one once more under its number: where it was stored after all, it is not stored twice. */
export function sendAgain(own: OwnMessage, slowSeconds: number): Promise<unknown> {
  setMessage(own.cid, { state: 'sending', error: null });
  return deliver(own, slowSeconds);
}

async function deliver({ cid, room, text, replyTo }: OwnMessage, slowSeconds: number): Promise<unknown> {
  try {
    await sayInRoom(room, { cid, text, ...(replyTo && { reply_to: replyTo.id }) });
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

/** Lets go of messages: the room tells them now, or they are not to be sent any more. */
export function forgetOwn(cids: ReadonlySet<string>): void {
  const { messages } = useOwnMessages.getState();
  if (messages.some(({ cid }) => cids.has(cid))) useOwnMessages.setState({ messages: messages.filter(({ cid }) => !cids.has(cid)) });
}
