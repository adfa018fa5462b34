import { sql } from 'kysely';
import type { MatchStatus } from '#domain/matches/match-status.ts';
import type { Score } from '#domain/matches/score.ts';
import type { LeagueRow } from '#server/modules/match-data/leagues/refs.ts';
import { bothTeams } from '#server/modules/match-data/matches/queries.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** A match as calendars show it, without its score. */
export type Fixture = Awaited<ReturnType<typeof findFixtures>>[number];

/** Returns those of these matches that have a date, by kick-off. */
export const findFixtures = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('matches as m')
    .innerJoin('leagues as l', 'l.id', 'm.league_id')
    .innerJoin('teams as h', 'h.id', 'm.home_team_id')
    .innerJoin('teams as a', 'a.id', 'm.away_team_id')
    .leftJoin('match_calendar_changes as c', 'c.match_id', 'm.id')
    .select(['m.id', 'm.kickoff_at', 'm.status', 'm.venue', 'c.revision', 'c.changed_at'])
    .select(sql<LeagueRow>`to_jsonb(l)`.as('league'))
    .select(bothTeams)
    .where('m.id', '=', sql<number>`any(${ids}::int[])`)
    .where('m.kickoff_at', 'is not', null)
    .orderBy('m.kickoff_at')
    .orderBy('m.id')
    .execute();

/** How a match ended, and since when that is known. */
export interface FixtureResult {
  id: number;
  status: MatchStatus;
  home: number;
  away: number;
  penalty: Score | null;
  knownAt: Date;
}

/** What a set of matches is made of; a match needs to be in one of them. */
export interface FixtureSources {
  teams?: readonly number[];
  leagues?: readonly number[];
  matches?: readonly number[];
  sports?: readonly string[];
}

interface Window {
  now: Date;
  /** Earlier matches are left out. */
  from: Date;
  pastMax: number;
  nextMax: number;
}

/**
 * Returns the ids of the matches of these sources with a kick-off since `from`: the `pastMax` latest that have begun, and the `nextMax` next
 * ones. Each source is read by an index of its own, and no further than it may count.
 */
export async function findNear(db: Db, sources: FixtureSources, { now, from, pastMax, nextMax }: Window): Promise<number[]> {
  const { teams = [], leagues = [], matches = [], sports = [] } = sources;
  const part = (isPast: boolean) => {
    const when = isPast ? sql`m.kickoff_at > ${from} and m.kickoff_at <= ${now}` : sql`m.kickoff_at > ${now} and m.kickoff_at >= ${from}`;
    const limit = sql`order by m.kickoff_at ${sql.raw(isPast ? 'desc' : 'asc')}, m.id limit ${isPast ? pastMax : nextMax}`;
    return sql`select id from (
      select n.id, n.kickoff_at from unnest(${teams}::int[]) t
        cross join lateral (select m.id, m.kickoff_at from matches m where m.home_team_id = t and ${when} ${limit}) n
      union select n.id, n.kickoff_at from unnest(${teams}::int[]) t
        cross join lateral (select m.id, m.kickoff_at from matches m where m.away_team_id = t and ${when} ${limit}) n
      union select n.id, n.kickoff_at from unnest(${leagues}::int[]) l
        cross join lateral (select m.id, m.kickoff_at from matches m where m.league_id = l and ${when} ${limit}) n
      union select m.id, m.kickoff_at from matches m where m.id = any(${matches}::int[]) and ${when}
      union select n.id, n.kickoff_at from unnest(${sports}::text[]) s
        cross join lateral (select m.id, m.kickoff_at from matches m join leagues l on l.id = m.league_id where l.sport = s and ${when} ${limit}) n
    ) m ${limit}`;
  };
  const { rows } = await sql<{ id: number }>`(${part(true)}) union all (${part(false)})`.execute(db);
  return rows.map(({ id }) => id);
}
