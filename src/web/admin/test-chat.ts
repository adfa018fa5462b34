import type { z } from 'zod';
import {
  type ChatAppeal,
  type ChatReportDetail,
  type ChatWord,
  chatAppeal,
  chatWord,
  getChatReport,
  type ListedMute,
  listedMute,
  type ModeratedMessage,
  moderatedMessage,
  type ReportedMessage,
  reportedMessage,
} from '#contract/chat-moderation.ts';
import { makeCase } from './test-contests.ts';
import { makeAccountRef } from './test-reviews.ts';

/** What the server would tell an operator of the chat, made for tests through the contract's own schemas. */
type Part<S extends z.ZodType> = Partial<z.input<S>>;

let lastId = 0;
const uuid = () => `0195a000-0000-7000-8000-${String(++lastId).padStart(12, '0')}`;
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const BY = { id: '0195a000-0000-7000-8000-00000000ad77', email: 'mod@example.com' };

export const makeMessage = ({ name = 'Loud Fan', ...rest }: { name?: string } & Part<typeof moderatedMessage> = {}): ModeratedMessage =>
  moderatedMessage.parse({
    id: String(++lastId),
    kind: 'user',
    author: makeAccountRef(name),
    text: 'You are all blind',
    removed: null,
    event: null,
    reply_to: null,
    at: minutesAgo(3),
    ...rest,
  });

export const makeReported = (rest: Part<typeof reportedMessage> = {}): ReportedMessage =>
  reportedMessage.parse({
    message: makeMessage(),
    match: makeCase().match,
    locale: 'en',
    state: 'open',
    reporters: 3,
    reasons: [
      { reason: 'abuse', count: 2 },
      { reason: 'spam', count: 1 },
    ],
    first_at: minutesAgo(2),
    last_at: minutesAgo(1),
    ...rest,
  });

/** A mute of a day. */
export const makeMute = ({ name = 'Loud Fan', ...rest }: { name?: string } & Part<typeof listedMute> = {}): ListedMute =>
  listedMute.parse({
    id: uuid(),
    user: makeAccountRef(name),
    by: BY,
    reason: 'Insults',
    message_id: null,
    created_at: minutesAgo(60),
    until: new Date(Date.now() + 23 * 3_600_000).toISOString(),
    lifted: null,
    is_active: true,
    ...rest,
  });

/** A message that somebody reported, with one before and one after it. */
export function makeReport({ message: given, ...rest }: Part<typeof getChatReport.reply> = {}): ChatReportDetail {
  const message = given ?? makeMessage();
  return getChatReport.reply.parse({
    ...makeReported({ message }),
    before: [makeMessage({ name: 'Calm Fan', text: 'Offside' })],
    after: [makeMessage({ name: 'Other Fan', text: 'Easy now' })],
    reports: [
      {
        reporter: makeAccountRef('Calm Fan'),
        reason: 'abuse',
        is_trusted: true,
        state: 'open',
        at: minutesAgo(1),
        decided_by: null,
        decided_at: null,
      },
    ],
    author: { mutes: [], removed_count: 0, removed: [] },
    ...rest,
  });
}

export const makeAppeal = (rest: Part<typeof chatAppeal> = {}): ChatAppeal =>
  chatAppeal.parse({
    id: uuid(),
    mute: makeMute(),
    text: 'It was a joke',
    created_at: minutesAgo(30),
    state: 'open',
    answer: null,
    decided_by: null,
    decided_at: null,
    ...rest,
  });

export const makeWord = (rest: Part<typeof chatWord> = {}): ChatWord =>
  chatWord.parse({ id: ++lastId, locale: 'en', word: 'scam', action: 'mask', by: BY, created_at: minutesAgo(600), ...rest });
