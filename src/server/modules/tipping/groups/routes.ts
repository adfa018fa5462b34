import type { Hono } from 'hono';
import * as groupsApi from '#contract/tipping-groups.ts';
import * as importApi from '#contract/tipping-import.ts';
import * as questionsApi from '#contract/tipping-questions.ts';
import * as rulesApi from '#contract/tipping-rules.ts';
import * as tipsApi from '#contract/tipping-tips.ts';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/platform/http/mount.ts';
import * as groups from './groups.ts';
import { importFiles, importLimit } from './import.ts';
import { matchTips } from './match-tips.ts';
import * as members from './members.ts';
import { mine } from './my-groups.ts';
import * as places from './places.ts';
import { answers } from './question-answers.ts';
import * as questions from './questions.ts';
import * as rules from './rules.ts';
import * as tables from './table.ts';
import * as tips from './tips.ts';

export function tippingGroupsRoutes(app: Hono, deps: Deps): void {
  const limits = groups.codeLimits(deps);
  const imports = importLimit(deps);
  mount(app, deps, groupsApi.listTippingGroups, (_, user) => mine(deps, user.id));
  mount(app, deps, groupsApi.listOpenTippingGroups, (input) => groups.listed(deps, input));
  mount(app, deps, groupsApi.createTippingGroup, (input, user) => groups.create(deps, user.id, input));
  mount(app, deps, groupsApi.getTippingGroup, ({ group_id }, user) => groups.view(deps, user.id, group_id));
  mount(app, deps, groupsApi.updateTippingGroup, (input, user) => groups.update(deps, user.id, input));
  mount(app, deps, groupsApi.endTippingGroup, ({ group_id }, user) => groups.end(deps, user.id, group_id));
  mount(app, deps, groupsApi.renewTippingCode, ({ group_id }, user) => groups.renewCode(deps, user.id, group_id));
  mount(app, deps, groupsApi.getTippingInvitation, ({ code }, _, { ip }) => groups.invitation(deps, limits, ip, code));
  mount(app, deps, groupsApi.joinTippingGroup, (input, user, { ip }) => groups.join(deps, limits, user.id, ip, input));

  mount(app, deps, groupsApi.listTippingMembers, (input, user) => members.list(deps, user.id, input));
  mount(app, deps, groupsApi.setTippingRole, (input, user) => members.setRole(deps, user.id, input));
  mount(app, deps, groupsApi.removeTippingMember, ({ group_id, handle }, user) => members.remove(deps, user.id, group_id, handle));

  mount(app, deps, importApi.importTipping, (input, user) => importFiles(deps, imports, user.id, input));
  mount(app, deps, importApi.listTippingPlaces, (input, user) => places.list(deps, user.id, input));
  mount(app, deps, importApi.assignTippingPlace, (input, user) => places.assign(deps, user.id, input));
  mount(app, deps, importApi.removeTippingPlace, ({ group_id, place_id }, user) => places.remove(deps, user.id, group_id, place_id));

  mount(app, deps, rulesApi.getTippingRules, ({ group_id }, user) => rules.history(deps, user.id, group_id));
  mount(app, deps, rulesApi.setTippingRules, (input, user) => rules.set(deps, user.id, input));

  mount(app, deps, questionsApi.listTippingQuestions, ({ group_id }, user) => questions.list(deps, user.id, group_id));
  mount(app, deps, questionsApi.askTippingQuestion, (input, user) => questions.ask(deps, user.id, input));
  mount(app, deps, questionsApi.changeTippingQuestion, (input, user) => questions.change(deps, user.id, input));
  mount(app, deps, questionsApi.withdrawTippingQuestion, (input, user) => questions.withdraw(deps, user.id, input));
  mount(app, deps, questionsApi.answerTippingQuestion, (input, user) => questions.answer(deps, user.id, input));
  mount(app, deps, questionsApi.setTippingQuestionResult, (input, user) => questions.setResult(deps, user.id, input));
  mount(app, deps, questionsApi.listTippingAnswers, (input, user) => answers(deps, user.id, input));

  mount(app, deps, tipsApi.getTippingRound, (input, user) => tips.round(deps, user.id, input));
  mount(app, deps, tipsApi.putTips, (input, user) => tips.put(deps, user.id, input));
  mount(app, deps, tipsApi.getMatchTips, (input, user) => matchTips(deps, user.id, input));
  mount(app, deps, tipsApi.getTippingTable, (input, user) => tables.table(deps, user.id, input));
  mount(app, deps, tipsApi.getTippingHistory, (input, user) => tables.history(deps, user.id, input));
  mount(app, deps, tipsApi.downloadTippingTable, ({ group_id }, user) => tables.download(deps, user.id, group_id));
}
