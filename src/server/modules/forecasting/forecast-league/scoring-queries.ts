import { sql, type Transaction } from 'kysely';
import type { Percents } from '#domain/forecast-league.ts';
import type { Pick } from '#domain/sport.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';

/** How far back results are looked at that may have changed: a new one is younger than that, or nobody was there to see it. */
const LOOKED_BACK = sql`interval '30 days'`;

/** A result that came no later than `correctionMs` after the one that was scored, or a true kick-off before the forecast was made. */
const isStale = (correctionMs: number) => sql<boolean>`
  (f.result_since <> m.fulltime_since and m.fulltime_since <= f.result_since + ${correctionMs} * interval '1 millisecond' or f.made_at > m.started_at)`;

/** Matches whose forecasts may have to be scored, scored anew or voided. */
export async function findDue(db: Db, now: Date, correctionMs: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select f.match_id as id from user_forecasts f join matches m on m.id = f.match_id
    where f.result_since is null and f.voided_at is null
      and (m.status <> 'ns' or m.kickoff_at is null or m.kickoff_at <= ${now} or f.home_team_id <> m.home_team_id or f.away_team_id <> m.away_team_id)
    union
    select m.id from matches m join user_forecasts f on f.match_id = m.id
    where m.fulltime_since > ${now}::timestamptz - ${LOOKED_BACK} and f.result_since is not null and ${isStale(correctionMs)}
    order by 1`.execute(db);
  return rows.map(({ id }) => id);
}

export interface DueRow extends Percents {
  user_id: string;
  made_at: Date;
  home_team_id: number;
  away_team_id: number;
  result_since: Date | null;
}

/** A match's forecasts that were never scored, or on another result; whoever else would score them waits. */
export async function lockDue(db: Transaction<DB>, matchId: number, correctionMs: number): Promise<DueRow[]> {
  const { rows } = await sql<DueRow>`
    select f.user_id, f.home, f.draw, f.away, f.made_at, f.home_team_id, f.away_team_id, f.result_since
    from user_forecasts f join matches m on m.id = f.match_id
    where f.match_id = ${matchId} and f.voided_at is null and (f.result_since is null or ${isStale(correctionMs)})
    order by f.user_id for update of f`.execute(db);
  return rows;
}

export async function voidForecasts(db: Db, matchId: number, userIds: readonly string[], now: Date): Promise<void> {
  if (userIds.length === 0) return;
  await db
    .updateTable('user_forecasts')
    .set({
      ...{ voided_at: now, result_since: null, outcome: null },
      ...{ score: null, model_score: null, market_score: null, crowd_score: null },
    })
    .where('match_id', '=', matchId)
    .where('user_id', '=', sql<string>`any(${userIds}::uuid[])`)
    .execute();
}

export interface MatchScores {
  matchId: number;
  resultSince: Date;
  outcome: Pick;
  model: number | null;
  market: number | null;
  crowd: number | null;
}

/** Stores scores of a match: others' once for all, and each user's own. */
export async function storeScores(db: Db, match: MatchScores, own: readonly { user_id: string; score: number }[]): Promise<void> {
  if (own.length === 0) return;
  await sql`
    update user_forecasts f set result_since = ${match.resultSince}, outcome = ${match.outcome}, score = own.score,
      model_score = ${match.model}, market_score = ${match.market}, crowd_score = ${match.crowd}
    from jsonb_to_recordset(${JSON.stringify(own)}::jsonb) own (user_id uuid, score double precision)
    where f.match_id = ${match.matchId} and f.user_id = own.user_id`.execute(db);
}
