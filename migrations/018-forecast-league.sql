-- Of whom a forecast speaks, and when it turned out that it can never be scored.
alter table user_forecasts
  -- With other teams in the match it is a forecast of another match.
  add column home_team_id integer not null references teams,
  add column away_team_id integer not null references teams,
  -- The match came to nothing, or the forecast turned out to be later than the true kick-off. A new forecast begins anew.
  add column voided_at timestamptz,
  add check (voided_at is null or result_since is null);

create index user_forecasts_waiting on user_forecasts (match_id) where result_since is null and voided_at is null;
