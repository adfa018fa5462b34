import { sql } from 'kysely';
import type { LineupPlayer, SquadPlayer } from '#domain/probable-lineup.ts';
import type { Side } from '#domain/sport.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** What line-ups that nobody told are guessed from, and why there is nothing to guess from. */

export interface LineupMatch {
  id: number;
  league_id: number;
  home_team_id: number;
  away_team_id: number;
  kickoff_at: Date | null;
  status: string;
}

export interface EarlierLineup {
  /** Which team's it is in the match that is asked for. */
  of: Side;
  formation: string | null;
  coach: string | null;
  players: LineupPlayer[];
  /** Players of the side who were sent off in that match. */
  sent_off: string[];
}

/** The last line-ups of both teams before a match, in any league and not before `since`: at most `limit` of each, the newest first. */
export async function findEarlierLineups(db: Db, match: LineupMatch, since: Date, limit: number): Promise<EarlierLineup[]> {
  const lineupsAs = (side: Side) => sql`
    (select m.kickoff_at, l.formation, l.coach, l.players,
        array(select e.player from match_events e where e.match_id = m.id and e.side = l.side
          and e.type in ('red', 'second_yellow') and e.player is not null) as sent_off
      from matches m join lineups l on l.match_id = m.id and l.side = ${side}
      where m.${sql.ref(`${side}_team_id`)} = t.team_id and m.id <> ${match.id} and m.kickoff_at > ${since}
        and m.kickoff_at < coalesce(${match.kickoff_at}::timestamptz, 'infinity') and jsonb_array_length(l.players) > 0
      order by m.kickoff_at desc limit ${limit})`;
  const { rows } = await sql<EarlierLineup>`
    select t.side as of, l.formation, l.coach, l.players, l.sent_off
    from (values ('home', ${match.home_team_id}::integer), ('away', ${match.away_team_id}::integer)) as t (side, team_id)
    cross join lateral (
      select * from (${lineupsAs('home')} union all ${lineupsAs('away')}) as both_sides order by kickoff_at desc limit ${limit}
    ) as l
    order by t.side, l.kickoff_at desc`.execute(db);
  return rows;
}

export interface Squad {
  team_id: number;
  coach: string | null;
  players: SquadPlayer[];
}

export async function findSquads(db: Db, { home_team_id, away_team_id }: LineupMatch): Promise<Squad[]> {
  const rows = await db.selectFrom('squads').selectAll().where('team_id', 'in', [home_team_id, away_team_id]).execute();
  return rows.map((row) => ({ ...row, players: row.players as unknown as SquadPlayer[] }));
}

export interface LineupCoverage {
  /** A feed tells of the match. */
  is_told: boolean;
  /** A match of the league had line-ups lately. */
  is_league_covered: boolean;
  home_has_played: boolean;
  away_has_played: boolean;
}

/** Line-ups are looked for in matches since `since`: of all that a league ever played there may be very many. */
export async function findCoverage(db: Db, match: LineupMatch, since: Date): Promise<LineupCoverage> {
  const hasPlayed = (teamId: number) => sql`
    (exists (select from matches where home_team_id = ${teamId} and id <> ${match.id} and status in ('ft', 'aet', 'pen'))
      or exists (select from matches where away_team_id = ${teamId} and id <> ${match.id} and status in ('ft', 'aet', 'pen')))`;
  const { rows } = await sql<LineupCoverage>`
    select exists (select from feed_ids where kind = 'match' and id = ${match.id}) as is_told,
      exists (select from matches m join lineups l on l.match_id = m.id
        where m.league_id = ${match.league_id} and m.kickoff_at > ${since}) as is_league_covered,
      ${hasPlayed(match.home_team_id)} as home_has_played, ${hasPlayed(match.away_team_id)} as away_has_played`.execute(db);
  return rows[0]!;
}
