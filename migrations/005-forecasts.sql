-- Forecasts: those of our models, how well they did, and those of users without stakes.

-- What our models say of matches. Before kick-off a forecast is replaced when there is news. At kick-off it is frozen for good.
create table forecasts (
  match_id integer primary key references matches,
  -- The model and its version: "football-1".
  model text not null,
  made_at timestamptz not null,
  -- Null: the forecast is not frozen.
  frozen_at timestamptz,
  -- Outcomes, expected goals and what they are made of: see src/server/modules/forecasting/forecasts/stored-forecast.ts.
  content jsonb not null,
  -- The opinions of bookmakers and of the pool when the forecast was frozen, {"home": 0.5, "draw": 0.3, "away": 0.2}; null where there were none.
  market jsonb,
  crowd jsonb
);
create index forecasts_frozen on forecasts (frozen_at) where frozen_at is not null;
create index forecasts_to_freeze on forecasts (match_id) where frozen_at is null;
create trigger forecasts_stay_frozen before update or delete on forecasts
  for each row when (old.frozen_at is not null) execute function refuse_change();
create trigger forecasts_are_kept before truncate on forecasts for each statement execute function refuse_change();

-- How each frozen forecast did, once its match has a result: the numbers of src/domain/forecast/evaluate.ts, counted once and not with every page.
create table forecast_scores (
  match_id integer primary key references forecasts,
  league_id integer not null references leagues,
  season text not null,
  kickoff_at timestamptz not null,
  -- Since when the scored result is the result of the match. A newer result is scored next.
  result_since timestamptz not null,
  -- How long before kick-off the forecast was made: over a day, over an hour, less.
  lead text not null check (lead in ('day', 'hours', 'kickoff')),
  home_score smallint not null,
  away_score smallint not null,
  outcome text not null check (outcome in ('home', 'draw', 'away')),
  -- The forecast probabilities.
  home double precision not null,
  draw double precision not null,
  away double precision not null,
  rps double precision not null,
  log_loss double precision not null,
  brier double precision not null,
  -- The same scores for the market and the crowd; null where they gave no opinion.
  market_rps double precision,
  market_log_loss double precision,
  market_brier double precision,
  crowd_rps double precision,
  crowd_log_loss double precision,
  crowd_brier double precision,
  -- Whether the likeliest score, or one of the three likeliest, came true; null in sports without a matrix of scores.
  top_hit boolean,
  top_three_hit boolean
);
create index forecast_scores_by_result on forecast_scores (result_since);
create index forecast_scores_by_kickoff on forecast_scores (kickoff_at);

-- How seasons may end, from many simulations of the remaining matches: see src/server/modules/forecasting/forecasts/season-outlook.ts. Outlooks of
-- the last days are kept, because a reader behind the spoiler shield is shown the latest one that knows no result hidden from them; what the
-- result of each match would change is kept in the latest alone.
create table seasons_simulated (
  league_id integer not null references leagues,
  season text not null,
  simulated_at timestamptz not null,
  content jsonb not null,
  primary key (league_id, season, simulated_at)
);

-- Users' forecasts of matches, in whole per cent, without stakes. They are scored once the match has a result.
create table user_forecasts (
  user_id uuid not null references users,
  match_id integer not null references matches,
  home smallint not null check (home between 0 and 100),
  draw smallint not null check (draw between 0 and 100),
  away smallint not null check (away between 0 and 100),
  made_at timestamptz not null,
  -- Since when the scored result is the result of the match. A corrected result is scored again.
  result_since timestamptz,
  outcome text check (outcome in ('home', 'draw', 'away')),
  -- Natural logarithms of the probability given to the outcome: by the user and, where they gave an opinion, by others at kick-off.
  score double precision,
  model_score double precision,
  market_score double precision,
  crowd_score double precision,
  -- The teams that the forecast is about, and whether the match could end level. If these change, it is a forecast of another match.
  home_team_id integer not null references teams,
  away_team_id integer not null references teams,
  draw_possible boolean not null,
  -- When it became clear that the forecast can never be scored: the match came to nothing, or the forecast was later than the true kick-off.
  -- A new forecast resets it.
  voided_at timestamptz,
  primary key (user_id, match_id),
  check (home + draw + away = 100),
  check (num_nulls(result_since, outcome, score) in (0, 3)),
  check (voided_at is null or result_since is null)
);
create index user_forecasts_by_match on user_forecasts (match_id);
create index user_forecasts_by_maker on user_forecasts (user_id, made_at desc);
create index user_forecasts_waiting on user_forecasts (match_id) where result_since is null and voided_at is null;

-- A bet, a forecast or a table of a tipping group that its user shows to anybody who has its address (docs/decisions/063-sharing.md).
create table shares (
  -- Random, and part of the address: nobody can guess one.
  id uuid primary key,
  user_id uuid not null references users,
  bet_id uuid unique references bets,
  forecast_match_id integer,
  -- The table of a group after a round; the reference is in 009.
  tipping_group_id uuid,
  tipping_round text,
  -- What else is shown: the user's handle; the stake and what it was paid.
  shows_name boolean not null,
  shows_points boolean not null,
  created_at timestamptz not null,
  unique (user_id, forecast_match_id),
  unique (user_id, tipping_group_id, tipping_round),
  foreign key (user_id, forecast_match_id) references user_forecasts on delete cascade,
  check (num_nonnulls(bet_id, forecast_match_id, tipping_group_id) = 1),
  check ((tipping_group_id is null) = (tipping_round is null))
);

-- Leagues among friends. Anybody with the code is a member.
create table forecast_groups (
  id uuid primary key,
  code text not null unique,
  name text not null check (length(name) between 1 and 60),
  owner_id uuid not null references users,
  created_at timestamptz not null
);
create index forecast_groups_by_owner on forecast_groups (owner_id);

create table forecast_group_members (
  group_id uuid not null references forecast_groups on delete cascade,
  user_id uuid not null references users,
  joined_at timestamptz not null,
  primary key (group_id, user_id)
);
create index forecast_group_members_by_user on forecast_group_members (user_id);
