import type { Endpoint, InputOf } from '#contract/endpoint.ts';
import * as groupsApi from '#contract/tipping-groups.ts';
import * as questionsApi from '#contract/tipping-questions.ts';
import * as rulesApi from '#contract/tipping-rules.ts';
import * as tipsApi from '#contract/tipping-tips.ts';
import { MINUTE_MS, utcDay } from '#domain/time.ts';
import { dayTopic } from '#server/modules/match-data/public.ts';
import { callApp, type TestApp } from './app.ts';
import { createLeague, createMatch, createUser, type TestUser } from './factories.ts';

type Sent = InputOf<typeof tipsApi.putTips>['tips'][number];

/** Calls of tipping groups, as their users make them. */
export function tippingCalls(current: () => TestApp) {
  const call = <E extends Endpoint>(endpoint: E, input: InputOf<E>, { token }: TestUser) =>
    callApp(current().app, endpoint, input, { token });
  return {
    call,
    create: (user: TestUser, input: InputOf<typeof groupsApi.createTippingGroup>) => call(groupsApi.createTippingGroup, input, user),
    join: (user: TestUser, code: string) => call(groupsApi.joinTippingGroup, { code }, user),
    see: (user: TestUser, group_id: string) => call(groupsApi.getTippingGroup, { group_id }, user),
    round: (user: TestUser, group_id: string, round?: string) => call(tipsApi.getTippingRound, { group_id, ...(round && { round }) }, user),
    tip: (user: TestUser, group_id: string, tips: Sent[]) => call(tipsApi.putTips, { group_id, tips }, user),
    tipsOf: (user: TestUser, group_id: string, match_id: number) => call(tipsApi.getMatchTips, { group_id, match_id }, user),
    table: (user: TestUser, group_id: string, of: { round?: string; period?: string; page?: number; page_size?: number } = {}) =>
      call(tipsApi.getTippingTable, { group_id, ...of }, user),
    questions: (user: TestUser, group_id: string) => call(questionsApi.listTippingQuestions, { group_id }, user),
    ask: (user: TestUser, group_id: string, question: questionsApi.AskedQuestion) =>
      call(questionsApi.askTippingQuestion, { group_id, asked: question }, user),
    answer: (user: TestUser, group_id: string, question_id: string, values: questionsApi.QuestionValue[] | null) =>
      call(questionsApi.answerTippingQuestion, { group_id, question_id, values }, user),
    answersTo: (user: TestUser, group_id: string, question_id: string) =>
      call(questionsApi.listTippingAnswers, { group_id, question_id }, user),
    setResult: (user: TestUser, group_id: string, question_id: string, values: questionsApi.QuestionValue[] | null) =>
      call(questionsApi.setTippingQuestionResult, { group_id, question_id, values }, user),
    setRules: (user: TestUser, group_id: string, rules: InputOf<typeof rulesApi.setTippingRules>['rules']) =>
      call(rulesApi.setTippingRules, { group_id, rules }, user),
  };
}

/** A league with matches that begin one minute after the other, the first in a minute, all of one round: tokens last for minutes. */
export async function createRound(
  { deps }: TestApp,
  matches: number,
  { leagueId, round = 'Round 1' }: { leagueId?: number; round?: string } = {},
): Promise<{ leagueId: number; matchIds: number[] }> {
  const league = leagueId ?? (await createLeague(deps.db));
  const matchIds: number[] = [];
  for (let n = 1; n <= matches; n++) {
    matchIds.push(await createMatch(deps.db, { leagueId: league, round, kickoffAt: new Date(deps.now().getTime() + n * MINUTE_MS) }));
  }
  return { leagueId: league, matchIds };
}

/** Ends a match with a score, or moves it to another status, as an import would. */
export async function scoreMatch({ deps }: TestApp, matchId: number, [home, away]: [number, number], status = 'ft'): Promise<void> {
  const { kickoff_at } = await deps.db
    .updateTable('matches')
    .set({ status, home_score: home, away_score: away })
    .where('id', '=', matchId)
    .returning('kickoff_at')
    .executeTakeFirstOrThrow();
  if (kickoff_at) deps.publish(dayTopic(utcDay(kickoff_at)), { t: 'refetch' });
}

/** Returns new users, each a member of the group with this code. */
export async function joinAll(current: TestApp, code: string, members: number): Promise<TestUser[]> {
  const users: TestUser[] = [];
  for (let n = 0; n < members; n++) {
    current.clock.advance(1);
    const user = await createUser(current);
    await tippingCalls(() => current).join(user, code);
    users.push(user);
  }
  return users;
}
