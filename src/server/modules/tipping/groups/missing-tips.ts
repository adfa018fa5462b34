import { type RawBuilder, sql } from 'kysely';

/** What closes after `from` and by `until`, for members who joined by `joinedBy`. */
export interface MissingWithin {
  from: Date;
  until: Date;
  joinedBy: Date;
}

/**
 * Returns a query for all tips of all groups that are missing within a time: user_id, group_id, match_id and closes_at. One query, as there
 * may be thousands of groups and members. Postponed matches are left out: nobody needs to hurry.
 */
export const missingTips = ({ from, until, joinedBy }: MissingWithin): RawBuilder<unknown> => sql`
  with near as materialized (
    select m.id as match_id, m.league_id, m.season, m.round, m.kickoff_at, m.home_team_id, m.away_team_id, l.sport
    from matches m join leagues l on l.id = m.league_id
    where m.kickoff_at > ${from} and m.kickoff_at <= ${until} and m.status in ('ns', 'tbd')
  ), of_groups as (
    select t.group_id, n.* from near n join tipping_competitions t on t.league_id = n.league_id
    union select t.group_id, n.* from near n join tipping_competitions t on t.team_id = n.home_team_id
    union select t.group_id, n.* from near n join tipping_competitions t on t.team_id = n.away_team_id
    union select t.group_id, n.* from near n join tipping_competitions t on t.sport = n.sport
  ), closing as (
    select n.*, g.round_kind, g.starts_at, r.deadline
    from of_groups n join tipping_groups g on g.id = n.group_id
    cross join lateral (
      select rules ->> 'deadline' as deadline from tipping_rules where group_id = g.id order by version desc limit 1
    ) r
    where n.kickoff_at >= g.starts_at
  ), rounds as (
    select group_id, round_kind, starts_at, min(kickoff_at) as closes_at,
      case when round_kind = 'league_round' then league_id end as league_id,
      case when round_kind = 'league_round' then season end as season,
      case when round_kind = 'league_round' then round end as round,
      case when round_kind <> 'league_round' then date_trunc(round_kind, kickoff_at, 'UTC') end as begins_at
    from closing where deadline = 'round'
    group by 1, 2, 3, 5, 6, 7, 8
  ), of_rounds as (
    select r.group_id, m.id as match_id, m.status, r.closes_at,
      min(m.kickoff_at) filter (where m.status not in ('canc', 'abd', 'awd', 'wo'))
        over (partition by r.group_id, r.league_id, r.season, r.round, r.begins_at) as first_at
    from rounds r
    cross join lateral (
      select * from matches where league_id = r.league_id and season = r.season and round = r.round
      union all
      select * from matches where kickoff_at >= r.begins_at
        and kickoff_at < r.begins_at + make_interval(hours => case r.round_kind when 'week' then 168 else 24 end)
    ) m
    join leagues l on l.id = m.league_id
    where (m.kickoff_at is null or m.kickoff_at >= r.starts_at)
      and exists (select from tipping_competitions t where t.group_id = r.group_id
        and (t.league_id = m.league_id or t.team_id in (m.home_team_id, m.away_team_id) or t.sport = l.sport))
  ), open as (
    select group_id, match_id, kickoff_at as closes_at from closing where deadline = 'match'
    -- A round whose first match has begun is closed.
    union all select group_id, match_id, closes_at from of_rounds where first_at = closes_at and status in ('ns', 'tbd')
  )
  select m.user_id, o.group_id, o.match_id, o.closes_at
  from open o
  join tipping_members m on m.group_id = o.group_id
  where m.left_at is null and m.user_id is not null and m.joined_at <= ${joinedBy}
    and not exists (select from tipping_closed c where c.group_id = o.group_id and c.match_id = o.match_id)
    and not exists (select from tips t where t.group_id = o.group_id and t.match_id = o.match_id and t.member_id = m.id)`;
