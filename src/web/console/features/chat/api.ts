import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getChatReport, listChatAppeals, listChatMutes, listChatReports, listChatWords } from '#contract/chat-moderation.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { userChat } from '#contract/user-records.ts';
import { call } from '#web/console/lib/call.ts';

/** During a match many messages arrive within a minute. */
const EVERY_MS = 15_000;

/** Messages that were reported or held. */
export const chatReportsQuery = (filter: InputOf<typeof listChatReports>) =>
  queryOptions({
    queryKey: ['chat', 'reports', filter],
    queryFn: ({ signal }) => call(listChatReports, filter, signal),
    placeholderData: keepPreviousData,
    refetchInterval: EVERY_MS,
  });

/** A reported message with the messages around it. */
export const chatReportQuery = (message_id: string) =>
  queryOptions({
    queryKey: ['chat', 'report', message_id],
    queryFn: ({ signal }) => call(getChatReport, { message_id }, signal),
    refetchInterval: EVERY_MS,
  });

/** Present or past mutes. */
export const chatMutesQuery = (filter: InputOf<typeof listChatMutes>) =>
  queryOptions({
    queryKey: ['chat', 'mutes', filter],
    queryFn: ({ signal }) => call(listChatMutes, filter, signal),
    placeholderData: keepPreviousData,
    refetchInterval: EVERY_MS,
  });

/** Appeals of muted users. */
export const chatAppealsQuery = (filter: InputOf<typeof listChatAppeals>) =>
  queryOptions({
    queryKey: ['chat', 'appeals', filter],
    queryFn: ({ signal }) => call(listChatAppeals, filter, signal),
    placeholderData: keepPreviousData,
    refetchInterval: EVERY_MS,
  });

/** Words that are masked or held. */
export const chatWordsQuery = (filter: InputOf<typeof listChatWords>) =>
  queryOptions({
    queryKey: ['chat', 'words', filter],
    queryFn: ({ signal }) => call(listChatWords, filter, signal),
    placeholderData: keepPreviousData,
  });

/** A page of a user's messages. */
export const userChatQuery = (filter: InputOf<typeof userChat>) =>
  queryOptions({
    queryKey: ['users', filter.id, 'chat', filter],
    queryFn: ({ signal }) => call(userChat, filter, signal),
    placeholderData: keepPreviousData,
  });
