import { sendChat } from '#contract/chat.ts';
import type { ServerMessage } from '#contract/live.ts';
import { translator } from '#web/i18n/locale-store.ts';
import { ApiError, clientError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';
import { hearLive, sayLive, useLiveStatus } from '#web/lib/live.ts';
import { type RoomName, topicOf } from './api.ts';

/** What is said, under a number of its own: sent again with the same one it is stored once. */
export interface Saying {
  cid: string;
  text: string;
  reply_to?: string;
}

/**
 * Says something in a room, and gives the id under which it was stored: on the connection, or by a request where there is none, where it is
 * lost before the answer, or where it no longer knows who we are. Throws an ApiError with a sentence for the user.
 */
export async function sayInRoom(room: RoomName, saying: Saying): Promise<string> {
  const answer = await onTheLine(topicOf(room), saying);
  if (answer?.t === 'sent') return answer.id;
  if (answer?.t === 'error' && answer.code !== 'login_required' && answer.code !== 'unauthorized') throw refusal(answer);
  return (await call(sendChat, { id: room.matchId, locale: room.locale, ...saying })).id;
}

type Answer = Extract<ServerMessage, { t: 'sent' | 'error' }>;

/** A line on which nothing comes back for so long is not waited for. */
const ANSWER_MS_MAX = 10_000;

/** The answer of the connection; null where it cannot be used, or breaks off. */
function onTheLine(topic: string, saying: Saying): Promise<Answer | null> {
  return new Promise((resolve) => {
    const end = (answer: Answer | null) => {
      clearTimeout(timer);
      stopHearing();
      stopWatching();
      resolve(answer);
    };
    const timer = setTimeout(() => end(null), ANSWER_MS_MAX);
    const stopHearing = hearLive((message) => {
      if ((message.t === 'sent' || message.t === 'error') && message.cid === saying.cid) end(message);
    });
    const stopWatching = useLiveStatus.subscribe(({ status }) => status !== 'open' && end(null));
    if (!sayLive({ t: 'chat', topic, ...saying })) end(null);
  });
}

/** The connection says why by a code alone. */
function refusal({ code, seconds }: Extract<Answer, { t: 'error' }>): ApiError {
  if (code === 'too_many_topics' || code === 'too_many_joins' || code === 'unauthorized') return clientError('chat_failed');
  return new ApiError(
    code === 'rate_limited' ? 429 : 0,
    code,
    translator('chat')(`refused.${code}`),
    seconds === undefined ? {} : { seconds },
  );
}
