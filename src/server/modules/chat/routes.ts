import type { Hono } from 'hono';
import {
  appealChatMute,
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
  sendChat,
  sendGroupChat,
  unmuteInGroup,
} from '#contract/chat.ts';
import * as contract from '#contract/chat-moderation.ts';
import type { Deps } from '#server/deps.ts';
import * as mutes from '#server/modules/chat/moderation/mutes.ts';
import * as reports from '#server/modules/chat/moderation/reports.ts';
import * as words from '#server/modules/chat/moderation/words.ts';
import * as groupRoom from '#server/modules/chat/rooms/group-room.ts';
import * as ignored from '#server/modules/chat/rooms/ignored.ts';
import * as mute from '#server/modules/chat/rooms/mute.ts';
import * as room from '#server/modules/chat/rooms/room.ts';
import { createSendChat } from '#server/modules/chat/rooms/send.ts';
import * as takeAway from '#server/modules/chat/rooms/take-away.ts';
import { mount, mountCached } from '#server/platform/http/mount.ts';

export function chatRoutes(app: Hono, deps: Deps): void {
  const [send, reportLimit, groupLimit] = [createSendChat(deps), takeAway.reportLimit(deps), groupRoom.groupModerationLimit(deps)];
  mountCached(app, deps, getChat, (input) => room.history(deps, input));
  mount(app, deps, sendChat, ({ id, locale, ...said }, user) => send(user.id, { room: { matchId: id, locale }, ...said }));
  mount(app, deps, getGroupChat, (input, user) => groupRoom.groupHistory(deps, user.id, input));
  mount(app, deps, sendGroupChat, ({ group_id, ...said }, user) => send(user.id, { room: { groupId: group_id }, ...said }));
  mount(app, deps, removeGroupMessage, (input, user) => groupRoom.removeFromGroup(deps, groupLimit, user.id, input));
  mount(app, deps, listGroupMutes, (input, user) => groupRoom.listMutes(deps, user.id, input));
  mount(app, deps, muteInGroup, (input, user) => groupRoom.mute(deps, groupLimit, user.id, input));
  mount(app, deps, unmuteInGroup, (input, user) => groupRoom.unmute(deps, groupLimit, user.id, input));
  mount(app, deps, deleteChatMessage, ({ id }, user) => takeAway.deleteOwn(deps, user.id, id));
  mount(app, deps, reportChatMessage, (input, user) => takeAway.report(deps, reportLimit, user.id, input));
  mount(app, deps, listIgnored, (_, user) => ignored.list(deps, user.id));
  mount(app, deps, ignoreInChat, ({ handle }, user) => ignored.ignore(deps, user.id, handle));
  mount(app, deps, readInChat, ({ handle }, user) => ignored.read(deps, user.id, handle));
  mount(app, deps, getChatMute, (_, user) => mute.ownMute(deps, user.id));
  mount(app, deps, appealChatMute, (input, user) => mute.appeal(deps, user.id, input));
}

export function chatModerationRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, contract.listChatReports, (input) => reports.list(deps, input));
  mount(app, deps, contract.getChatReport, (input) => reports.detail(deps, input));
  mount(app, deps, contract.removeChatMessage, (input, admin, request) => reports.removeReported(deps, admin, request, input));
  mount(app, deps, contract.keepChatMessage, (input, admin, request) => reports.dismissReports(deps, admin, request, input));
  mount(app, deps, contract.restoreChatMessage, (input, admin, request) => reports.restoreRemoved(deps, admin, request, input));
  mount(app, deps, contract.listChatMutes, (input) => mutes.list(deps, input));
  mount(app, deps, contract.muteUser, (input, admin, request) => mutes.mute(deps, admin, request, input));
  mount(app, deps, contract.liftChatMute, (input, admin, request) => mutes.lift(deps, admin, request, input));
  mount(app, deps, contract.listChatAppeals, (input) => mutes.listAppeals(deps, input));
  mount(app, deps, contract.acceptChatAppeal, (input, admin, request) =>
    mutes.decideAppeal(deps, admin, request, { ...input, state: 'accepted' }),
  );
  mount(app, deps, contract.rejectChatAppeal, (input, admin, request) =>
    mutes.decideAppeal(deps, admin, request, { ...input, state: 'refused' }),
  );
  mount(app, deps, contract.listChatWords, (input) => words.list(deps, input));
  mount(app, deps, contract.setChatWord, (input, admin, request) => words.set(deps, admin, request, input));
  mount(app, deps, contract.removeChatWord, (input, admin, request) => words.remove(deps, admin, request, input));
}
