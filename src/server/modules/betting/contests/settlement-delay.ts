import { sql } from 'kysely';
import { MARKETS, type Market } from '#domain/settlement/contest.ts';
import type { ReceiptFacts } from '#domain/settlement/receipt.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { ContestRow } from './contest-view.ts';
import { type ContestWithMatch, decideState, matchFacts } from './facts.ts';
import { findGated } from './gated-ending.ts';

/** How long users wait for their points after a result, for the metrics. */

/**
 * Returns the seconds from when the score of a contest stood to `paidAt`, when its last bet was paid. Null for a contest without a score
 * and for one that an operator ended: its time says nothing about how fast the site is.
 */
export function settleSeconds({ facts, by_hand_at }: ContestRow, paidAt: Date): number | null {
  const since = (facts as ReceiptFacts | null)?.score_since ?? null;
  if (since === null || by_hand_at !== null) return null;
  return Math.max(0, (paidAt.getTime() - Date.parse(since)) / 1000);
}

/**
 * Returns since when the score stands of the contest that has waited longest although nothing holds back its end; null without one.
 * A contest whose end waits for another provider or for a second admin is held back.
 */
export async function oldestDue(
  { db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>,
  restless: readonly ContestWithMatch[],
): Promise<Date | null> {
  const due = restless.filter((row) => row.ending === 'settle' || decideState(row, config, now()).kind === 'settle');
  if (due.length === 0) return null;
  const ids = due.filter(({ ending }) => ending === null).map(({ id }) => id);
  const asked = new Map((await findGated(db, ids)).map(({ subject_id, state }) => [subject_id, state]));
  const isHeld = ({ id }: ContestWithMatch) => asked.get(id) === 'waiting' || asked.get(id) === 'rejected';
  const times = due.filter((row) => !isHeld(row)).map((row) => standsSince(row).getTime());
  return times.length === 0 ? null : new Date(Math.min(...times));
}

/** An ending that was decided stands on its own facts, whatever the feed says since. */
function standsSince(row: ContestWithMatch): Date {
  const decided = (row.facts as ReceiptFacts | null)?.score_since;
  if (row.ending !== null && decided) return new Date(decided);
  const { resultSince, statusSince } = matchFacts(row, row);
  return resultSince ?? statusSince;
}

/** Returns, for each market, how many contests have not ended, and the points staked in them. */
export async function contestsUnderWay(db: Db): Promise<{ market: Market; count: number; points: number }[]> {
  const { rows } = await sql<{ market: Market; count: number; points: number }>`
    select market, count(*)::integer as count, sum(stake_home + stake_draw + stake_away)::bigint as points
    from contests where state not in ('settled', 'void') group by market`.execute(db);
  return MARKETS.map((market) => rows.find((row) => row.market === market) ?? { market, count: 0, points: 0 });
}
