import type { Hono } from 'hono';
import * as contract from '#contract/chat-moderation.ts';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/platform/http/mount.ts';
import * as appeals from './appeals.ts';
import * as decisions from './decide.ts';
import * as mutes from './mutes.ts';
import * as reports from './reports.ts';
import * as words from './words.ts';

export function chatModerationRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, contract.listChatReports, (input) => reports.list(deps, input));
  mount(app, deps, contract.getChatReport, (input) => reports.detail(deps, input));
  mount(app, deps, contract.removeChatMessage, (input, admin, request) => decisions.remove(deps, admin, request, input));
  mount(app, deps, contract.keepChatMessage, (input, admin, request) => decisions.keep(deps, admin, request, input));
  mount(app, deps, contract.listChatMutes, (input) => mutes.list(deps, input));
  mount(app, deps, contract.muteUser, (input, admin, request) => mutes.mute(deps, admin, request, input));
  mount(app, deps, contract.liftChatMute, (input, admin, request) => mutes.lift(deps, admin, request, input));
  mount(app, deps, contract.listChatAppeals, (input) => appeals.list(deps, input));
  mount(app, deps, contract.acceptChatAppeal, (input, admin, request) =>
    appeals.decide(deps, admin, request, { ...input, state: 'accepted' }),
  );
  mount(app, deps, contract.rejectChatAppeal, (input, admin, request) =>
    appeals.decide(deps, admin, request, { ...input, state: 'refused' }),
  );
  mount(app, deps, contract.listChatWords, (input) => words.list(deps, input));
  mount(app, deps, contract.setChatWord, (input, admin, request) => words.set(deps, admin, request, input));
  mount(app, deps, contract.removeChatWord, (input, admin, request) => words.remove(deps, admin, request, input));
}
