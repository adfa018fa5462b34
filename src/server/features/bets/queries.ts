import { sql } from 'kysely';
import type { MatchBrief } from '#contract/bets.ts';
import type { Care, PlayLimit } from '#domain/care.ts';
import type { BetState, Market } from '#domain/contest.ts';
import type { Pick } from '#domain/sport.ts';
import type { Db } from '#server/db/pool.ts';
import type { ContestRow } from '#server/features/contests/service.ts';
import type { TeamRow } from '#server/features/leagues/service.ts';
import { type MatchBriefRow, matchBrief } from '#server/features/matches/service.ts';
import type { BetRow } from './bet-view.ts';

/** What a stake is judged by: nothing of it can change until the transaction ends. */
export interface StakeFacts {
  contest: ContestRow;
  match: MatchBrief;
  /** Null where there is no such user. */
  userStatus: string | null;
  care: Care;
  balance: number;
  /** The user's bet in this contest. */
  held: { pick: Pick; stake: number } | null;
  /** The user's stakes since the moment asked for, in all contests. */
  recentStakes: number;
  recentFirstAt: Date | null;
}

/** Locks a match's contest and the user's balance, in this order, and reads what a stake is judged by; null where no contest is alive. */
export async function lockForBet(
  db: Db,
  userId: string,
  matchId: number,
  market: Market,
  recentSince: Date,
  at: Date,
): Promise<StakeFacts | null> {
  type Row = ContestRow & {
    match: MatchBriefRow;
    home: TeamRow & { sport: string };
    away: TeamRow;
    user_status: string | null;
    is_leaving: boolean | null;
    excluded_until: Date | null;
    limits: PlayLimit[] | null;
    balance: number | null;
    held_pick: Pick | null;
    held_stake: number | null;
    recent_stakes: number;
    recent_first_at: Date | null;
  };
  const { rows } = await sql<Row>`/* lock_for_bet */
    select (f.contest).*, to_jsonb(f.match) as match, to_jsonb(f.home) as home, to_jsonb(f.away) as away,
           f.user_status, f.is_leaving, f.excluded_until, f.limits, f.balance, f.held_pick, f.held_stake, f.recent_stakes, f.recent_first_at
    from lock_for_bet(${userId}, ${matchId}, ${market}, ${recentSince}, ${at}) f`.execute(db);
  const row = rows[0];
  if (!row) return null;
  const { match, home, away, user_status, is_leaving, excluded_until, limits, balance, ...more } = row;
  const { held_pick, held_stake, recent_stakes, recent_first_at, ...contest } = more;
  return {
    contest,
    match: matchBrief({ ...match, kickoff_at: dateOf(match.kickoff_at), seen_at: dateOf(match.seen_at) }, home.sport, home, away),
    userStatus: balance === null ? null : user_status,
    care: { excludedUntil: excluded_until, isLeaving: is_leaving ?? false, limits: limits ?? [] },
    balance: balance ?? 0,
    held: held_pick === null ? null : { pick: held_pick, stake: held_stake! },
    recentStakes: recent_stakes,
    recentFirstAt: recent_first_at,
  };
}

/** In JSON a time is text. */
const dateOf = (time: unknown): Date | null => (time === null ? null : new Date(time as string));

export async function matchExists(db: Db, matchId: number): Promise<boolean> {
  return (await db.selectFrom('matches').select('id').where('id', '=', matchId).executeTakeFirst()) !== undefined;
}

export interface NewStake {
  betId: string;
  legId: string;
  userId: string;
  contestId: string;
  pick: Pick;
  stake: number;
}

/** Writes a stake that was judged acceptable, and returns bet, contest and balance as they are now. */
export async function insertStake(db: Db, stake: NewStake, at: Date): Promise<{ bet: BetRow; contest: ContestRow; balance: number }> {
  const { betId, legId, userId, contestId, pick } = stake;
  const { rows } = await sql<ContestRow & { bet_id: string; bet_stake: number; bet_placed_at: Date; balance: number }>`/* place_bet */
    select (f.contest).*, (f.bet).id as bet_id, (f.bet).stake as bet_stake, (f.bet).placed_at as bet_placed_at, f.balance
    from place_bet(${betId}, ${legId}, ${userId}, ${contestId}, ${pick}, ${stake.stake}, null, ${at}) f`.execute(db);
  const { bet_id, bet_stake, bet_placed_at, balance, ...contest } = rows[0]!;
  const bet = {
    id: bet_id,
    user_id: userId,
    contest_id: contestId,
    pick,
    stake: bet_stake,
    fixed_payout: 0,
    state: 'ongoing',
    payout: 0,
    refund: 0,
    hit: null,
    placed_at: bet_placed_at,
    settled_at: null,
  };
  return { bet, contest, balance };
}

/** A page of a user's bets, newest first, each with its contest. */
export async function findBets(db: Db, userId: string, status: BetState | undefined, limit: number, offset: number) {
  const bets = await betsOf(db, userId, status)
    .selectAll('b')
    .orderBy('b.placed_at', 'desc')
    .orderBy('b.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const contests = await db
    .selectFrom('contests')
    .selectAll()
    .where('id', '=', sql<string>`any(${bets.map((bet) => bet.contest_id)}::uuid[])`)
    .execute();
  const contestById = new Map(contests.map((contest) => [contest.id, contest]));
  return bets.map((bet) => ({ bet, contest: contestById.get(bet.contest_id)! }));
}

/** How many bets a user has, counted to `max` and no further. */
export async function countBets(db: Db, userId: string, status: BetState | undefined, max: number): Promise<number> {
  const { count } = await db
    .selectFrom(betsOf(db, userId, status).select('b.id').limit(max).as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

const betsOf = (db: Db, userId: string, status: BetState | undefined) =>
  db
    .selectFrom('bets as b')
    .innerJoin('contests as c', 'c.id', 'b.contest_id')
    .where('b.user_id', '=', userId)
    .$if(status === 'settled' || status === 'refunded', (query) => query.where('b.state', '=', status as string))
    .$if(status === 'ongoing', (query) => query.where('b.state', '=', 'ongoing').where('c.unresolved_at', 'is', null))
    .$if(status === 'unknown', (query) => query.where('b.state', '=', 'ongoing').where('c.unresolved_at', 'is not', null));
