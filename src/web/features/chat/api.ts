import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  appealChatMute,
  type ChatMute,
  deleteChatMessage,
  getChat,
  getChatMute,
  getGroupChat,
  ignoreInChat,
  listGroupMutes,
  listIgnored,
  muteInGroup,
  readInChat,
  removeGroupMessage,
  reportChatMessage,
  type TipRef,
  unmuteInGroup,
} from '#contract/chat.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { type ChatReportReason, type ChatRoomName, chatTopic, type GROUP_MUTE_HOURS } from '#domain/chat/chat.ts';
import { call } from '#web/data/call.ts';
import { setKnown } from '#web/data/query-client.ts';
import { useUser } from '#web/data/session.ts';
import { useTicking } from '#web/lib/clock.ts';
import { type RoomPage, type RoomView, withLatest } from './room-view.ts';

/** The chat room of a match in a language, or of a tipping group; or only its comments on one tip, which arrive on the same topic. */
export type RoomName = ChatRoomName | { groupId: string; about: TipRef };

export const topicOf = (room: RoomName): string => chatTopic(room);

/** Returns the tip that a room's messages comment on; null for a whole room. */
export const tipOf = (room: RoomName): TipRef | null => ('about' in room ? room.about : null);

/** Identifies a room, or the comments on one tip: for what the user writes there. */
export function placeOf(room: RoomName): string {
  const tip = tipOf(room);
  return tip === null ? topicOf(room) : `${topicOf(room)}:${tip.match_id}:${tip.member_id}`;
}

/** What is said in a group is for its members: it is forgotten with the account. */
const roomKey = (room: RoomName): readonly unknown[] =>
  'groupId' in room
    ? ['account', 'chat', 'group', room.groupId, ...(tipOf(room) ? [tipOf(room)] : [])]
    : ['chat', room.matchId, room.locale];

/** Queries a room with its latest messages. Cached messages are kept if there is no gap. */
export const roomQuery = (room: RoomName) =>
  queryOptions({
    queryKey: roomKey(room),
    queryFn: async ({ signal, client }): Promise<RoomView> => {
      const page = await askPage(room, undefined, signal);
      return withLatest(client.getQueryData<RoomView>(roomKey(room)), page);
    },
    // A room that was left has received no pushes since.
    staleTime: 0,
  });

/** Fetches a page of messages before a given one. */
export const askOlder = (room: RoomName, before: string): Promise<RoomPage> => askPage(room, before);

function askPage(room: RoomName, before?: string, signal?: AbortSignal): Promise<RoomPage> {
  const from = before === undefined ? {} : { before };
  if ('groupId' in room) return call(getGroupChat, { group_id: room.groupId, ...tipOf(room), ...from }, signal);
  return call(getChat, { id: room.matchId, locale: room.locale, ...from }, signal);
}

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

/** How long a mute in a group lasts, in hours; null: for good. */
export type GroupMuteHours = typeof GROUP_MUTE_HOURS | null;

export const groupMutesQuery = (groupId: string) =>
  queryOptions({
    queryKey: ['account', 'chat', 'group-mutes', groupId],
    queryFn: ({ signal }) => call(listGroupMutes, { group_id: groupId }, signal),
  });

/** Removes messages and mutes members, as the owner or a helper of a group. */
export function useGroupModeration(groupId: string) {
  const client = useQueryClient();
  const showMutes = (reply: ReplyOf<typeof listGroupMutes>) => setKnown(client, groupMutesQuery(groupId).queryKey, reply);
  return {
    remove: (id: string) => call(removeGroupMessage, { group_id: groupId, id }),
    mute: async (handle: string, hours: GroupMuteHours) => showMutes(await call(muteInGroup, { group_id: groupId, handle, hours })),
    unmute: async (handle: string) => showMutes(await call(unmuteInGroup, { group_id: groupId, handle })),
  };
}
