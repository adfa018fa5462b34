import type { Hono } from 'hono';
import {
  appealChatMute,
  deleteChatMessage,
  getChat,
  getChatMute,
  ignoreInChat,
  listIgnored,
  readInChat,
  reportChatMessage,
  sendChat,
} from '#contract/chat.ts';
import type { Deps } from '#server/deps.ts';
import { mountCached } from '#server/http/cached.ts';
import { mount } from '#server/http/mount.ts';
import * as chat from './service.ts';

export function chatRoutes(app: Hono, deps: Deps): void {
  const [send, reports] = [chat.createSendChat(deps), chat.reportLimit(deps)];
  mountCached(app, deps, getChat, (input) => chat.history(deps, input));
  mount(app, deps, sendChat, (input, user) => send(user.id, input));
  mount(app, deps, deleteChatMessage, ({ id }, user) => chat.deleteOwn(deps, user.id, id));
  mount(app, deps, reportChatMessage, (input, user) => chat.report(deps, reports, user.id, input));
  mount(app, deps, listIgnored, (_, user) => chat.ignored.list(deps, user.id));
  mount(app, deps, ignoreInChat, ({ handle }, user) => chat.ignored.ignore(deps, user.id, handle));
  mount(app, deps, readInChat, ({ handle }, user) => chat.ignored.read(deps, user.id, handle));
  mount(app, deps, getChatMute, (_, user) => chat.ownMute(deps, user.id));
  mount(app, deps, appealChatMute, (input, user) => chat.appeal(deps, user.id, input));
}
