import { sql } from 'kysely';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getHeadToHead, PastMatch } from '#contract/matches.ts';
import type { Deps } from '#server/deps.ts';
import { leagueRef } from '#server/modules/match-data/leagues/refs.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { ReplyPlan } from '#server/platform/http/response-cache.ts';
import { anyOf } from './detail-queries.ts';
import { matchSummary, matchTopic, NO_PRICES } from './match-view.ts';
import { bothTeams, findMatch, leagueObject } from './queries.ts';

const MEETINGS = 10;
const RECENT = 5;

/** Returns the results of earlier meetings of a match's two teams, and each team's last matches in any league. */
export const headToHead = (deps: Deps, { id }: { id: number }): ReplyPlan<ReplyOf<typeof getHeadToHead>> => ({
  key: String(id),
  topics: [matchTopic(id)],
  make: async () => {
    const match = await findMatch(deps.db, id);
    if (!match) throw new AppError('not_found');
    const before = match.kickoff_at ?? deps.now();
    const { meetings, home_recent, away_recent, ...totals } = await findMeetings(deps.db, match, before, MEETINGS, RECENT);
    const rows = await findPastMatches(deps.db, [...new Set([...meetings, ...home_recent, ...away_recent])]);
    const shown = (ids: readonly number[]) => ids.map((past) => pastMatch(rows.get(past)!));
    return { totals, items: shown(meetings), recent: { home: shown(home_recent), away: shown(away_recent) } };
  },
});

type PastRow = Awaited<ReturnType<typeof findPastMatches>> extends Map<number, infer Row> ? Row : never;

const pastMatch = (row: PastRow): PastMatch => ({
  ...matchSummary({ ...row, red_home: 0, red_away: 0 }, NO_PRICES),
  league: leagueRef(row.league),
});

interface Pairing {
  id: number;
  home_team_id: number;
  away_team_id: number;
  kickoff_at: Date | null;
}

interface Meetings {
  played: number;
  home_wins: number;
  draws: number;
  away_wins: number;
  home_goals: number;
  away_goals: number;
  /** Ids of the last meetings, and of the last matches of each team, the newest first. */
  meetings: number[];
  home_recent: number[];
  away_recent: number[];
}

/** Statuses of matches that were played to the end or awarded. */
const ENDED = sql.raw(`status in ('ft', 'aet', 'pen', 'awd')`);

/** Returns the results of two teams' meetings before a match, wherever they were played; `home` and `away` are this match's. A shoot-out counts as a draw. */
async function findMeetings(db: Db, match: Pairing, before: Date, meetings: number, recent: number): Promise<Meetings> {
  const { home_team_id: home, away_team_id: away } = match;
  const meetingsAt = (one: number, other: number) => sql`
    select id, kickoff_at, home_team_id = ${home} as is_same_way, home_score, away_score from matches
    where home_team_id = ${one} and away_team_id = ${other} and kickoff_at < ${before} and id <> ${match.id} and ${ENDED}`;
  const lastAs = (side: 'home' | 'away', team: number) => sql`
    (select id, kickoff_at from matches where ${sql.ref(`${side}_team_id`)} = ${team} and kickoff_at < ${before} and id <> ${match.id} and ${ENDED}
      order by kickoff_at desc, id desc limit ${recent})`;
  const lastOf = (team: number) => sql`
    array(select id from (${lastAs('home', team)} union all ${lastAs('away', team)}) as both_sides
      order by kickoff_at desc, id desc limit ${recent})`;
  const { rows } = await sql<Meetings>`
    with meetings as (
      select id, kickoff_at, case when is_same_way then home_score else away_score end as own, case when is_same_way then away_score else home_score end as others
      from (${meetingsAt(home, away)} union all ${meetingsAt(away, home)}) as both_ways
    )
    select count(*) filter (where own is not null and others is not null)::integer as played,
      count(*) filter (where own > others)::integer as home_wins, count(*) filter (where own = others)::integer as draws,
      count(*) filter (where own < others)::integer as away_wins,
      coalesce(sum(own), 0)::integer as home_goals, coalesce(sum(others), 0)::integer as away_goals,
      array(select id from meetings order by kickoff_at desc, id desc limit ${meetings}) as meetings,
      ${lastOf(home)} as home_recent, ${lastOf(away)} as away_recent
    from meetings`.execute(db);
  return rows[0]!;
}

/** Returns finished matches by their ids. */
async function findPastMatches(db: Db, ids: readonly number[]) {
  const rows = await db
    .selectFrom('matches as m')
    .innerJoin('leagues as l', 'l.id', 'm.league_id')
    .innerJoin('teams as h', 'h.id', 'm.home_team_id')
    .innerJoin('teams as a', 'a.id', 'm.away_team_id')
    .selectAll('m')
    .select(bothTeams)
    .select((eb) => leagueObject(eb).as('league'))
    .where('m.id', '=', anyOf(ids))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
