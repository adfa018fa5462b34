import { sql } from 'kysely';
import type { ChatRoom, getChat } from '#contract/chat.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import {
  CHAT_HISTORY,
  CHAT_MEASURED_MAX,
  CHAT_MEASURED_MS,
  CHAT_OPENS_BEFORE_MS,
  CHAT_WAITS_MS,
  type ChatMatch,
  chatState,
  slowSeconds,
} from '#domain/chat/chat.ts';
import { LOCALES, type Locale } from '#domain/identity/locale.ts';
import type { MatchStatus } from '#domain/matches/match-status.ts';
import type { Deps } from '#server/deps.ts';
import type { MatchChange } from '#server/modules/match-data/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { ReplyPlan } from '#server/platform/http/response-cache.ts';
import { chatTopic, findLastIds, findMessages, messageView } from './messages.ts';

/** Returns the state of a room and its last messages, or those before an id. Throws `not_found`. */
export const history = (deps: Deps, { id, locale, before }: ParsedInputOf<typeof getChat>): ReplyPlan<ReplyOf<typeof getChat>> => ({
  key: `${id} ${locale} ${before ?? ''}`,
  topics: [chatTopic(id, locale)],
  make: async () => {
    const [room, ids] = await Promise.all([
      roomOf(deps, id, locale),
      findLastIds(deps.db, id, locale, before === undefined ? null : Number(before), CHAT_HISTORY + 1),
    ]);
    const rows = await findMessages(deps.db, ids.slice(0, CHAT_HISTORY));
    return { room, items: rows.map(messageView), has_more: ids.length > CHAT_HISTORY };
  },
});

async function roomOf({ db, now }: Deps, matchId: number, locale: Locale): Promise<ChatRoom> {
  const [match, messages] = await Promise.all([findMatch(db, matchId), countMeasured(db, matchId, locale, now())]);
  if (!match) throw new AppError('not_found');
  return { match_id: matchId, locale, state: chatState(match, now()), slow_seconds: slowSeconds(messages) };
}

/** Counts the messages of a room in the window that determines its pace. */
export const countMeasured = (db: Db, matchId: number, locale: Locale, at: Date): Promise<number> =>
  countSince(db, matchId, locale, new Date(at.getTime() - CHAT_MEASURED_MS), CHAT_MEASURED_MAX);

/** Publishes the room state of matches whose rooms an import opened or closed. */
export async function publishOpened(deps: Deps, changes: readonly MatchChange[]): Promise<void> {
  const now = deps.now();
  const opened = changes.filter(({ before, after }) => before !== null && stateOf(before, now) !== stateOf(after, now));
  await publishRooms(
    deps,
    opened.map(({ matchId }) => matchId),
  );
}

/** Returns the state of a match's rooms from its row. */
export const stateOf = ({ status, kickoff_at }: { status: ChatMatch['status']; kickoff_at: Date | null }, now: Date) =>
  chatState({ status, kickoffAt: kickoff_at }, now);

async function publishRooms(deps: Deps, matchIds: readonly number[]): Promise<void> {
  for (const matchId of matchIds) {
    for (const locale of LOCALES) deps.publish(chatTopic(matchId, locale), { t: 'chat_room', room: await roomOf(deps, matchId, locale) });
  }
}

/** How far back followRooms looks: it may run late, and publishing a state twice is harmless. */
const LOOKED_BACK_MS = 15_000;

/**
 * Publishes rooms that changed with time alone: rooms that opened or became idle, and rooms that need a slower pace no longer. Run every
 * few seconds.
 */
export async function followRooms(deps: Deps): Promise<void> {
  const nowMs = deps.now().getTime();
  for (const untilKickoffMs of [CHAT_OPENS_BEFORE_MS, -CHAT_WAITS_MS]) {
    const to = new Date(nowMs + untilKickoffMs);
    const matches = await findWaitingBetween(deps.db, new Date(to.getTime() - LOOKED_BACK_MS), to);
    await publishRooms(
      deps,
      matches.map(({ id }) => id),
    );
  }
  for (const { match_id, locale, now, earlier } of await countLately(deps.db, deps.now(), CHAT_MEASURED_MS, LOOKED_BACK_MS)) {
    // A slower pace was already published with the message that caused it.
    if (slowSeconds(now) >= slowSeconds(earlier)) continue;
    deps.publish(chatTopic(match_id, locale), { t: 'chat_room', room: await roomOf(deps, match_id, locale) });
  }
}

/** Returns the columns of a match that decide the state of its rooms; undefined if there is no such match. */
async function findMatch(db: Db, matchId: number) {
  const row = await db.selectFrom('matches').select(['status', 'kickoff_at']).where('id', '=', matchId).executeTakeFirst();
  return row && { status: row.status as MatchStatus, kickoffAt: row.kickoff_at };
}

/** Counts users' messages in a room after `since`, up to `max`. */
async function countSince(db: Db, matchId: number, locale: Locale, since: Date, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`/* chat_count_since */
    select count(*) filter (where created_at > ${since}) as count from (
      select created_at from chat_messages where match_id = ${matchId} and locale = ${locale} order by id desc limit ${max}
    ) last`.execute(db);
  return rows[0]!.count;
}

interface RoomCounts {
  match_id: number;
  locale: Locale;
  /** Messages in the window that ends now; `earlier` counts a window of the same length that ended a little before. */
  now: number;
  earlier: number;
}

/** Returns rooms with recent user messages: the counts in a window of `measuredMs` that ends now, and in one that ended `earlierMs` ago. */
async function countLately(db: Db, at: Date, measuredMs: number, earlierMs: number): Promise<RoomCounts[]> {
  const ago = (ms: number) => new Date(at.getTime() - ms);
  const { rows } = await sql<RoomCounts>`
    select match_id, locale,
      count(*) filter (where created_at > ${ago(measuredMs)}) as now,
      count(*) filter (where created_at <= ${ago(earlierMs)}) as earlier
    from chat_messages
    where created_at > ${ago(measuredMs + earlierMs)} and locale is not null
    group by match_id, locale`.execute(db);
  return rows;
}

/** Returns matches that have not begun and whose kick-off was planned between `from` and `to`, both inclusive. */
const findWaitingBetween = (db: Db, from: Date, to: Date) =>
  db
    .selectFrom('matches')
    .select(['id', 'status', 'kickoff_at'])
    .where('status', '=', 'ns')
    .where('kickoff_at', '>=', from)
    .where('kickoff_at', '<=', to)
    .execute();
