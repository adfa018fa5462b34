import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { InputOf } from '#contract/endpoint.ts';
import {
  createTippingGroup,
  endTippingGroup,
  type GroupRole,
  getTippingGroup,
  getTippingInvitation,
  joinTippingGroup,
  listOpenTippingGroups,
  listTippingGroups,
  listTippingMembers,
  removeTippingMember,
  renewTippingCode,
  setTippingRole,
  type TippingGroup,
  updateTippingGroup,
} from '#contract/tipping-groups.ts';
import {
  type AskedQuestion,
  answerTippingQuestion,
  askTippingQuestion,
  changeTippingQuestion,
  listTippingAnswers,
  listTippingQuestions,
  type QuestionValue,
  setTippingQuestionResult,
  withdrawTippingQuestion,
} from '#contract/tipping-questions.ts';
import { getTippingRules, setTippingRules } from '#contract/tipping-rules.ts';
import { askTelegramGroup, unbindTelegramGroup } from '#contract/tipping-telegram.ts';
import { getMatchTips, getTippingHistory, getTippingRound, getTippingTable } from '#contract/tipping-tips.ts';
import type { TippingRules } from '#domain/tipping/rules.ts';
import { call } from '#web/data/call.ts';
import { usePollingInterval } from '#web/data/live.ts';

const KEY = ['account', 'tipping'] as const;

/** The key prefix of everything about a group that scores and tips change. */
export const groupKey = (groupId: string) => [...KEY, groupId] as const;
export const roundKeyOf = (groupId: string, round: string | null) => [...groupKey(groupId), 'round', round] as const;

/** Rows of a page of members, tips or a table. */
const PAGE_SIZE = 50;
const nextPage = ({ page, page_size, total }: { page: number; page_size: number; total: number }): number | undefined =>
  page * page_size < total ? page + 1 : undefined;

const REFRESH_MS = 60_000;
/** In play, if no push says more: the fallback of the socket. */
const LIVE_REFRESH_MS = 15_000;

/** Queries the caller's groups. */
export const myGroupsQuery = queryOptions({
  queryKey: [...KEY, 'mine'],
  queryFn: ({ signal }) => call(listTippingGroups, {}, signal),
  refetchInterval: REFRESH_MS,
});

/** Queries listed groups by name; all of them for an empty text. */
export const openGroupsQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: ['tipping-open-groups', q],
    queryFn: ({ signal, pageParam }) =>
      call(listOpenTippingGroups, { ...(q !== '' && { q }), page: pageParam, page_size: PAGE_SIZE }, signal),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    placeholderData: keepPreviousData,
  });

/** Queries what a code leads to. */
export const invitationQuery = (code: string) =>
  queryOptions({
    queryKey: ['tipping-invitation', code],
    queryFn: ({ signal }) => call(getTippingInvitation, { code }, signal),
    // Wrong codes are counted: asking again in the background would use up attempts.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

export const groupQuery = (groupId: string) =>
  queryOptions({
    queryKey: [...groupKey(groupId), 'group'],
    queryFn: ({ signal }) => call(getTippingGroup, { group_id: groupId }, signal),
    refetchInterval: REFRESH_MS,
  });

/** Queries a round with the caller's tips; null for the current one. */
export const roundQuery = (groupId: string, round: string | null) =>
  queryOptions({
    queryKey: roundKeyOf(groupId, round),
    queryFn: ({ signal }) => call(getTippingRound, { group_id: groupId, ...(round !== null && { round }) }, signal),
    refetchInterval: ({ state: { data } }) => (data?.items.some(({ state }) => state === 'live') ? LIVE_REFRESH_MS : REFRESH_MS),
  });

/** Queries everybody's tips of a match that has closed. */
export const matchTipsQuery = (groupId: string, matchId: number) =>
  infiniteQueryOptions({
    queryKey: [...groupKey(groupId), 'match-tips', matchId],
    queryFn: ({ signal, pageParam }) =>
      call(getMatchTips, { group_id: groupId, match_id: matchId, page: pageParam, page_size: PAGE_SIZE }, signal),
    initialPageParam: 1,
    getNextPageParam: nextPage,
  });

/** What a table is of: all rounds, one round, or a month or half-year. */
export type TableOf = Pick<InputOf<typeof getTippingTable>, 'round' | 'period'>;

/** Queries the table as it stands; use `useTableQuery`, which polls while the socket is silent. */
const tableQuery = (groupId: string, of: TableOf) =>
  infiniteQueryOptions({
    queryKey: [...groupKey(groupId), 'table', of],
    queryFn: ({ signal, pageParam }) => call(getTippingTable, { group_id: groupId, ...of, page: pageParam, page_size: PAGE_SIZE }, signal),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    placeholderData: (shown, query) => (query?.queryKey[2] === groupId ? shown : undefined),
  });

export function useTableQuery(groupId: string, of: TableOf) {
  const polling = usePollingInterval();
  return {
    ...tableQuery(groupId, of),
    refetchInterval: ({ state: { data } }: { state: { data: { pages: { is_live: boolean }[] } | undefined } }) => {
      if (polling !== false) return polling;
      return data?.pages[0]?.is_live ? LIVE_REFRESH_MS : REFRESH_MS;
    },
  };
}

/** Queries how places moved: of the caller, the model and the leader, or also of one other member. */
export const historyQuery = (groupId: string, handle: string | null) =>
  queryOptions({
    queryKey: [...groupKey(groupId), 'history', handle],
    queryFn: ({ signal }) => call(getTippingHistory, { group_id: groupId, ...(handle !== null && { handles: handle }) }, signal),
  });

export const rulesQuery = (groupId: string) =>
  queryOptions({
    queryKey: [...groupKey(groupId), 'rules'],
    queryFn: ({ signal }) => call(getTippingRules, { group_id: groupId }, signal),
  });

export const membersQuery = (groupId: string) =>
  infiniteQueryOptions({
    queryKey: [...groupKey(groupId), 'members'],
    queryFn: ({ signal, pageParam }) => call(listTippingMembers, { group_id: groupId, page: pageParam, page_size: PAGE_SIZE }, signal),
    initialPageParam: 1,
    getNextPageParam: nextPage,
  });

/** Queries the bonus questions with the caller's answers. */
export const questionsQuery = (groupId: string) =>
  queryOptions({
    queryKey: [...groupKey(groupId), 'questions'],
    queryFn: ({ signal }) => call(listTippingQuestions, { group_id: groupId }, signal),
    refetchInterval: REFRESH_MS,
  });

/** Queries everybody's answers to a question that has closed. */
export const answersQuery = (groupId: string, questionId: string) =>
  infiniteQueryOptions({
    queryKey: [...groupKey(groupId), 'answers', questionId],
    queryFn: ({ signal, pageParam }) =>
      call(listTippingAnswers, { group_id: groupId, question_id: questionId, page: pageParam, page_size: PAGE_SIZE }, signal),
    initialPageParam: 1,
    getNextPageParam: nextPage,
  });

/** Changes bonus questions. Each promise resolves when the server has agreed, and what shows the change is being fetched again. */
export function useQuestionChanges(groupId: string) {
  const client = useQueryClient();
  async function changed<T>(change: Promise<T>): Promise<T> {
    try {
      return await change;
    } finally {
      // Also after a refusal: the question may have closed meanwhile.
      for (const part of ['questions', 'answers', 'table']) void client.invalidateQueries({ queryKey: [...groupKey(groupId), part] });
    }
  }
  const of = (question_id: string) => ({ group_id: groupId, question_id });
  return {
    ask: (asked: AskedQuestion) => changed(call(askTippingQuestion, { group_id: groupId, asked })),
    change: (id: string, asked: AskedQuestion) => changed(call(changeTippingQuestion, { ...of(id), asked })),
    withdraw: (id: string) => changed(call(withdrawTippingQuestion, of(id))),
    answer: (id: string, values: QuestionValue[] | null) => changed(call(answerTippingQuestion, { ...of(id), values })),
    setResult: (id: string, values: QuestionValue[] | null) => changed(call(setTippingQuestionResult, { ...of(id), values })),
  };
}

/** Refetches what a group shows of results and tips: its rounds, table, history and questions. */
export function refreshScores(client: QueryClient, groupId: string): void {
  for (const part of ['round', 'table', 'history', 'match-tips', 'questions', 'answers', 'group']) {
    void client.invalidateQueries({ queryKey: [...groupKey(groupId), part] });
  }
}

/** Changes groups. Each promise resolves when the server has agreed, and everything that shows the change is being fetched again. */
export function useGroupChanges() {
  const client = useQueryClient();
  async function changed<T>(change: Promise<T>): Promise<T> {
    const reply = await change;
    void client.invalidateQueries({ queryKey: KEY });
    void client.invalidateQueries({ queryKey: ['tipping-open-groups'] });
    return reply;
  }
  async function gone(change: Promise<unknown>, groupId: string): Promise<void> {
    await change;
    client.removeQueries({ queryKey: groupKey(groupId) });
    void client.invalidateQueries({ queryKey: myGroupsQuery.queryKey });
    void client.invalidateQueries({ queryKey: ['tipping-open-groups'] });
  }
  return {
    create: (input: InputOf<typeof createTippingGroup>) => changed(call(createTippingGroup, input)),
    join: (by: { code: string } | { group_id: string }) => changed(call(joinTippingGroup, by)),
    update: (groupId: string, change: { name?: string; visibility?: TippingGroup['visibility'] }) =>
      changed(call(updateTippingGroup, { group_id: groupId, ...change })),
    renewCode: (groupId: string) => changed(call(renewTippingCode, { group_id: groupId })),
    setRules: (groupId: string, rules: TippingRules) => changed(call(setTippingRules, { group_id: groupId, rules })),
    askTelegram: (groupId: string) => call(askTelegramGroup, { group_id: groupId }),
    disconnectTelegram: (groupId: string) => changed(call(unbindTelegramGroup, { group_id: groupId })),
    setRole: (groupId: string, handle: string, role: GroupRole) => changed(call(setTippingRole, { group_id: groupId, handle, role })),
    remove: (groupId: string, handle: string) => changed(call(removeTippingMember, { group_id: groupId, handle })),
    leave: (groupId: string, handle: string) => gone(call(removeTippingMember, { group_id: groupId, handle }), groupId),
    end: (groupId: string) => gone(call(endTippingGroup, { group_id: groupId }), groupId),
  };
}
