-- How each frozen forecast did, once its match has a result: what src/domain/forecast/evaluate.ts says of it, counted once and not with every page.
create table forecast_scores (
  match_id integer primary key references forecasts,
  league_id integer not null references leagues,
  season text not null,
  kickoff_at timestamptz not null,
  -- Since when the result is the one that was scored: what is younger is scored next.
  result_since timestamptz not null,
  -- How long before kick-off the forecast was made: over a day, over an hour, less.
  lead text not null check (lead in ('day', 'hours', 'kickoff')),
  home_score smallint not null,
  away_score smallint not null,
  outcome text not null check (outcome in ('home', 'draw', 'away')),
  -- What was forecast.
  home double precision not null,
  draw double precision not null,
  away double precision not null,
  rps double precision not null,
  log_loss double precision not null,
  brier double precision not null,
  -- The same of others where they said something.
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
