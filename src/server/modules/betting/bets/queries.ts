import { type RawBuilder, sql } from 'kysely';
import type { MatchBrief } from '#contract/bets.ts';
import type { SettlementRule } from '#domain/matches/score.ts';
import type { Pick } from '#domain/matches/sport.ts';
import type { PlayLimit } from '#domain/play-limits/play-limits.ts';
import type { BetFilter, Market } from '#domain/settlement/contest.ts';
import type { ContestRow } from '#server/modules/betting/contests/contest-view.ts';
import type { TeamRow } from '#server/modules/match-data/public.ts';
import { type MatchBriefRow, matchBrief } from '#server/modules/match-data/public.ts';
import type { Claim, IdempotentRequest } from '#server/platform/db/idempotency.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { BetRow } from './bet-view.ts';
import { type Bettor, ongoingBet } from './bettor-state.ts';

export interface AskedContest {
  matchId: number;
  market: Market;
}

/** A user and the contest in which the user wants to stake. */
export interface AskedBet extends AskedContest {
  userId: string;
  idempotency: IdempotentRequest | null;
}

/** What was found for one stake when the locks were taken; locked rows cannot change until the transaction ends. */
export interface BetFacts extends Claim {
  matchExists: boolean;
  /** The match's contest of this market; null if none is active or if the idempotency key is not new. */
  contestId: string | null;
  /** Whether this transaction locked the contest; a contest that was not open is not locked. */
  isLocked: boolean;
  /** Null if there is no such user. */
  bettor: Bettor | null;
  /** The user's bet in the contest; null if there is none. */
  held: BetRow | null;
}

/**
 * Claims idempotency keys, locks contests and then users' balances, each in the order of their ids, and returns what each stake is
 * validated against, in the order asked.
 */
export async function lockForBets(db: Db, asked: readonly AskedBet[], recentSince: Date, at: Date): Promise<BetFacts[]> {
  const keys = asked.map(({ idempotency }) => idempotency);
  const { rows } = await sql<LockedRow>`/* lock_for_bets */
    select * from lock_for_bets(
      ${asked.map(({ userId }) => userId)}::uuid[], ${keys.map((key) => key?.endpoint ?? null)}::text[], ${keys.map((key) => key?.key ?? null)}::uuid[],
      ${keys.map((key) => key?.bodyHash ?? null)}::bytea[], ${asked.map(({ matchId }) => matchId)}::integer[],
      ${asked.map(({ market }) => market)}::text[], ${recentSince}, ${at})`.execute(db);
  return rows.map((row, i) => {
    const { userId } = asked[i]!;
    return {
      claim: row.claim,
      reply: row.reply,
      matchExists: row.match_exists,
      contestId: row.contest_id,
      isLocked: row.is_locked,
      bettor: bettorOf(userId, row),
      held: heldBet(userId, row),
    };
  });
}

interface LockedRow extends Claim {
  match_exists: boolean;
  contest_id: string | null;
  is_locked: boolean;
  user_status: string | null;
  is_leaving: boolean | null;
  excluded_until: Date | null;
  limits: PlayLimit[] | null;
  balance: number | null;
  recent_stakes: number;
  recent_first_at: Date | null;
  bet_id: string | null;
  bet_pick: string;
  bet_stake: number;
  bet_fixed_payout: number;
  bet_placed_at: Date;
}

const bettorOf = (id: string, row: LockedRow): Bettor | null =>
  row.balance === null || row.user_status === null
    ? null
    : {
        id,
        status: row.user_status,
        care: { excludedUntil: row.excluded_until, isLeaving: row.is_leaving ?? false },
        limits: row.limits ?? [],
        balance: row.balance,
        recentStakes: row.recent_stakes,
        recentFirstAt: row.recent_first_at,
      };

const heldBet = (userId: string, row: LockedRow): BetRow | null =>
  row.bet_id === null
    ? null
    : ongoingBet({
        id: row.bet_id,
        user_id: userId,
        contest_id: row.contest_id!,
        pick: row.bet_pick,
        stake: row.bet_stake,
        fixed_payout: row.bet_fixed_payout,
        placed_at: row.bet_placed_at,
      });

export interface ContestWithMatch {
  contest: ContestRow;
  match: MatchBrief;
}

/** Returns the active contests of these matches and markets, each with what a bet shows of its match. */
export async function findContestsWithMatch(db: Db, asked: readonly AskedContest[]): Promise<ContestWithMatch[]> {
  const each = [...new Map(asked.map((one) => [`${one.matchId} ${one.market}`, one])).values()];
  type Row = ContestRow & { match: MatchBriefRow; home: TeamRow & { sport: string }; away: TeamRow };
  const { rows } = await sql<Row>`/* contests_with_match */
    select c.*, to_json(m) as match, to_json(h) as home, to_json(a) as away
    from unnest(${each.map(({ matchId }) => matchId)}::integer[], ${each.map(({ market }) => market)}::text[]) as wanted (match_id, market)
    cross join lateral (
      select * from contests c where c.match_id = wanted.match_id and c.market = wanted.market and c.state not in ('settled', 'void') limit 1
    ) c
    cross join lateral (
      select id, kickoff_at, status, minute, stoppage, period, seen_at, home_score, away_score, halftime, fulltime, extratime, penalty, parts,
        awarded_to, draw_possible, home_team_id, away_team_id from matches where matches.id = c.match_id limit 1
    ) m
    cross join lateral (select id, sport, name, short_name, names, colours from teams where teams.id = m.home_team_id limit 1) h
    cross join lateral (select id, name, short_name, names, colours from teams where teams.id = m.away_team_id limit 1) a`.execute(db);
  return rows.map(({ match, home, away, ...contest }) => ({
    contest,
    match: matchBrief({ ...match, kickoff_at: dateOf(match.kickoff_at), seen_at: dateOf(match.seen_at) }, home.sport, home, away),
  }));
}

/** Parses a time, which is text in JSON. */
const dateOf = (time: unknown): Date | null => (time === null ? null : new Date(time as string));

/** An accepted stake. */
export interface NewStake {
  legId: string;
  betId: string;
  userId: string;
  contestId: string;
  pick: Pick;
  stake: number;
  /** Null in a pool. */
  oddsHundredths: number | null;
  /** What the stake pays at these odds if the pick wins; 0 in a pool. */
  payout: number;
  idempotency: IdempotentRequest | null;
  /** Stored under the idempotency key. */
  receipt: unknown;
}

/** Writes accepted stakes and the replies to them. The caller holds the locks on contests and balances. */
export async function insertStakes(db: Db, stakes: readonly NewStake[], at: Date): Promise<void> {
  const column = <T>(read: (stake: NewStake) => T): T[] => stakes.map(read);
  const kept = stakes.flatMap(({ idempotency, receipt }) => (idempotency ? { ...idempotency, receipt } : []));
  await sql`/* place_bets */
    select place_bets(
      ${column(({ legId }) => legId)}::uuid[], ${column(({ betId }) => betId)}::uuid[], ${column(({ userId }) => userId)}::uuid[],
      ${column(({ contestId }) => contestId)}::uuid[], ${column(({ pick }) => pick)}::text[], ${column(({ stake }) => stake)}::bigint[],
      ${column(({ oddsHundredths }) => oddsHundredths)}::integer[], ${column(({ payout }) => payout)}::bigint[], ${at}),
    keep_replies(
      ${kept.map(({ userId }) => userId)}::uuid[], ${kept.map(({ endpoint }) => endpoint)}::text[], ${kept.map(({ key }) => key)}::uuid[],
      ${kept.map(({ bodyHash }) => bodyHash)}::bytea[], ${JSON.stringify(kept.map(({ receipt }) => receipt))}::json, ${at})`.execute(db);
}

/** A place in a user's bets, newest first. */
export interface BetPlace {
  placedAt: Date;
  id: string;
}

/** Which part of a list of bets: those from a row on, or those after a place. */
export type BetSlice = { limit: number } & ({ offset: number } | { before: BetPlace | null });

/** Returns a part of a user's bets, newest first, each with its contest and the score rule that it is settled on. */
export async function findBets(db: Db, userId: string, status: BetFilter | undefined, { limit, ...from }: BetSlice) {
  const before = 'before' in from ? from.before : null;
  const bets = await betsOf(db, userId, status)
    .selectAll('b')
    .$if(before !== null, (query) => query.where(sql<boolean>`(b.placed_at, b.id) < (${before!.placedAt}, ${before!.id}::uuid)`))
    .orderBy('b.placed_at', 'desc')
    .orderBy('b.id', 'desc')
    .limit(limit)
    .offset('offset' in from ? from.offset : 0)
    .execute();
  const contests = await db
    .selectFrom('contests as c')
    .innerJoin('matches as m', 'm.id', 'c.match_id')
    .innerJoin('leagues as l', 'l.id', 'm.league_id')
    .selectAll('c')
    .select('l.settles_on')
    .where('c.id', '=', sql<string>`any(${bets.map((bet) => bet.contest_id)}::uuid[])`)
    .execute();
  const contestById = new Map(
    contests.map(({ settles_on, ...contest }) => [contest.id, { contest, settlesOn: settles_on as SettlementRule }]),
  );
  return bets.map((bet) => ({ bet, ...contestById.get(bet.contest_id)! }));
}

/** Returns a bet and its contest; undefined if there is none. */
export async function findBet(db: Db, id: string): Promise<{ bet: BetRow; contest: ContestRow } | undefined> {
  const bet = await db.selectFrom('bets').selectAll().where('id', '=', id).executeTakeFirst();
  const contest = bet && (await db.selectFrom('contests').selectAll().where('id', '=', bet.contest_id).executeTakeFirst());
  return bet && contest && { bet, contest };
}

/** Counts a user's bets, up to `max`. */
export async function countBets(db: Db, userId: string, status: BetFilter | undefined, max: number): Promise<number> {
  const { count } = await db
    .selectFrom(betsOf(db, userId, status).select('b.id').limit(max).as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** How each filter reads a row. A bet whose contest has no usable result yet is `unknown` (domain/settlement/contest.ts). */
const isUnresolved = sql<boolean>`exists (select from contests c where c.id = b.contest_id and c.unresolved_at is not null)`;
const FILTERS: Record<BetFilter, RawBuilder<boolean>> = {
  ongoing: sql<boolean>`b.state = 'ongoing' and not ${isUnresolved}`,
  unknown: sql<boolean>`b.state = 'ongoing' and ${isUnresolved}`,
  settled: sql<boolean>`b.state = 'settled'`,
  won: sql<boolean>`b.state = 'settled' and b.hit`,
  lost: sql<boolean>`b.state = 'settled' and not b.hit`,
  refunded: sql<boolean>`b.state = 'refunded'`,
};

const betsOf = (db: Db, userId: string, status: BetFilter | undefined) =>
  db
    .selectFrom('bets as b')
    .where('b.user_id', '=', userId)
    .$if(status !== undefined, (query) => query.where(FILTERS[status!]));
