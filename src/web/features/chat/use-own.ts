import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '#web/data/api-error.ts';
import { useUser } from '#web/data/session.ts';
import { muteQuery, type RoomName, topicOf } from './api.ts';
import { forgetOwn, type OwnMessage, sendAgain, sendOwn, useOwnMessages } from './own-messages.ts';
import type { RoomView } from './room-view.ts';

interface OwnOf {
  room: RoomName;
  view: RoomView | undefined;
  /** Asks for the room again, where it does not tell by itself what was stored. */
  fetchAgain: () => void;
  isLive: boolean;
}

/** The user's own messages that the room does not tell yet, and what sends them. */
export function useOwn({ room, view, fetchAgain, isLive }: OwnOf) {
  const client = useQueryClient();
  const user = useUser();
  const topic = topicOf(room);
  const all = useOwnMessages(({ messages }) => messages);
  const told = new Set(view?.items.map(({ cid }) => cid));
  const own = all.filter((message) => message.userId === user?.id && topicOf(message.room) === topic && !told.has(message.cid));

  useEffect(() => forgetOwn(new Set(view?.items.flatMap(({ cid }) => cid ?? []))), [view]);

  const follow = async (sending: ReturnType<typeof sendOwn>) => {
    const error = await sending;
    if (error === null && !isLive) fetchAgain();
    // Since when, until when and why is told there.
    if (error instanceof ApiError && error.code === 'chat_muted') void client.invalidateQueries({ queryKey: muteQuery.queryKey });
    if (error instanceof ApiError && error.code === 'chat_read_only') fetchAgain();
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
