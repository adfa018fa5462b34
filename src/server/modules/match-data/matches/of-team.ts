import { sql } from 'kysely';
import type { LeagueRef, MatchSummary } from '#contract/matches.ts';
import { statusesOf } from '#domain/matches/match-status.ts';
import { DAY_MS } from '#domain/time.ts';
import { leagueRef } from '#server/modules/match-data/leagues/refs.ts';
import type { Db } from '#server/platform/db/pool.ts';
import * as details from './detail-queries.ts';
import { utcDates } from './local-day.ts';
import { matchSummary } from './match-view.ts';
import { findSelectedMatches } from './queries.ts';
import { dayTopic } from './topics.ts';

/** Maximum number of finished matches, and of upcoming matches. */
const EACH_WAY = 10;

/** Returns a team's last matches, those in play, and the next ones, by kick-off; those without a date come last. */
export async function matchesOfTeam(db: Db, teamId: number, now: Date): Promise<(MatchSummary & { league: LeagueRef })[]> {
  const ids = await findIdsOfTeam(db, teamId, now);
  const rows = await findSelectedMatches(db, { ids, teamIds: [], leagueIds: [], from: now, to: now }, ids.length);
  const odds = await details.findOdds(db, ids);
  return rows.map((row) => ({ ...matchSummary(row, odds.get(row.id)), league: leagueRef(row.league) }));
}

/** Returns the topics to which changes of matches played around now are published. */
export const topicsAbout = (now: Date): string[] =>
  utcDates({ from: new Date(now.getTime() - DAY_MS), to: new Date(now.getTime() + DAY_MS) }).map(dayTopic);

/** Leaves out unplayed matches whose kick-off was more than a day ago: they are not upcoming any more. */
async function findIdsOfTeam(db: Db, teamId: number, now: Date): Promise<number[]> {
  const some = (side: 'home' | 'away', condition: ReturnType<typeof sql>, order: 'asc' | 'desc') => sql`
    (select id, kickoff_at from matches where ${sql.ref(`${side}_team_id`)} = ${teamId} and ${condition}
      order by kickoff_at ${sql.raw(order)}, id limit ${EACH_WAY})`;
  const ids = (condition: ReturnType<typeof sql>, order: 'asc' | 'desc') => sql`
    (select id from (${some('home', condition, order)} union all ${some('away', condition, order)}) as both_sides
      order by kickoff_at ${sql.raw(order)}, id limit ${EACH_WAY})`;
  const isOf = (group: 'live' | 'finished' | 'upcoming') => sql`status = any(${statusesOf(group)}::text[])`;
  const isAhead = sql`${isOf('upcoming')} and (kickoff_at is null or kickoff_at > ${new Date(now.getTime() - DAY_MS)})`;
  const isOver = sql`${isOf('finished')} and kickoff_at is not null`;
  const { rows } = await sql<{ id: number }>`
    ${ids(isOver, 'desc')} union ${ids(isOf('live'), 'asc')} union ${ids(isAhead, 'asc')}`.execute(db);
  return rows.map(({ id }) => id);
}
