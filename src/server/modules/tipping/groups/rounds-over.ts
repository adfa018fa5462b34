import { type SqlBool, sql } from 'kysely';
import { type MatchStatus, statusesOf } from '#domain/matches/match-status.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time.ts';
import { groupTable } from '#domain/tipping/group-table.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { closeDue } from './group-matches.ts';
import type { GroupRow } from './group-queries.ts';
import { standingOf } from './standing.ts';

/** A result counts as final once neither it nor the status has changed for this long: feeds correct what they told in a hurry. */
const SETTLED_MS = 10 * MINUTE_MS;
/** A match that begins later than this is not waited for: it was put off, and the round is told without it. */
const PUT_OFF_MS = 4 * DAY_MS;
/** Groups whose matches nobody looked at are closed by so many at a time. */
const CLOSED_AT_ONCE = 200;

const listed = (statuses: readonly MatchStatus[]) => sql.join(statuses.map((status) => sql.lit(status)));
const PLAYED: readonly MatchStatus[] = ['ft', 'aet', 'pen'];
const CALLED_OFF: readonly MatchStatus[] = ['canc', 'abd', 'awd', 'wo'];

export interface RoundOver {
  groupId: string;
  roundKey: string;
  /** When its last result became what it is. */
  endedAt: Date;
}

/**
 * Returns rounds that are over and whose end was not told: no match of it is still to come within four days, at least half have been played,
 * and their results have stood for ten minutes. One query over all groups.
 */
export async function findRoundsOver(db: Db, at: Date, limit: number): Promise<RoundOver[]> {
  const settledBy = new Date(at.getTime() - SETTLED_MS);
  const isHolding = sql<SqlBool>`m.status not in (${listed(statusesOf('finished'))}) and m.status <> 'pst'
    and m.kickoff_at <= ${new Date(at.getTime() + PUT_OFF_MS)}`;
  const isPlayed = sql<SqlBool>`m.status in (${listed(PLAYED)})`;
  const counts = sql<SqlBool>`m.status not in (${listed(CALLED_OFF)})`;
  const { rows } = await sql<RoundOver>`
    with ended as materialized (
      select c.group_id, c.round_key, g.round_kind, g.starts_at,
        count(*) filter (where ${isPlayed}) as played, count(*) filter (where ${counts}) as counting,
        max(greatest(m.status_since, m.fulltime_since)) as ended_at
      from tipping_closed c join tipping_groups g on g.id = c.group_id join matches m on m.id = c.match_id
      where c.digested_at is null
      group by 1, 2, 3, 4
      having count(*) filter (where ${isHolding}) = 0 and count(*) filter (where ${isPlayed}) > 0
        and max(greatest(m.status_since, m.fulltime_since)) <= ${settledBy}
    ), keyed as (
      select *,
        case when round_kind = 'league_round' then split_part(round_key, ':', 2)::integer end as league_id,
        case when round_kind = 'league_round' then split_part(round_key, ':', 3) end as season,
        case when round_kind <> 'league_round' then right(round_key, 10)::date::timestamp at time zone 'UTC' end as begins_at
      from ended e
      where not exists (select from tipping_closed d
        where d.group_id = e.group_id and d.round_key = e.round_key and d.digested_at is not null)
    )
    select k.group_id as "groupId", k.round_key as "roundKey", k.ended_at as "endedAt"
    from keyed k
    cross join lateral (
      select count(*) filter (where ${isHolding}) as holding, count(*) filter (where ${counts}) as counting
      from (
        select * from matches where league_id = k.league_id and season = k.season
          and 'league:' || league_id || ':' || season || ':' || round = k.round_key
        union all
        select * from matches where kickoff_at >= k.begins_at
          and kickoff_at < k.begins_at + make_interval(hours => case k.round_kind when 'week' then 168 else 24 end)
      ) m
      join leagues l on l.id = m.league_id
      where (m.kickoff_at is null or m.kickoff_at >= k.starts_at)
        and not exists (select from tipping_closed c where c.group_id = k.group_id and c.match_id = m.id)
        and exists (select from tipping_competitions t where t.group_id = k.group_id
          and (t.league_id = m.league_id or t.team_id in (m.home_team_id, m.away_team_id) or t.sport = l.sport))
    ) open
    where open.holding = 0 and k.played * 2 >= k.counting + open.counting
    order by k.ended_at limit ${limit}`.execute(db);
  return rows;
}

/** Closes matches that ended and that nobody of their groups has looked at since they began. */
export async function closeUnseen(deps: Deps): Promise<void> {
  const at = deps.now();
  const { rows } = await sql<{ group_id: string }>`
    with ended as materialized (
      select m.id, m.league_id, m.home_team_id, m.away_team_id, m.kickoff_at, l.sport
      from matches m join leagues l on l.id = m.league_id
      where m.kickoff_at > ${new Date(at.getTime() - PUT_OFF_MS)} and m.kickoff_at <= ${at} and m.status in (${listed(PLAYED)})
    ), of_groups as (
      select t.group_id, e.id, e.kickoff_at from ended e join tipping_competitions t on t.league_id = e.league_id
      union select t.group_id, e.id, e.kickoff_at from ended e join tipping_competitions t on t.team_id in (e.home_team_id, e.away_team_id)
      union select t.group_id, e.id, e.kickoff_at from ended e join tipping_competitions t on t.sport = e.sport
    )
    select distinct o.group_id from of_groups o join tipping_groups g on g.id = o.group_id
    where o.kickoff_at >= g.starts_at
      and not exists (select from tipping_closed c where c.group_id = o.group_id and c.match_id = o.id)
    limit ${CLOSED_AT_ONCE}`.execute(deps.db);
  for (const { group_id } of rows) {
    const group = await findGroup(deps.db, group_id);
    if (group) await closeDue(deps, group);
  }
}

/** How a round ended for its group. */
export interface RoundResult {
  groupName: string;
  /** Members who tipped in it; `placeBefore` is null if nothing had counted before. */
  members: { userId: string; placeBefore: number | null; place: number; points: number }[];
  /** Who had the most points in it, if anybody had any. */
  winnerIds: string[];
  best: number;
}

/** Returns how a round ended: places with all final results, and without those of this round. Null if the group has ended. */
export async function roundResult(deps: Deps, groupId: string, roundKey: string): Promise<RoundResult | null> {
  const group = await findGroup(deps.db, groupId);
  if (!group) return null;
  const { shown, contenders, counted, rowOf, rules } = await standingOf(deps, group);
  const final = counted.filter(({ isFinal }) => isFinal);
  const [ofRound, others] = [final.filter(({ round }) => round === roundKey), final.filter(({ round }) => round !== roundKey)];
  const tableOf = (matches: typeof final) => {
    const rows = groupTable({ rows: [...shown.keys()], contenders, matches, running: NONE, ties: rules.ties });
    return new Map(rows.map((row) => [row.row, row]));
  };
  const [after, before, own] = [tableOf(final), tableOf(others), tableOf(ofRound)];
  const members = [...rowOf].map(([userId, row]) => ({
    ...{ userId, tips: own.get(row)!.tips, points: own.get(row)!.points, place: after.get(row)!.place },
    placeBefore: others.length === 0 ? null : before.get(row)!.place,
  }));
  const best = Math.max(0, ...members.map(({ points }) => points));
  return {
    ...{ groupName: group.name, best, members: members.filter(({ tips }) => tips > 0) },
    winnerIds: best === 0 ? [] : members.filter(({ points }) => points === best).map(({ userId }) => userId),
  };
}

/** All rounds count as over: only final results are in these tables. */
const NONE: ReadonlySet<string> = new Set();

const findGroup = (db: Db, groupId: string): Promise<GroupRow | undefined> =>
  db.selectFrom('tipping_groups').selectAll().where('id', '=', groupId).executeTakeFirst();

/** Records that the end of a round was told, or is too long ago to be. */
export async function markRoundTold(db: Db, groupId: string, roundKey: string, at: Date): Promise<void> {
  await db
    .updateTable('tipping_closed')
    .set({ digested_at: at })
    .where('group_id', '=', groupId)
    .where('round_key', '=', roundKey)
    .where('digested_at', 'is', null)
    .execute();
}
