import { sql } from 'kysely';
import type { Pick } from '#domain/matches/sport.ts';
import type { PlayEnd } from '#domain/settlement/play-at-risk.ts';
import type { BetEnd, BetLeg, PlacedBet, SettlementFacts } from '#domain/settlement/settlement.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { ContestRow } from './contest-view.ts';

/** Returns every bet of a contest with its legs, ended or not, in the order in which bets are ended. */
export async function findBets(db: Db, contestId: string): Promise<PlacedBet[]> {
  const rows = await db
    .selectFrom('bets as b')
    .innerJoin('bet_legs as l', 'l.bet_id', 'b.id')
    .select(['b.id', 'b.user_id', 'b.pick', 'b.placed_at', 'l.id as leg_id', 'l.stake', 'l.odds', 'l.placed_at as leg_placed_at'])
    .where('b.contest_id', '=', contestId)
    .orderBy('b.id')
    .orderBy('l.id')
    .execute();
  const bets: (PlacedBet & { legs: BetLeg[] })[] = [];
  for (const row of rows) {
    const leg = { id: row.leg_id, stake: row.stake, oddsHundredths: row.odds, placedAt: row.leg_placed_at };
    const last = bets.at(-1);
    if (last?.id === row.id) last.legs.push(leg);
    else bets.push({ id: row.id, userId: row.user_id, pick: row.pick as Pick, placedAt: row.placed_at, legs: [leg] });
  }
  return bets;
}

/** Returns which of these bets have not ended yet. The contest's lock keeps the answer true. */
export async function findOngoing(db: Db, betIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('bets')
    .select('id')
    .where('id', '=', sql<string>`any(${betIds}::uuid[])`)
    .where('state', '=', 'ongoing')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Makes the rest of the transaction use indexes: for hundreds of keys the planner would otherwise scan the whole table. */
export async function lookUpByKey(db: Db): Promise<void> {
  await sql`set local enable_seqscan = off`.execute(db);
}

/** Writes how bets ended, also after a correction, and how much of each counts as play. */
export async function endBets(db: Db, ends: readonly BetEnd[], counted: ReadonlyMap<string, PlayEnd>, at: Date): Promise<void> {
  const plays = ends.map(({ id }) => counted.get(id)!);
  await sql`
    update bets b set state = e.state, payout = e.payout, refund = e.refund, hit = e.hit, settled_at = coalesce(b.settled_at, ${at}),
      at_risk = e.at_risk, at_risk_reason = e.reason, net_won = e.net_won
    from unnest(
      ${ends.map((end) => end.id)}::uuid[], ${ends.map((end) => end.state)}::text[], ${ends.map((end) => end.payout)}::bigint[],
      ${ends.map((end) => end.refund)}::bigint[], ${ends.map((end) => end.hit)}::boolean[],
      ${plays.map(({ points }) => points)}::bigint[], ${plays.map(({ reason }) => reason)}::text[], ${plays.map(({ netWon }) => netWon)}::bigint[]
    ) as e (id, state, payout, refund, hit, at_risk, reason, net_won)
    where b.id = e.id`.execute(db);
}

/** Returns how much of each bet of a contest counted as play at its last ending. */
export async function findCounted(db: Db, contestId: string): Promise<Map<string, { points: number; netWon: number }>> {
  const rows = await db.selectFrom('bets').select(['id', 'at_risk', 'net_won']).where('contest_id', '=', contestId).execute();
  return new Map(rows.map(({ id, at_risk, net_won }) => [id, { points: at_risk ?? 0, netWon: net_won ?? 0 }]));
}

/** Marks which stakes of bets were refunded by these endings and which were not. */
export async function markRefundedLegs(db: Db, ends: readonly BetEnd[], at: Date): Promise<void> {
  if (ends.length === 0) return;
  await sql`
    update bet_legs l set refunded_at = case when l.refunded_at is null then ${at}::timestamptz end
    from unnest(${ends.map((end) => end.id)}::uuid[], ${ends.map((end) => end.state)}::text[]) as e (bet_id, state)
    where l.bet_id = e.bet_id
      and (l.refunded_at is not null) <> (e.state = 'refunded' or l.id = any(${ends.flatMap((end) => end.lateLegIds)}::uuid[]))`.execute(
    db,
  );
}

/** Returns what each bet of a contest received so far: payouts, refunds, and what corrections gave or took. */
export async function findReceived(db: Db, contestId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ bet_id: string; points: number }>`
    select bet_id, sum(case when to_kind = 'balance' then amount else -amount end)::bigint as points
    from transfers where contest_id = ${contestId} and bet_id is not null and source <> 'bet_stake'
    group by bet_id`.execute(db);
  return new Map(rows.map(({ bet_id, points }) => [bet_id, points]));
}

/** Returns what a contest stood on before each of its corrections, oldest first. */
export async function findReplacedResults(db: Db, contestId: string): Promise<SettlementFacts[]> {
  const rows = await db
    .selectFrom('contest_corrections')
    .select(['home_score', 'away_score', 'started_at'])
    .where('contest_id', '=', contestId)
    .orderBy('round')
    .execute();
  return rows.map((row) => ({ result: [row.home_score, row.away_score], startedAt: row.started_at }));
}

/** Records what a correction replaces: the facts that the contest stands on until now. */
export async function insertCorrection(db: Db, contest: ContestRow, round: number, houseLoss: number, at: Date): Promise<void> {
  const { id, home_score, away_score, started_at, facts } = contest;
  await db
    .insertInto('contest_corrections')
    .values({
      ...{ contest_id: id, round, home_score: home_score!, away_score: away_score!, started_at },
      ...{ facts: facts && JSON.stringify(facts), house_loss: houseLoss, corrected_at: at },
    })
    .execute();
}

/** Returns the points left in a contest's account and the number of its bets that have not ended; both are 0 after its settlement. */
export async function findLeftovers(db: Db, contestId: string): Promise<{ points: number; bets: number }> {
  const { rows } = await sql<{ points: number; bets: number }>`
    select (select balance from accounts where kind = 'contest' and owner = ${contestId}) as points,
           (select count(*) from bets where contest_id = ${contestId} and state = 'ongoing') as bets`.execute(db);
  return rows[0]!;
}
