import { sql } from 'kysely';
import type { Score } from '#domain/matches/score.ts';
import type { VoidReason } from '#domain/settlement/contest.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { type ContestWithMatch, decideCorrection, decideState } from './facts.ts';

/** How a contest is to be ended or resettled. */
export type GatedEnding =
  | { ending: 'settle'; score: Score; startedAt: Date | null }
  | { ending: 'resettle'; score: Score; startedAt: Date | null }
  | { ending: 'void'; reason: VoidReason };

/** The same in the form stored with an approval. */
export interface EndingWords {
  ending: 'settle' | 'resettle' | 'void';
  home_score: number | null;
  away_score: number | null;
  void_reason: string | null;
  started_at: string | null;
}

export const wordsOf = (ending: GatedEnding): EndingWords =>
  ending.ending === 'void'
    ? { ending: 'void', home_score: null, away_score: null, void_reason: ending.reason, started_at: null }
    : {
        ...{ ending: ending.ending, home_score: ending.score[0], away_score: ending.score[1], void_reason: null },
        started_at: ending.startedAt?.toISOString() ?? null,
      };

/** Returns whether the requested ending is this one, on the same facts. */
export function isSameEnding(asked: EndingWords, ending: GatedEnding): boolean {
  const now = wordsOf(ending);
  return (Object.keys(now) as (keyof EndingWords)[]).every((key) => asked[key] === now[key]);
}

/** Returns how the course of its match ends or resettles a contest now; null if it does not. */
export function endingByCourse(row: ContestWithMatch, config: Config, now: Date): GatedEnding | null {
  if (row.state === 'settled') {
    const verdict = decideCorrection(row, config, now);
    if (verdict.kind !== 'correct') return null;
    return { ending: 'resettle', score: verdict.facts.result, startedAt: verdict.facts.startedAt };
  }
  if (row.ending !== null) return null;
  const verdict = decideState(row, config, now);
  if (verdict.kind === 'settle') return { ending: 'settle', score: verdict.result, startedAt: row.match_started_at };
  return verdict.kind === 'void' ? { ending: 'void', reason: verdict.reason } : null;
}

/** A fact of a match that an admin entered and that no feed has reported since. */
export interface ToldFact {
  fact: 'fixture' | 'course' | 'start';
  admin_id: string;
  told_at: Date;
  reason: string;
}

export const findWords = async (db: Db, matchId: number): Promise<ToldFact[]> =>
  (await db
    .selectFrom('operator_words')
    .select(['fact', 'admin_id', 'told_at', 'reason'])
    .where('match_id', '=', matchId)
    .orderBy('told_at')
    .execute()) as ToldFact[];

/** Serializes decisions on endings by operators. Lock order: after the contest, before balances. */
export async function lockEndings(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('matchpoint operator endings'))`.execute(db);
}

/** Returns the largest sum of points that one of these admins moved by endings without approval since a time. */
export async function findEndedAlone(db: Db, adminIds: readonly string[], since: Date): Promise<number> {
  const { rows } = await sql<{ points: number }>`
    select coalesce(max(points), 0)::bigint as points from (
      select sum(points) as points from operator_endings where admin_id = any(${adminIds}::uuid[]) and ended_at > ${since} group by admin_id
    ) summed`.execute(db);
  return rows[0]!.points;
}

/**
 * Returns, by user, what users staked or got in contests that any admin ended without approval since a time, except for one contest. Bets
 * that are still being paid count with all that their contest holds.
 */
export async function findEndedOf(db: Db, userIds: readonly string[], exceptId: string, since: Date): Promise<Map<string, number>> {
  const { rows } = await sql<{ user_id: string; points: number }>`
    with ended as (
      select contest_id, max(points) as points from operator_endings where ended_at > ${since} and contest_id <> ${exceptId} group by contest_id
    )
    select b.user_id, sum(case b.state when 'ongoing' then e.points else greatest(b.stake, b.payout + b.refund) end)::bigint as points
    from ended e join bets b on b.contest_id = e.contest_id
    where b.user_id = any(${userIds}::uuid[]) group by b.user_id`.execute(db);
  return new Map(rows.map(({ user_id, points }) => [user_id, points]));
}

/** Records what each of these admins ended without approval. */
export async function insertEndings(db: Db, contestId: string, adminIds: readonly string[], points: number, at: Date): Promise<void> {
  if (points === 0) return;
  await db
    .insertInto('operator_endings')
    .values(adminIds.map((admin_id) => ({ contest_id: contestId, admin_id, points, ended_at: at })))
    .execute();
}

interface AskedEnding {
  id: string;
  state: 'waiting' | 'approved' | 'rejected' | 'withdrawn';
  payload: EndingWords;
  decided_at: Date | null;
}

/** Returns the last approval requested for an ending of this contest that follows from facts entered by operators. */
export const findLastAsked = async (db: Db, contestId: string): Promise<AskedEnding | undefined> =>
  (await db
    .selectFrom('approvals')
    .select(['id', 'state', 'payload', 'decided_at'])
    .where('subject_id', '=', contestId)
    .where('kind', '=', 'ending')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()) as AskedEnding | undefined;

/** Returns, for each of these contests, the latest approval requested for such an ending. */
export const findGated = (db: Db, contestIds: readonly string[]) =>
  db
    .selectFrom('approvals')
    .distinctOn('subject_id')
    .select(['subject_id', 'state', 'created_at', 'decided_at'])
    .where('subject_id', '=', sql<string>`any(${contestIds}::uuid[])`)
    .where('kind', '=', 'ending')
    .orderBy('subject_id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** Locks a contest for new stakes. */
export async function lockForStakes(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable('contests').set({ state: 'locked', state_since: at }).where('id', '=', id).execute();
}

export const findAdmins = (db: Db, ids: readonly string[]): Promise<{ id: string; email: string }[]> =>
  db.selectFrom('admins').select(['id', 'email']).where('id', '=', sql<string>`any(${ids}::uuid[])`).execute();
