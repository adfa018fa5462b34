import { sql, type Transaction } from 'kysely';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { sendChat, TipRef } from '#contract/chat.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import {
  CHAT_SECONDS_BETWEEN_MAX,
  CHAT_TEXT_MAX,
  type ChatFacts,
  type ChatRoomName,
  type ChatState,
  chatTopic,
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
import { lockMembership, requireShownTip } from '#server/modules/tipping/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { requireSwitch } from '#server/platform/feature-flags/feature-flags.ts';
import { AppError, rateLimited } from '#server/platform/http/app-error.ts';
import { type Announce, transact } from '#server/platform/transact.ts';
import { findByCid, inRoom, insertMessage, named, publishMessages } from './messages.ts';
import { mutedInGroupUntil, mutedUntil } from './mute.ts';
import { countMeasured, roomView, stateOf } from './room.ts';

/** A message for a room. */
export interface SentMessage {
  room: ChatRoomName;
  cid: string;
  text: string;
  reply_to?: string | undefined;
  /** In a group's room: the tip that it comments on. */
  about?: TipRef | undefined;
}
type Sender = NonNullable<Awaited<ReturnType<typeof lockUser>>>;

/** Stores and publishes a user's message, and returns its id. */
type SendChat = (userId: string, message: SentMessage) => Promise<ReplyOf<typeof sendChat>>;

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
async function store(deps: Deps, db: Transaction<DB>, announce: Announce, userId: string, message: SentMessage): Promise<number> {
  const user = await lockUser(db, { id: userId });
  if (!user) throw new AppError('unauthorized');
  if (user.status !== 'normal') throw new AppError('account_disabled');
  const known = await findByCid(db, userId, message.cid);
  if (known) return known.id;
  const now = deps.now();
  const { room } = message;
  const messages = await countMeasured(db, room, now);
  await requireMaySend(db, user, message, slowSeconds(messages), now);
  const reply_to = message.reply_to === undefined ? null : Number(message.reply_to);
  if (reply_to !== null && !(await isInRoom(db, reply_to, room))) throw new AppError('not_found');
  if (message.about) {
    if (!('groupId' in room)) throw new AppError('not_found');
    await requireShownTip(db, room.groupId, message.about);
  }
  const { text, isHeld } = await worded(db, user, message, now);
  const mentions = await findHandles(db, room, handlesIn(text));
  const row = { room, user_id: userId, cid: message.cid, text, reply_to, ...aboutOf(message), mentions, created_at: now, is_held: isHeld };
  const id = await insertMessage(db, row);
  await publishMessages(db, announce, [id]);
  const slow_seconds = slowSeconds(messages + 1);
  if (slow_seconds !== slowSeconds(messages)) announce(chatTopic(room), { t: 'chat_room', room: roomView(room, 'open', slow_seconds) });
  return id;
}

const aboutOf = ({ about }: SentMessage) => ({ tip_match_id: about?.match_id ?? null, tip_member_id: about?.member_id ?? null });

/** Throws the reason why the user may not write in this room now. Those who stay away from play may talk in their groups. */
async function requireMaySend(db: Transaction<DB>, user: Sender, { room }: SentMessage, slow: number, now: Date): Promise<void> {
  const isGroup = 'groupId' in room;
  // Holds the membership until the message is stored: nothing comes after a member was removed.
  if (isGroup && !(await lockMembership(db, room.groupId, user.id))) throw new AppError('not_found');
  if (!isGroup) await requirePlay(db, user.id, now);
  else if (user.deletion_due_at !== null) throw new AppError('account_leaving');
  const state = isGroup ? 'open' : await findState(db, room.matchId, now);
  if (state === null) throw new AppError('not_found');
  const sender: ChatFacts = {
    isConfirmed: await isConfirmed(db, user),
    mutedUntil: await mutedUntil(db, user.id, now),
    mutedInGroupUntil: isGroup ? await mutedInGroupUntil(db, room.groupId, user.id, now) : null,
    state,
  };
  const refusal = checkMessage(sender);
  if (refusal) throw new AppError(refusal.code, refusal.params);
  const since = new Date(now.getTime() - CHAT_SECONDS_BETWEEN_MAX * 1000);
  const { anywhere, here } = await findLastSaid(db, room, user.id, since, now);
  const waitMs = chatWaitMs({ anywhere, here, slowSeconds: slow }, now);
  if (waitMs > 0) throw rateLimited(waitMs);
}

/** Returns whether the user has a confirmed contact. */
export const isConfirmed = async (db: Transaction<DB>, user: Sender): Promise<boolean> =>
  user.email_verified_at !== null || (await contactsOf(db, user)).some((contact) => contact.isConfirmed);

/**
 * Returns the text to store, without links of young accounts and with listed words masked, and whether a moderator must review it first.
 */
async function worded(db: Transaction<DB>, user: Sender, { text, room }: SentMessage, now: Date) {
  const kept = isYoungInChat(user.created_at, now) ? withoutLinks(text) : text;
  const words = await findWordsIn(db, 'groupId' in room ? null : room.locale, foldWord(kept));
  return filterWords(
    kept,
    words.map(({ word, action }) => ({ word, action: action as ChatWordAction })),
  );
}

/** Returns the state of a match's rooms; null if there is no such match. */
async function findState(db: Db, matchId: number, now: Date): Promise<ChatState | null> {
  const row = await db.selectFrom('matches').select(['status', 'kickoff_at']).where('id', '=', matchId).executeTakeFirst();
  return row ? stateOf({ ...row, status: row.status as MatchStatus }, now) : null;
}

interface LastSaid {
  /** Times of the user's latest messages in any room since then, at most ten, latest first. */
  anywhere: Date[];
  /** Time of the latest of these in this room. */
  here: Date | null;
}

/** Returns when a user wrote last. */
async function findLastSaid(db: Db, room: ChatRoomName, userId: string, since: Date, until: Date): Promise<LastSaid> {
  const { rows } = await sql<LastSaid>`${named('chat_last_said', room)}
    select
      array(
        select created_at from chat_messages where user_id = ${userId} and created_at > ${since} and created_at <= ${until}
        order by created_at desc limit 10
      ) as anywhere,
      (
        select created_at from chat_messages
        where user_id = ${userId} and created_at > ${since} and created_at <= ${until} and ${inRoom(room)}
        order by created_at desc limit 1
      ) as here`.execute(db);
  return rows[0]!;
}

/** Returns the listed words of a language, or (with null, in a room without one) of all of them, that occur anywhere in a folded text. */
const findWordsIn = (db: Db, locale: Locale | null, folded: string) =>
  db
    .selectFrom('chat_words')
    .select(['word', 'action'])
    .$if(locale !== null, (query) => query.where('locale', '=', locale!))
    .where(sql<boolean>`position(word in ${folded}) > 0`)
    .execute();

/** Returns those of `handles` that belong to a user, in a group to a present member; in alphabetical order. */
async function findHandles(db: Db, room: ChatRoomName, handles: readonly string[]): Promise<string[]> {
  if (handles.length === 0) return [];
  const rows = await db
    .selectFrom('users as u')
    .select('u.public_handle')
    .where('u.public_handle', 'in', handles)
    .where('u.status', '=', 'normal')
    .$if('groupId' in room, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('tipping_members as p')
            .select('p.id')
            .whereRef('p.user_id', '=', 'u.id')
            .where('p.group_id', '=', 'groupId' in room ? room.groupId : '')
            .where('p.left_at', 'is', null),
        ),
      ),
    )
    .orderBy('u.public_handle')
    .execute();
  return rows.map(({ public_handle }) => public_handle);
}

/** Returns whether a message is in a room, or is shared by all rooms of its match. */
async function isInRoom(db: Db, id: number, room: ChatRoomName): Promise<boolean> {
  const row = await db.selectFrom('chat_messages').select(['match_id', 'locale', 'group_id']).where('id', '=', id).executeTakeFirst();
  if (!row) return false;
  if ('groupId' in room) return row.group_id === room.groupId;
  return row.match_id === room.matchId && (row.locale === null || row.locale === room.locale);
}
