import { sql } from 'kysely';
import { NIL } from 'uuid';
import { OWN_NEWS_FRESH_MINUTES } from '#domain/notifications/notification.ts';
import { MINUTE_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { queuePost, roundTablePost } from '#server/modules/notifications/telegram-groups/posts.ts';
import {
  closeUnseen,
  findRoundsOver,
  markRoundTold,
  type RoundOver,
  type RoundResult,
  roundResult,
} from '#server/modules/tipping/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { transact } from '#server/platform/transact.ts';
import type { NewsRow, Reader } from './news-queries.ts';
import type { RoundEnd } from './wording.ts';

const AT_ONCE = 50;
/** Names of winners that are told; the others are counted. */
const NAMED = 2;

/** Writes what is to be told about rounds of tipping groups that are over, each once, whatever is corrected later. Returns how many. */
export async function digestRounds(deps: Deps, mayGoOn = () => true): Promise<number> {
  await closeUnseen(deps);
  let digested = 0;
  for (let isMore = true; isMore && mayGoOn(); ) {
    const over = await findRoundsOver(deps.db, deps.now(), AT_ONCE);
    for (const round of over) if (mayGoOn() && (await digest(deps, round))) digested++;
    isMore = over.length === AT_ONCE;
  }
  return digested;
}

/** Writes the news of one round, and that it is told, in one transaction. Returns false if there is nobody to tell, or if it was told. */
async function digest(deps: Deps, { groupId, roundKey, endedAt }: RoundOver): Promise<boolean> {
  const at = deps.now();
  const isFresh = at.getTime() - endedAt.getTime() < OWN_NEWS_FRESH_MINUTES * MINUTE_MS;
  const result = isFresh ? await roundResult(deps, groupId, roundKey) : null;
  const table = result === null ? null : await roundTablePost(deps, groupId, roundKey);
  return transact(deps, async (db) => {
    const hasNews = result !== null && result.members.length > 0 && (await insertDigest(db, groupId, roundKey, result, at));
    if (hasNews && table) await queuePost(db, table, at);
    await markRoundTold(db, groupId, roundKey, at);
    return hasNews;
  });
}

/** What the news of a round keeps: names are looked up when it is told. */
interface DigestFacts {
  group: string;
  winnerIds: string[];
  winners: number;
  best: number;
}

async function insertDigest(db: Db, groupId: string, roundKey: string, { groupName, members, winnerIds, best }: RoundResult, at: Date) {
  const facts: DigestFacts = { group: groupName, winnerIds: winnerIds.slice(0, NAMED), winners: winnerIds.length, best };
  const row = await db
    .insertInto('news')
    .values({
      ...{ key: `round:${groupId}:${roundKey}`, kind: 'round_digest', group_id: groupId },
      ...{ facts: JSON.stringify(facts), happened_at: at, paged_at: at },
    })
    .onConflict((oc) => oc.column('key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) return false;
  await sql`
    insert into round_digests (news_id, user_id, place_before, place, points)
    select ${row.id}, * from unnest(${members.map(({ userId }) => userId)}::uuid[], ${members.map((one) => one.placeBefore)}::integer[],
      ${members.map(({ place }) => place)}::integer[], ${members.map(({ points }) => points)}::integer[])`.execute(db);
  return true;
}

/** Returns the next members, by id, who are told of a round; those who left meanwhile are not. */
export async function findDigestReaders(db: Db, newsId: number, after: string, limit: number): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    select d.user_id as cursor, d.user_id, null as state, null as payout, null as refund,
      json_build_object('before', d.place_before, 'place', d.place, 'points', d.points) as round
    from round_digests d join news n on n.id = d.news_id
    join tipping_members m on m.group_id = n.group_id and m.user_id = d.user_id and m.left_at is null
    where d.news_id = ${newsId} and d.user_id > ${after}::uuid order by d.user_id limit ${limit}`.execute(db);
  return rows;
}

/** Deletes what members up to one were told of a round; of all if `to` is null. */
export async function deleteDigests(db: Db, newsId: number, to: string | null): Promise<void> {
  await db
    .deleteFrom('round_digests')
    .where('news_id', '=', newsId)
    .$if(to !== null, (query) => query.where('user_id', '<=', to))
    .execute();
}

/** Returns how a round ended for all, with the names of its winners. */
export async function findRoundEnd(db: Db, { id, group_id, facts }: NewsRow): Promise<RoundEnd> {
  const { group, winnerIds, winners, best } = facts as unknown as DigestFacts;
  // A round without a winner has an id that nobody has.
  const rows = await db
    .selectFrom('users')
    .select('public_handle')
    .where('id', 'in', [...winnerIds, NIL])
    .orderBy('public_handle')
    .execute();
  return { newsId: id, groupId: group_id!, group, best, winners, names: rows.map(({ public_handle }) => public_handle) };
}
