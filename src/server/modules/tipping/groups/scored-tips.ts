import { sql } from 'kysely';
import { type Hit, scoreTip } from '#domain/tipping/score-tips.ts';
import type { Tip } from '#domain/tipping/tip.ts';
import type { Deps } from '#server/deps.ts';
import { findGroupMatches } from './group-matches.ts';
import { findRulesOf, readClosed } from './points.ts';

/** A tip that a member entered, and what it is worth. */
export interface ScoredTipOf {
  memberId: number;
  userId: string;
  groupName: string;
  tip: Tip;
  isJoker: boolean;
  result: Tip;
  hit: Hit;
  points: number;
}

/** Returns what the tips of these members on a match are worth; empty while the match has not closed in the group, or came to nothing. */
export async function scoredTips(deps: Deps, groupId: string, matchId: number, memberIds: readonly number[]): Promise<ScoredTipOf[]> {
  const { db, now } = deps;
  const group = await db.selectFrom('tipping_groups').selectAll().where('id', '=', groupId).executeTakeFirst();
  if (!group) return [];
  const [match] = await findGroupMatches(db, group, now(), [matchId]);
  if (!match?.closed) return [];
  const [closed] = await readClosed(db, groupId, [match], await findRulesOf(db, groupId));
  const { terms, result, tips } = closed!;
  if (terms === null || result === null || !result.isFinal) return [];
  const users = new Map(
    (
      await db
        .selectFrom('tipping_members')
        .select(['id', 'user_id'])
        .where('id', '=', sql<number>`any(${[...memberIds]}::integer[])`)
        .where('left_at', 'is', null)
        .execute()
    ).map(({ id, user_id }) => [id, user_id]),
  );
  return tips.flatMap((same) => {
    const { hit, points } = scoreTip(same, terms);
    return [...same.memberIds].flatMap((memberId) => {
      const userId = users.get(memberId);
      return userId == null
        ? []
        : [{ memberId, userId, groupName: group.name, tip: same.tip, isJoker: same.isJoker, result: terms.result, hit, points }];
    });
  });
}
