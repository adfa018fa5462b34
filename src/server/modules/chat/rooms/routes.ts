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
import { mountCached } from '#server/platform/http/cached.ts';
import { mount } from '#server/platform/http/mount.ts';
import * as ignored from './ignored.ts';
import * as mute from './mute.ts';
import * as room from './room.ts';
import { createSendChat } from './send.ts';
import * as takeAway from './take-away.ts';

export function chatRoutes(app: Hono, deps: Deps): void {
  const [send, reports] = [createSendChat(deps), takeAway.reportLimit(deps)];
  mountCached(app, deps, getChat, (input) => room.history(deps, input));
  mount(app, deps, sendChat, (input, user) => send(user.id, input));
  mount(app, deps, deleteChatMessage, ({ id }, user) => takeAway.deleteOwn(deps, user.id, id));
  mount(app, deps, reportChatMessage, (input, user) => takeAway.report(deps, reports, user.id, input));
  mount(app, deps, listIgnored, (_, user) => ignored.list(deps, user.id));
  mount(app, deps, ignoreInChat, ({ handle }, user) => ignored.ignore(deps, user.id, handle));
  mount(app, deps, readInChat, ({ handle }, user) => ignored.read(deps, user.id, handle));
  mount(app, deps, getChatMute, (_, user) => mute.ownMute(deps, user.id));
  mount(app, deps, appealChatMute, (input, user) => mute.appeal(deps, user.id, input));
}
