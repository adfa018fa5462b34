-- The spoiler shield shows the site as it was some seconds ago, or without the results that a reader has not asked for (docs/decisions/042).
-- Its connections have the search_path "shield, public". The views below have the names of the tables that a score can be told from, and are read in
-- their place; all other tables are read directly. Two settings of the connection say what is held back:
--   matchpoint.shield    whole seconds, 1 to 180: everything is shown as it was that long ago; or 'reveal': the results of recent matches are hidden
--   matchpoint.revealed  with 'reveal': the ids of the matches that are shown nevertheless, separated by commas

create schema shield;

-- Rows as they were before each change, kept for some minutes. The state of a row at a moment is in the oldest of its changes after that moment.
create table shield.past (
  id bigint generated always as identity primary key,
  of_table text not null,
  match_id integer not null,
  row_key text not null,
  changed_at timestamptz not null default clock_timestamp(),
  -- Null: the row did not exist.
  was jsonb
);
create index past_of_match on shield.past (of_table, match_id, changed_at);
create index past_by_time on shield.past (changed_at);

-- Stores a row as it was before a change. The arguments are the columns that identify the row; the first of them is the match's id. Only rows of
-- matches that have begun and are no older than four days are stored: corrections of a result come within three days.
create function shield.remember() returns trigger language plpgsql as $$
declare
  v_was jsonb := case when tg_op = 'INSERT' then null else to_jsonb(old) end;
  v_row jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
begin
  if exists (
    select from public.matches m
      where m.id = (v_row ->> tg_argv[0])::integer and m.status <> 'ns' and m.kickoff_at between now() - interval '4 days' and now() + interval '1 day'
  ) then
    insert into shield.past (of_table, match_id, row_key, was)
      select tg_table_name, (v_row ->> tg_argv[0])::integer, string_agg(v_row ->> name, ' ' order by position), v_was from unnest(tg_argv) with ordinality as key (name, position);
  end if;
  return null;
end $$;

-- A confirmation that changes nothing else is not stored.
create trigger matches_are_remembered after update on matches for each row
  when (new.status <> 'ns' and (old.status, old.minute, old.stoppage, old.home_score, old.away_score, old.halftime, old.fulltime, old.extratime, old.penalty, old.period::text, old.parts::text, old.awarded_to)
    is distinct from (new.status, new.minute, new.stoppage, new.home_score, new.away_score, new.halftime, new.fulltime, new.extratime, new.penalty, new.period::text, new.parts::text, new.awarded_to))
  execute function shield.remember('id');
create trigger events_are_remembered after insert or update or delete on match_events for each row execute function shield.remember('match_id', 'feed_event_id');
create trigger statistics_are_remembered after insert or update or delete on match_statistics for each row execute function shield.remember('match_id', 'side');
create trigger shots_are_remembered after insert or update or delete on match_shots for each row execute function shield.remember('match_id');
create trigger prices_are_remembered after update on odds for each row
  when ((old.home, old.draw, old.away, old.suspended, old.outdated_until) is distinct from (new.home, new.draw, new.away, new.suspended, new.outdated_until))
  execute function shield.remember('match_id', 'bookmaker', 'market');
-- Stakes are not stored: a pool accepts none once its match has begun.
create trigger endings_are_remembered after update of state on contests for each row
  when (old.state is distinct from new.state) execute function shield.remember('match_id', 'id');

-- Returns the moment that is shown.
create function shield.moment() returns timestamptz language sql stable as $$
  select statement_timestamp() - case current_setting('matchpoint.shield') when 'reveal' then interval '0' else make_interval(secs => current_setting('matchpoint.shield')::integer) end
$$;

-- Whether a match is hidden: it began within the last two days, and its reader has not asked for it.
create function shield.hides(p_match_id integer, p_status text, p_kickoff_at timestamptz) returns boolean language sql stable as $$
  select current_setting('matchpoint.shield') = 'reveal'
    and p_status not in ('ns', 'tbd', 'pst', 'canc')
    and coalesce(p_kickoff_at > statement_timestamp() - interval '48 hours', false)
    and p_match_id <> all (coalesce(string_to_array(nullif(current_setting('matchpoint.revealed', true), ''), ',')::integer[], '{}'))
$$;
create function shield.is_hidden(p_match_id integer) returns boolean language sql stable as $$
  select current_setting('matchpoint.shield') = 'reveal'
    and exists (select from public.matches m where m.id = p_match_id and shield.hides(m.id, m.status, m.kickoff_at))
$$;

-- Returns the rows of a table that have changed since the moment, as they were at the moment: the first change after it has them.
create function shield.changed_since(p_table text) returns table (match_id integer, row_key text, was jsonb) language sql stable as $$
  select distinct on (p.match_id, p.row_key) p.match_id, p.row_key, p.was from shield.past p
    where current_setting('matchpoint.shield') <> 'reveal' and p.of_table = p_table and p.changed_at > shield.moment()
    order by p.match_id, p.row_key, p.id
$$;
-- Whether one row has changed since the moment. It asks by match: only the few changes of the match are read.
create function shield.has_changed(p_table text, p_match_id integer, p_key text) returns boolean language sql stable as $$
  select exists (
    select from shield.past p where p.of_table = p_table and p.match_id = p_match_id and p.row_key = p_key and p.changed_at > shield.moment()
  )
$$;

-- In rows from the past, the match's id is taken from the change and not from the row in it: a query about one match reads the changes of that match
-- alone. With "offset 0" each row asks once whether it is hidden, and not once for each column.
create view shield.matches as
  with known as (
    select m.* from public.matches m where not shield.has_changed('matches', m.id, m.id::text)
    union all
    select c.match_id as id, r.league_id, r.season, r.round, r.home_team_id, r.away_team_id, r.kickoff_at, r.venue, r.status, r.minute, r.stoppage, r.period,
        r.home_score, r.away_score, r.halftime, r.fulltime, r.extratime, r.penalty, r.seen_at, r.status_since, r.fulltime_since, r.started_at, r.confirmed_at,
        r.group_name, r.parts, r.awarded_to, r.is_concealed, r.series_parts, r.series_race, r.draw_possible, r.contest_barred, r.referee, r.scores_delayed, r.is_neutral
      from shield.changed_since('matches') c cross join lateral jsonb_populate_record(null::public.matches, c.was) r
  )
  select m.id, m.league_id, m.season, m.round, m.home_team_id, m.away_team_id, m.kickoff_at, m.venue,
      case when h.is_hidden then 'ns' else m.status end as status,
      case when not h.is_hidden then m.minute end as minute,
      case when not h.is_hidden then m.stoppage end as stoppage,
      case when not h.is_hidden then m.period end as period,
      case when not h.is_hidden then m.home_score end as home_score,
      case when not h.is_hidden then m.away_score end as away_score,
      case when not h.is_hidden then m.halftime end as halftime,
      case when not h.is_hidden then m.fulltime end as fulltime,
      case when not h.is_hidden then m.extratime end as extratime,
      case when not h.is_hidden then m.penalty end as penalty,
      case when not h.is_hidden then m.seen_at end as seen_at,
      case when h.is_hidden then m.kickoff_at else m.status_since end as status_since,
      case when not h.is_hidden then m.fulltime_since end as fulltime_since,
      case when not h.is_hidden then m.started_at end as started_at,
      m.confirmed_at, m.group_name,
      case when not h.is_hidden then m.parts end as parts,
      case when not h.is_hidden then m.awarded_to end as awarded_to,
      h.is_hidden as is_concealed, m.series_parts, m.series_race, m.draw_possible, m.contest_barred, m.referee, m.scores_delayed, m.is_neutral
    from known m cross join lateral (select shield.hides(m.id, m.status, m.kickoff_at) as is_hidden offset 0) h;

create view shield.match_events as
  select e.* from public.match_events e
    where not shield.has_changed('match_events', e.match_id, e.match_id || ' ' || e.feed_event_id) and not shield.is_hidden(e.match_id)
  union all
  select c.match_id, r.feed_event_id, r.position, r.type, r.side, r.period, r.minute, r.stoppage, r.player, r.other, r.detail
    from shield.changed_since('match_events') c cross join lateral jsonb_populate_record(null::public.match_events, c.was) r where c.was is not null;

create view shield.match_statistics as
  select s.* from public.match_statistics s
    where not shield.has_changed('match_statistics', s.match_id, s.match_id || ' ' || s.side) and not shield.is_hidden(s.match_id)
  union all
  select c.match_id, r.side, r.numbers
    from shield.changed_since('match_statistics') c cross join lateral jsonb_populate_record(null::public.match_statistics, c.was) r where c.was is not null;

create view shield.match_statistic_snapshots as
  select s.* from public.match_statistic_snapshots s where s.seen_at <= shield.moment() and not shield.is_hidden(s.match_id);

create view shield.match_shots as
  select s.* from public.match_shots s where not shield.has_changed('match_shots', s.match_id, s.match_id::text) and not shield.is_hidden(s.match_id)
  union all
  select c.match_id, r.feed, r.shots
    from shield.changed_since('match_shots') c cross join lateral jsonb_populate_record(null::public.match_shots, c.was) r where c.was is not null;

create view shield.player_ratings as
  select r.* from public.player_ratings r where r.seen_at <= shield.moment() and not shield.is_hidden(r.match_id);

-- Who is known only because of what happened in a hidden match is not known.
create view shield.players as
  select p.* from public.players p where p.seen_at <= shield.moment() and (p.match_id is null or not shield.is_hidden(p.match_id));

create view shield.odds as
  select o.* from public.odds o
    where not shield.has_changed('odds', o.match_id, concat_ws(' ', o.match_id, o.bookmaker, o.market)) and not shield.is_hidden(o.match_id)
  union all
  select c.match_id, r.bookmaker, r.market, r.home, r.draw, r.away, r.opening_home, r.opening_draw, r.opening_away, r.closing_home, r.closing_draw, r.closing_away,
      r.moved_home, r.moved_draw, r.moved_away, r.suspended, r.changed_at, r.confirmed_at, r.cadence_seconds, r.outdated_until
    from shield.changed_since('odds') c cross join lateral jsonb_populate_record(null::public.odds, c.was) r;

create view shield.odds_movements as
  select o.* from public.odds_movements o where o.at <= shield.moment() and not shield.is_hidden(o.match_id);

create view shield.contests as
  with known as (
    select c.* from public.contests c where not shield.has_changed('contests', c.match_id, c.match_id || ' ' || c.id)
    union all
    select r.* from shield.changed_since('contests') p cross join lateral jsonb_populate_record(null::public.contests, p.was) r
  )
  select c.id, c.match_id, c.market,
      case when h.is_hidden and c.state in ('settled', 'void', 'paused') then 'locked' else c.state end as state,
      c.draw_possible, c.home_team_id, c.away_team_id, c.deadline_at,
      case when h.is_hidden then least(c.state_since, coalesce(c.deadline_at, c.state_since)) else c.state_since end as state_since,
      c.first_deadline_at,
      case when not h.is_hidden then c.unresolved_at end as unresolved_at,
      c.stake_home, c.stake_draw, c.stake_away, c.participants, c.fee_percent, c.participants_min, c.rule_version,
      case when not h.is_hidden then c.ending end as ending,
      case when not h.is_hidden then c.started_at end as started_at,
      case when not h.is_hidden then c.home_score end as home_score,
      case when not h.is_hidden then c.away_score end as away_score,
      case when not h.is_hidden then c.winner end as winner,
      case when not h.is_hidden then c.void_reason end as void_reason,
      case when not h.is_hidden then c.fee end as fee,
      c.created_at,
      case when not h.is_hidden then c.settled_at end as settled_at,
      c.payout_home, c.payout_draw, c.payout_away,
      case when not h.is_hidden then c.facts end as facts,
      c.receipt_salt,
      case when not h.is_hidden then c.paid end as paid,
      case when not h.is_hidden then c.refunded end as refunded,
      case when not h.is_hidden then c.last_transfer_id end as last_transfer_id,
      case when not h.is_hidden then c.by_hand_at end as by_hand_at
    from known c cross join lateral (select shield.is_hidden(c.match_id) as is_hidden offset 0) h;

-- A bet is ongoing until the moment at which it ended. The view hides how it ended, and with that how much of it was at risk.
create view shield.bets as
  select b.id, b.user_id, b.contest_id, b.pick, b.stake,
      case when h.is_hidden then 'ongoing' else b.state end as state,
      case when h.is_hidden then 0 else b.payout end as payout,
      case when h.is_hidden then 0 else b.refund end as refund,
      case when not h.is_hidden then b.hit end as hit,
      b.placed_at,
      case when not h.is_hidden then b.settled_at end as settled_at,
      b.fixed_payout,
      case when not h.is_hidden then b.at_risk end as at_risk,
      case when not h.is_hidden then b.at_risk_reason end as at_risk_reason,
      case when not h.is_hidden then b.net_won end as net_won
    from public.bets b
    cross join lateral (
      select b.settled_at is not null
        and (b.settled_at > shield.moment() or shield.is_hidden((select c.match_id from public.contests c where c.id = b.contest_id))) as is_hidden
      offset 0
    ) h;

create view shield.forecast_scores as
  select s.* from public.forecast_scores s where s.result_since <= shield.moment() and not shield.is_hidden(s.match_id);

create view shield.chat_messages as
  select m.* from public.chat_messages m where m.created_at <= shield.moment() and not shield.is_hidden(m.match_id);

-- What a match's end does to a forecast without a stake.
create view shield.user_forecasts as
  select f.user_id, f.match_id, f.home, f.draw, f.away, f.made_at,
      case when not h.is_hidden then f.result_since end as result_since,
      case when not h.is_hidden then f.outcome end as outcome,
      case when not h.is_hidden then f.score end as score,
      case when not h.is_hidden then f.model_score end as model_score,
      case when not h.is_hidden then f.market_score end as market_score,
      case when not h.is_hidden then f.crowd_score end as crowd_score,
      f.home_team_id, f.away_team_id, f.draw_possible,
      case when not shield.is_hidden(f.match_id) and f.voided_at <= shield.moment() then f.voided_at end as voided_at
    from public.user_forecasts f
    cross join lateral (
      select f.result_since is not null and (f.result_since > shield.moment() or shield.is_hidden(f.match_id)) as is_hidden offset 0
    ) h;

create view shield.contest_corrections as
  select c.* from public.contest_corrections c
    where c.corrected_at <= shield.moment() and not shield.is_hidden((select o.match_id from public.contests o where o.id = c.contest_id));

-- What a contest paid or took back tells how it ended; stakes tell nothing.
create view shield.transfers as
  select t.* from public.transfers t
    where t.contest_id is null or t.source = 'bet_stake'
      or (t.created_at <= shield.moment() and not shield.is_hidden((select c.match_id from public.contests c where c.id = t.contest_id)));

-- An outlook tells of the results that were known when it was made: those of its league, and those from which the model learned about its teams.
-- With results hidden, the latest is shown that was made before the first hidden match of these teams began.
create view shield.seasons_simulated as
  select o.* from public.seasons_simulated o
    where o.simulated_at <= shield.moment()
      and not (
        current_setting('matchpoint.shield') = 'reveal' and exists (
          select from public.matches m
            where m.kickoff_at > statement_timestamp() - interval '48 hours' and m.kickoff_at <= o.simulated_at
              and shield.hides(m.id, m.status, m.kickoff_at)
              and exists (
                select from public.league_teams t
                  where t.league_id = o.league_id and t.season = o.season and t.team_id in (m.home_team_id, m.away_team_id)
              )
        )
      );

-- The log of webhooks leaves out what its reader does not want to know yet. The webhooks themselves are told at once.
create view shield.webhook_events as
  select e.* from public.webhook_events e
    where e.happened_at <= shield.moment() and (e.match_id is null or not shield.is_hidden(e.match_id));
