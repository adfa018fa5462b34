import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  appealChatMute,
  type ChatMute,
  deleteChatMessage,
  getChat,
  getChatMute,
  ignoreInChat,
  listIgnored,
  readInChat,
  reportChatMessage,
} from '#contract/chat.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { ChatReportReason } from '#domain/chat/chat.ts';
import type { Locale } from '#domain/identity/locale.ts';
import { call } from '#web/data/call.ts';
import { setKnown } from '#web/data/query-client.ts';
import { useUser } from '#web/data/session.ts';
import { useTicking } from '#web/lib/clock.ts';
import { type RoomView, withLatest } from './room-view.ts';

/** The chat room of a match in a language. */
export interface RoomName {
  matchId: number;
  locale: Locale;
}

export const topicOf = ({ matchId, locale }: RoomName): string => `chat:${matchId}:${locale}`;

const roomKey = ({ matchId, locale }: RoomName) => ['chat', matchId, locale] as const;

/** Queries a room with its latest messages. Cached messages are kept if there is no gap. */
export const roomQuery = (room: RoomName) =>
  queryOptions({
    queryKey: roomKey(room),
    queryFn: async ({ signal, client }): Promise<RoomView> => {
      const page = await call(getChat, { id: room.matchId, locale: room.locale }, signal);
      return withLatest(client.getQueryData<RoomView>(roomKey(room)), page);
    },
    // A room that was left has received no pushes since.
    staleTime: 0,
  });

/** Fetches a page of messages before a given one. */
export const askOlder = ({ matchId, locale }: RoomName, before: string) => call(getChat, { id: matchId, locale, before });

const IGNORED = ['account', 'chat', 'ignored'] as const;

const ignoredQuery = queryOptions({ queryKey: IGNORED, queryFn: ({ signal }) => call(listIgnored, {}, signal) });

const NOBODY: readonly string[] = [];

/** Returns the handles of ignored users; empty for guests. */
export function useIgnored(): readonly string[] {
  const user = useUser();
  return useQuery({ ...ignoredQuery, enabled: user !== null }).data?.handles ?? NOBODY;
}

/** Ignores a user, or ends that. */
export function useIgnore() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ handle, isIgnored }: { handle: string; isIgnored: boolean }) => call(isIgnored ? ignoreInChat : readInChat, { handle }),
    onSuccess: (reply: ReplyOf<typeof listIgnored>) => setKnown(client, IGNORED, reply),
  });
}

const MUTE = ['account', 'chat', 'mute'] as const;

export const muteQuery = queryOptions({ queryKey: MUTE, queryFn: ({ signal }) => call(getChatMute, {}, signal) });

/** Returns the mute that keeps the user from writing; null if there is none, and while unknown. */
export function useMute(): ChatMute | null {
  const user = useUser();
  const mute = useQuery({ ...muteQuery, enabled: user !== null }).data?.mute ?? null;
  const isOver = useTicking(1_000, (now) => typeof mute?.until === 'string' && Date.parse(mute.until) <= now.getTime());
  return isOver ? null : mute;
}

/** Appeals against the mute. */
export function useAppeal() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (text: string) => call(appealChatMute, { text }),
    onSuccess: (reply) => setKnown(client, MUTE, reply),
  });
}

export const useReport = () =>
  useMutation({ mutationFn: ({ id, reason }: { id: string; reason: ChatReportReason }) => call(reportChatMessage, { id, reason }) });

export const useDelete = () => useMutation({ mutationFn: (id: string) => call(deleteChatMessage, { id }) });
