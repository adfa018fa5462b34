import { sql } from 'kysely';
import type { Market } from '#domain/settlement/contest.ts';
import type { RefusalTold } from '#server/modules/match-data/public.ts';
import { MANUAL_FEED } from '#server/modules/match-data/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { ContestRow } from './contest-view.ts';
import type { ContestWithMatch, MatchColumns, OpinionColumns } from './facts.ts';

const CLOSED = ['settled', 'void'];

const matchColumns = [
  'm.status as match_status',
  'm.status_since as match_status_since',
  'm.kickoff_at as match_kickoff_at',
  'm.confirmed_at as match_confirmed_at',
  sql<Date>`greatest(m.confirmed_at, (
    select max(c.heard_at) from feed_ids i join feed_contacts c on c.feed = i.feed where i.kind = 'match' and i.id = m.id
  ))`.as('match_feed_heard_at'),
  'm.home_team_id as match_home_team_id',
  'm.away_team_id as match_away_team_id',
  'm.draw_possible as match_draw_possible',
  'm.contest_barred as match_contest_barred',
  'm.home_score as match_home_score',
  'm.away_score as match_away_score',
  'm.fulltime as match_fulltime',
  'm.fulltime_since as match_fulltime_since',
  'm.started_at as match_started_at',
  'm.seen_at as match_seen_at',
  sql<OpinionColumns[]>`(
    select coalesce(jsonb_agg(jsonb_build_object('feed', o.feed, 'ending', o.ending, 'told_at', o.told_at,
      'result', case when o.home_team_id = m.home_team_id then o.result else array[o.result[2], o.result[1]] end) order by o.feed), '[]')
    from second_opinions o where o.match_id = m.id
      and ((o.home_team_id, o.away_team_id) = (m.home_team_id, m.away_team_id) or (o.home_team_id, o.away_team_id) = (m.away_team_id, m.home_team_id))
  )`.as('match_opinions'),
] as const;

const contestsWithMatch = (db: Db) =>
  db.selectFrom('contests as c').innerJoin('matches as m', 'm.id', 'c.match_id').selectAll('c').select(matchColumns);

/** Locks a contest. Returns undefined if it does not exist or, with `skipBusy`, if someone else holds its lock. */
export function lockContest(db: Db, id: string, skipBusy = false): Promise<ContestRow | undefined> {
  const locked = db.selectFrom('contests').selectAll().where('id', '=', id).forUpdate();
  return (skipBusy ? locked.skipLocked() : locked).executeTakeFirst();
}

export const findContest = (db: Db, id: string): Promise<ContestWithMatch> =>
  contestsWithMatch(db).where('c.id', '=', id).executeTakeFirstOrThrow();

/** Same as `findContest`, but returns undefined if there is no such contest. */
export const findContestWithMatch = (db: Db, id: string): Promise<ContestWithMatch | undefined> =>
  contestsWithMatch(db).where('c.id', '=', id).executeTakeFirst();

/** Returns the contests of these matches that have not ended yet. */
export const findUnfinished = (db: Db, matchIds: readonly number[]): Promise<ContestWithMatch[]> =>
  contestsWithMatch(db)
    .where('c.match_id', '=', sql<number>`any(${matchIds}::int[])`)
    .where('c.state', 'not in', CLOSED)
    .orderBy('c.id')
    .execute();

/**
 * Returns unfinished contests that time or their match may have moved on. All others still follow their planned kick-off, further ahead.
 */
export const findRestless = (db: Db, now: Date, openUntil: Date): Promise<ContestWithMatch[]> =>
  contestsWithMatch(db)
    .where('c.state', 'not in', CLOSED)
    .where((eb) =>
      eb.or([
        eb('c.state', 'in', ['locked', 'paused']),
        eb('m.status', '<>', 'ns'),
        eb('m.kickoff_at', 'is distinct from', eb.ref('c.deadline_at')),
        eb('m.home_team_id', '<>', eb.ref('c.home_team_id')),
        eb('m.away_team_id', '<>', eb.ref('c.away_team_id')),
        eb('m.draw_possible', '<>', eb.ref('c.draw_possible')),
        eb('m.contest_barred', 'is not', null),
        eb.and([eb('c.state', '=', 'preparing'), eb('m.kickoff_at', '<=', openUntil)]),
        eb('m.kickoff_at', '<=', now),
      ]),
    )
    .orderBy('c.id')
    .execute();

/**
 * Returns matches yet to be played that need a contest of this market: those without an active or settled one, and without one that an
 * operator voided and whose date still holds. Leaves out matches on which none may be opened. Without `matchIds`, all such matches.
 */
export const findMatchesLackingContest = (
  db: Db,
  market: Market,
  matchIds: readonly number[] | null,
): Promise<(MatchColumns & { id: number })[]> =>
  db
    .selectFrom('matches as m')
    .select(['m.id', ...matchColumns])
    .where('m.status', 'in', ['ns', 'tbd'])
    .where('m.contest_barred', 'is', null)
    .$if(matchIds !== null, (query) => query.where('m.id', '=', sql<number>`any(${matchIds}::int[])`))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('contests as c')
            .select('c.id')
            .whereRef('c.match_id', '=', 'm.id')
            .where('c.market', '=', market)
            .where(sql<boolean>`(c.state <> 'void' or (c.by_hand_at is not null and c.deadline_at is not distinct from m.kickoff_at))`),
        ),
      ),
    )
    .execute();

type NewContest = Pick<
  ContestRow,
  | 'id'
  | 'match_id'
  | 'market'
  | 'state'
  | 'draw_possible'
  | 'home_team_id'
  | 'away_team_id'
  | 'deadline_at'
  | 'first_deadline_at'
  | 'state_since'
  | 'fee_percent'
  | 'participants_min'
  | 'created_at'
>;

/** Inserts contests and their accounts; omits those that someone else inserted at the same time. */
export async function insertContests(db: Db, contests: NewContest[]): Promise<ContestRow[]> {
  if (contests.length === 0) return [];
  const inserted = await db
    .insertInto('contests')
    .values(contests)
    .onConflict((oc) => oc.columns(['match_id', 'market']).where('state', 'not in', CLOSED).doNothing())
    .returningAll()
    .execute();
  if (inserted.length > 0) {
    await db
      .insertInto('accounts')
      .values(inserted.map(({ id }) => ({ kind: 'contest', owner: id })))
      .execute();
  }
  return inserted;
}

/** Returns the id of a contest's last ledger transfer; null if it moved no points. */
export async function findLastTransfer(db: Db, contestId: string): Promise<number | null> {
  const { last } = await db
    .selectFrom('transfers')
    .select(({ fn }) => fn.max('id').as('last'))
    .where('contest_id', '=', contestId)
    .executeTakeFirstOrThrow();
  return last;
}

export const updateContest = (db: Db, id: string, values: Partial<Omit<ContestRow, 'id' | 'match_id' | 'market'>>): Promise<ContestRow> =>
  db.updateTable('contests').set(values).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

/** Returns a match's contest of each market, the pool first: the active one, else the one that ended last. */
export const findLatest = (db: Db, matchId: number): Promise<ContestRow[]> =>
  db
    .selectFrom('contests')
    .distinctOn('market')
    .selectAll()
    .where('match_id', '=', matchId)
    .orderBy('market', 'desc')
    .orderBy('settled_at', (order) => order.desc().nullsFirst())
    .execute();

/** Returns the columns of these matches that determine contests; with `isHeld` the rows cannot change until the transaction ends. */
export const findMatches = (db: Db, matchIds: readonly number[], isHeld: boolean): Promise<(MatchColumns & { id: number })[]> =>
  db
    .selectFrom('matches as m')
    .select(['m.id', ...matchColumns])
    .where('m.id', '=', sql<number>`any(${matchIds}::int[])`)
    .orderBy('m.id')
    .$if(isHeld, (query) => query.forShare('m'))
    .execute();

export async function matchExists(db: Db, matchId: number): Promise<boolean> {
  return (await db.selectFrom('matches').select('id').where('id', '=', matchId).executeTakeFirst()) !== undefined;
}

/** Returns which of these matches operators enter by hand. */
export async function findEnteredByHand(db: Db, matchIds: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('feed_ids')
    .select('id')
    .where('kind', '=', 'match')
    .where('feed', '=', MANUAL_FEED)
    .where('id', '=', sql<number>`any(${matchIds}::int[])`)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Returns a feed that reports a match, and the feed's id of it; of several feeds, the first by name. */
export const findSource = (db: Db, matchId: number): Promise<{ feed: string; feed_id: string } | undefined> =>
  db
    .selectFrom('feed_ids')
    .select(['feed', 'feed_id'])
    .where('kind', '=', 'match')
    .where('id', '=', matchId)
    .orderBy('feed')
    .orderBy('feed_id')
    .limit(1)
    .executeTakeFirst();

/** Returns whether this refusal was quarantined since the given time. */
export async function isQuarantinedSince(db: Db, feed: string, { kind, feed_id, reason }: RefusalTold, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('quarantine')
    .select('id')
    .where('feed', '=', feed)
    .where('kind', '=', kind)
    .where('feed_id', '=', feed_id)
    .where('reason', '=', reason)
    .where('last_seen_at', '>=', since)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns a user's own bets in some contests. */
export const findBetsIn = (db: Db, userId: string, contestIds: readonly string[]) =>
  db
    .selectFrom('bets')
    .select(['id', 'contest_id', 'pick', 'stake', 'state', 'fixed_payout', 'payout', 'refund'])
    .where('user_id', '=', userId)
    .where('contest_id', '=', sql<string>`any(${contestIds}::uuid[])`)
    .execute();

/**
 * Returns contests settled since the given time whose match seems to have another score now, an earlier true kick-off, or another end by a
 * second opinion.
 */
export const findSettledOtherwise = (db: Db, since: Date): Promise<ContestWithMatch[]> =>
  contestsWithMatch(db)
    .where('c.state', '=', 'settled')
    .where('c.settled_at', '>=', since)
    .where(
      // The parentheses are needed: Kysely joins conditions with "and", which binds more tightly than this "or".
      sql<boolean>`(coalesce(m.fulltime, array[m.home_score, m.away_score]) is distinct from array[c.home_score, c.away_score]
        or m.started_at < coalesce(c.started_at, 'infinity')
        or exists (
          select from second_opinions o where o.match_id = m.id and (o.ending = 'off' or o.result is distinct from
            case when o.home_team_id = m.home_team_id then array[c.home_score, c.away_score] else array[c.away_score, c.home_score] end)
            and o.ending is not null))`,
    )
    .orderBy('c.id')
    .execute();
