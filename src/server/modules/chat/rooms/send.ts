import { sql, type Transaction } from 'kysely';
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
import type { Locale } from '#domain/identity/locale.ts';
import type { MatchStatus } from '#domain/matches/match-status.ts';
import type { Deps } from '#server/deps.ts';
import { contactsOf, lockUser } from '#server/modules/identity/public.ts';
import { requirePlay } from '#server/modules/play-limits/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { requireSwitch } from '#server/platform/feature-flags/feature-flags.ts';
import { AppError, rateLimited } from '#server/platform/http/app-error.ts';
import { type Announce, transact } from '#server/platform/transact.ts';
import { chatTopic, findByCid, insertMessage, publishMessages } from './messages.ts';
import { mutedUntil } from './mute.ts';
import { countMeasured } from './room.ts';

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
  await requireMaySend(db, user, message, slowSeconds(messages), now);
  const reply_to = message.reply_to === undefined ? null : Number(message.reply_to);
  if (reply_to !== null && !(await isInRoom(db, reply_to, matchId, locale))) throw new AppError('not_found');
  const { text, isHeld } = await worded(db, user, message, now);
  const mentions = await findHandles(db, handlesIn(text));
  const row = { match_id: matchId, locale, user_id: userId, cid: message.cid, text, reply_to, mentions, created_at: now, is_held: isHeld };
  const id = await insertMessage(db, row);
  await publishMessages(db, announce, [id]);
  const slow_seconds = slowSeconds(messages + 1);
  if (slow_seconds !== slowSeconds(messages))
    announce(chatTopic(matchId, locale), { t: 'chat_room', room: { match_id: matchId, locale, state: 'open', slow_seconds } });
  return id;
}

/** Throws the reason why the user may not write in this room now. */
async function requireMaySend(
  db: Transaction<DB>,
  user: Sender,
  { id: matchId, locale }: NewMessage,
  slow: number,
  now: Date,
): Promise<void> {
  await requirePlay(db, user.id, now);
  const since = new Date(now.getTime() - CHAT_SECONDS_BETWEEN_MAX * 1000);
  const facts = await findSenderFacts(db, { matchId, locale, userId: user.id }, since, now);
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
  const words = await findWordsIn(db, locale, foldWord(kept));
  return filterWords(
    kept,
    words.map(({ word, action }) => ({ word, action: action as ChatWordAction })),
  );
}

export interface SenderFacts {
  status: MatchStatus;
  kickoffAt: Date | null;
  /** Times of the user's latest messages in any room since then, at most ten, latest first. */
  anywhere: Date[];
  /** Time of the latest of these in this room. */
  here: Date | null;
}

/**
 * Returns the facts of a match and of a user's last messages that decide whether the next one is allowed; undefined if there is no such
 * match.
 */
async function findSenderFacts(
  db: Db,
  { matchId, locale, userId }: { matchId: number; locale: Locale; userId: string },
  since: Date,
  until: Date,
): Promise<SenderFacts | undefined> {
  const { rows } = await sql<SenderFacts>`/* chat_sender_facts */
    select m.status, m.kickoff_at as "kickoffAt",
      array(
        select created_at from chat_messages where user_id = ${userId} and created_at > ${since} and created_at <= ${until}
        order by created_at desc limit 10
      ) as anywhere,
      (
        select created_at from chat_messages
        where user_id = ${userId} and created_at > ${since} and created_at <= ${until} and match_id = ${matchId} and locale = ${locale}
        order by created_at desc limit 1
      ) as here
    from matches m where m.id = ${matchId}`.execute(db);
  return rows[0];
}

/** Returns the listed words of a language that occur anywhere in a folded text. */
const findWordsIn = (db: Db, locale: Locale, folded: string) =>
  db
    .selectFrom('chat_words')
    .select(['word', 'action'])
    .where('locale', '=', locale)
    .where(sql<boolean>`position(word in ${folded}) > 0`)
    .execute();

/** Returns those of `handles` that belong to a user, in alphabetical order. */
async function findHandles(db: Db, handles: readonly string[]): Promise<string[]> {
  if (handles.length === 0) return [];
  const rows = await db
    .selectFrom('users')
    .select('public_handle')
    .where('public_handle', 'in', handles)
    .where('status', '=', 'normal')
    .orderBy('public_handle')
    .execute();
  return rows.map(({ public_handle }) => public_handle);
}

/** Returns whether a message is in a room, or is shared by all rooms of its match. */
async function isInRoom(db: Db, id: number, matchId: number, locale: Locale): Promise<boolean> {
  const row = await db.selectFrom('chat_messages').select(['match_id', 'locale']).where('id', '=', id).executeTakeFirst();
  return row !== undefined && row.match_id === matchId && (row.locale === null || row.locale === locale);
}
