-- What our models said of matches. Before kick-off a forecast is made anew when there is news; at kick-off it is frozen for good.
create table forecasts (
  match_id integer primary key references matches,
  -- Which model, and which version of it: "football-1".
  model text not null,
  made_at timestamptz not null,
  frozen_at timestamptz,
  -- Outcomes, expected goals and what they are made of: see src/server/features/forecasts/stored-forecast.ts.
  content jsonb not null,
  -- Bookmakers' and the pool's opinions when it was frozen, {"home": 0.5, "draw": 0.3, "away": 0.2}; null where there were none.
  market jsonb,
  crowd jsonb
);
create index forecasts_frozen on forecasts (frozen_at) where frozen_at is not null;
create index forecasts_to_freeze on forecasts (match_id) where frozen_at is null;

create trigger forecasts_stay_frozen before update or delete on forecasts
  for each row when (old.frozen_at is not null) execute function refuse_change();
create trigger forecasts_are_kept before truncate on forecasts for each statement execute function refuse_change();

-- What is new since the models learned last.
create index matches_by_result on matches (fulltime_since) where fulltime_since is not null;

-- How seasons may end, from playing the rest of them many times: see src/server/features/forecasts/season-outlook.ts.
create table seasons_simulated (
  league_id integer not null references leagues,
  season text not null,
  simulated_at timestamptz not null,
  content jsonb not null,
  primary key (league_id, season)
);
