import type { Transaction } from 'kysely';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { sendChat } from '#contract/chat.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import {
  CHAT_SECONDS_BETWEEN_MAX,
  CHAT_TEXT_MAX,
  type ChatFacts,
  chatState,
  chatWaitMs,
  checkMessage,
  isYoungInChat,
  slowSeconds,
} from '#domain/chat/chat.ts';
import { withoutLinks } from '#domain/chat/chat-links.ts';
import { clearedText, handlesIn, isTooLong } from '#domain/chat/chat-text.ts';
import { type ChatWordAction, filterWords, foldWord } from '#domain/chat/chat-words.ts';
import type { Deps } from '#server/deps.ts';
import { contactsOf, lockUser } from '#server/modules/identity/public.ts';
import { requirePlay } from '#server/modules/play-limits/public.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { requireSwitch } from '#server/platform/feature-flags/feature-flags.ts';
import { AppError, rateLimited } from '#server/platform/http/app-error.ts';
import { type Announce, transact } from '#server/platform/transact.ts';
import { findByCid, insertMessage } from './message-queries.ts';
import { publishMessages } from './message-view.ts';
import { mutedUntil } from './mute.ts';
import { countMeasured } from './room.ts';
import * as senders from './sender-queries.ts';
import { chatTopic } from './topics.ts';

type NewMessage = ParsedInputOf<typeof sendChat>;
type Sender = NonNullable<Awaited<ReturnType<typeof lockUser>>>;

/** Stores and publishes a user's message, and returns its id. */
type SendChat = (userId: string, message: NewMessage) => Promise<ReplyOf<typeof sendChat>>;

/**
 * Attempts per user in ten seconds, of which at most five can succeed: requests that wait for one user's lock must not keep others from the
 * database.
 */
const TRIES_MAX = 60;
const TRIES_SECONDS = 10;

/**
 * Creates the function that sends a message, used by both the socket and HTTP. A `cid` is stored and published once, however often and by
 * whichever transport it arrives. Throws one of CHAT_REFUSALS, or `invalid_payload`; a message is acknowledged only after its transaction
 * commits.
 */
export function createSendChat(deps: Deps): SendChat {
  // In memory, because it protects this process only (docs/decisions/004); the users' message limits are counted in the database.
  const tries = new RateLimiterMemory({ points: TRIES_MAX, duration: TRIES_SECONDS });
  return async (userId, message) => {
    requireSwitch(deps, 'chat');
    await tries.consume(userId).catch((error: unknown) => {
      // Capped at the window, because its end may be hours away after the clock was set back.
      throw error instanceof RateLimiterRes ? rateLimited(Math.min(error.msBeforeNext, TRIES_SECONDS * 1_000)) : error;
    });
    const text = clearedText(message.text);
    if (text === '') throw new AppError('invalid_payload', { field: 'text' });
    if (isTooLong(text)) throw new AppError('message_too_long', { max: CHAT_TEXT_MAX });
    try {
      const id = await transact(deps, (db, announce) => store(deps, db, announce, userId, { ...message, text }));
      return { id: String(id) };
    } catch (error) {
      if (error instanceof AppError) throw error;
      deps.log.error({ err: error }, 'failed to store a chat message');
      throw new AppError('store_failed');
    }
  };
}

/**
 * Stores a message while holding a lock on the author's row, so that concurrent messages of one author see each other and none is stored
 * after an erasure.
 */
async function store(deps: Deps, db: Transaction<DB>, announce: Announce, userId: string, message: NewMessage): Promise<number> {
  const user = await lockUser(db, { id: userId });
  if (!user) throw new AppError('unauthorized');
  if (user.status !== 'normal') throw new AppError('account_disabled');
  const known = await findByCid(db, userId, message.cid);
  if (known) return known.id;
  const now = deps.now();
  const { id: matchId, locale } = message;
  const messages = await countMeasured(db, matchId, locale, now);
  await judge(db, user, message, slowSeconds(messages), now);
  const reply_to = message.reply_to === undefined ? null : Number(message.reply_to);
  if (reply_to !== null && !(await senders.isInRoom(db, reply_to, matchId, locale))) throw new AppError('not_found');
  const { text, isHeld } = await worded(db, user, message, now);
  const mentions = await senders.findHandles(db, handlesIn(text));
  const row = { match_id: matchId, locale, user_id: userId, cid: message.cid, text, reply_to, mentions, created_at: now, is_held: isHeld };
  const id = await insertMessage(db, row);
  await publishMessages(db, announce, [id]);
  const slow_seconds = slowSeconds(messages + 1);
  if (slow_seconds !== slowSeconds(messages))
    announce(chatTopic(matchId, locale), { t: 'chat_room', room: { match_id: matchId, locale, state: 'open', slow_seconds } });
  return id;
}

/** Throws the reason why the user may not write in this room now. */
async function judge(db: Transaction<DB>, user: Sender, { id: matchId, locale }: NewMessage, slow: number, now: Date): Promise<void> {
  await requirePlay(db, user.id, now);
  const since = new Date(now.getTime() - CHAT_SECONDS_BETWEEN_MAX * 1000);
  const facts = await senders.findSenderFacts(db, { matchId, locale, userId: user.id }, since, now);
  if (!facts) throw new AppError('not_found');
  const sender: ChatFacts = {
    isConfirmed: await isConfirmed(db, user),
    mutedUntil: await mutedUntil(db, user.id, now),
    state: chatState(facts, now),
  };
  const refusal = checkMessage(sender);
  if (refusal) throw new AppError(refusal.code, refusal.params);
  const waitMs = chatWaitMs({ anywhere: facts.anywhere, here: facts.here, slowSeconds: slow }, now);
  if (waitMs > 0) throw rateLimited(waitMs);
}

/** Returns whether the user has a confirmed contact. */
export const isConfirmed = async (db: Transaction<DB>, user: Sender): Promise<boolean> =>
  user.email_verified_at !== null || (await contactsOf(db, user)).some((contact) => contact.isConfirmed);

/**
 * Returns the text to store, without links of young accounts and with listed words masked, and whether a moderator must review it first.
 */
async function worded(db: Transaction<DB>, user: Sender, { text, locale }: NewMessage, now: Date) {
  const kept = isYoungInChat(user.created_at, now) ? withoutLinks(text) : text;
  const words = await senders.findWordsIn(db, locale, foldWord(kept));
  return filterWords(
    kept,
    words.map(({ word, action }) => ({ word, action: action as ChatWordAction })),
  );
}
