-- What is played: leagues, teams, matches and all that feeds tell about them.

create table leagues (
  id integer generated always as identity primary key,
  sport text not null check (sport in ('football', 'basketball', 'tennis', 'esports')),
  name text not null check (length(name) between 1 and 120),
  names jsonb not null default '{}',
  country_code text,
  form text not null check (form in ('league', 'cup')),
  draw_possible boolean not null,
  current_season text not null,
  zones jsonb not null default '[]'
);

create table teams (
  id integer generated always as identity primary key,
  sport text not null check (sport in ('football', 'basketball', 'tennis', 'esports')),
  name text not null check (length(name) between 1 and 120),
  short_name text,
  names jsonb not null default '{}',
  aliases text[] not null default '{}',
  country_code text,
  colours text[]
);

create table league_teams (
  league_id integer not null references leagues,
  season text not null,
  team_id integer not null references teams,
  primary key (league_id, season, team_id)
);

create table matches (
  id integer generated always as identity primary key,
  league_id integer not null references leagues,
  season text not null,
  round text not null,
  home_team_id integer not null references teams,
  away_team_id integer not null references teams,
  kickoff_at timestamptz,
  venue text,
  status text not null default 'ns' check (status in (
    'ft', 'aet', 'pen', 'ns', 'live', 'h1', 'h2', 'ht', 'et', 'int', 'bt', 'p', 'pst', 'canc', 'susp', 'abd', 'awd', 'wo', 'tbd')),
  minute smallint,
  stoppage smallint,
  period jsonb,
  home_score smallint,
  away_score smallint,
  halftime smallint[],
  fulltime smallint[],
  extratime smallint[],
  penalty smallint[],
  -- The feed's own clock at its last word on status and score.
  seen_at timestamptz,
  -- The rest is the server's clock: settlement timers count on it and nothing else.
  status_since timestamptz not null default now(),
  fulltime_since timestamptz,
  started_at timestamptz,
  confirmed_at timestamptz not null default now(),
  check (home_team_id <> away_team_id)
);
comment on column matches.started_at is 'True kick-off: the first live status minus its minute.';
comment on column matches.fulltime_since is 'Since when the score after 90 minutes is the one it is now.';
comment on column matches.confirmed_at is 'When the feed last confirmed this match, changed or not.';
create index matches_by_kickoff on matches (kickoff_at);
create index matches_by_league on matches (league_id, season, kickoff_at);
create index matches_by_home on matches (home_team_id, kickoff_at);
create index matches_by_away on matches (away_team_id, kickoff_at);
create index matches_in_play on matches (status) where status in ('live', 'h1', 'h2', 'ht', 'et', 'bt', 'int', 'p', 'susp');

create table match_events (
  match_id integer not null references matches,
  feed_event_id text not null,
  position smallint not null,
  type text not null,
  side text not null check (side in ('home', 'away')),
  period text not null check (period in ('H1', 'H2', 'ET', 'P')),
  minute smallint not null,
  stoppage smallint,
  player text,
  other text,
  detail text,
  primary key (match_id, feed_event_id)
);

create table lineups (
  match_id integer not null references matches,
  side text not null check (side in ('home', 'away')),
  formation text,
  coach text,
  players jsonb not null,
  primary key (match_id, side)
);

-- Prices in integer hundredths: 245 is 2.45.
create table odds (
  match_id integer not null references matches,
  bookmaker text not null,
  market text not null check (market in ('1x2')),
  home integer not null,
  draw integer,
  away integer not null,
  opening_home integer not null,
  opening_draw integer,
  opening_away integer not null,
  -- The last prices before the match began; null where none was known then.
  closing_home integer,
  closing_draw integer,
  closing_away integer,
  -- Which way each price went when it last changed: -1, 0 (never) or 1.
  moved_home smallint not null default 0,
  moved_draw smallint not null default 0,
  moved_away smallint not null default 0,
  suspended boolean not null default false,
  changed_at timestamptz not null,
  confirmed_at timestamptz not null,
  primary key (match_id, bookmaker, market)
);

create table odds_movements (
  match_id integer not null references matches,
  bookmaker text not null,
  market text not null,
  at timestamptz not null,
  home integer not null,
  draw integer,
  away integer not null,
  primary key (match_id, bookmaker, market, at)
);

-- Which of our rows a feed means by its own id.
create table feed_ids (
  feed text not null,
  kind text not null check (kind in ('league', 'team', 'match')),
  feed_id text not null,
  id integer not null,
  primary key (feed, kind, feed_id)
);
create index feed_ids_by_id on feed_ids (kind, id);

-- Updates that were refused, kept for a person to look at.
create table quarantine (
  id bigint generated always as identity primary key,
  feed text not null,
  kind text not null,
  feed_id text not null,
  reason text not null,
  payload jsonb not null,
  times integer not null default 1,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  unique (feed, kind, feed_id, reason)
);
