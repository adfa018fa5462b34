-- The catalogue: leagues, teams, matches, and everything that feeds say about them. The feeds: their ids, their progress, what they got wrong.

create table leagues (
  id integer generated always as identity primary key,
  sport text not null check (sport in ('football', 'basketball', 'tennis', 'esports')),
  name text not null check (length(name) between 1 and 120),
  names jsonb not null default '{}',
  country_code text,
  form text not null check (form in ('league', 'cup')),
  -- Of matches whose format is unknown.
  draw_possible boolean not null,
  current_season text not null,
  -- How places in the table are decided and what they mean: points, tie-breakers in order, zones. See src/domain/matches/league-rules.ts.
  rules jsonb not null default '{}',
  -- The score that the contests of the league are settled on.
  settles_on text not null default 'regular_time' check (settles_on in ('regular_time', 'whole_match')),
  -- Leagues of a sport with the same group share one set of ratings; null: the league has its own.
  rating_group text,
  surface text check (surface in ('hard', 'clay', 'grass'))
);

create table teams (
  id integer generated always as identity primary key,
  sport text not null check (sport in ('football', 'basketball', 'tennis', 'esports')),
  name text not null check (length(name) between 1 and 120),
  short_name text,
  names jsonb not null default '{}',
  aliases text[] not null default '{}',
  country_code text,
  colours text[],
  -- The tour's ranking now.
  rank integer check (rank > 0)
);

create table league_teams (
  league_id integer not null references leagues,
  season text not null,
  team_id integer not null references teams,
  primary key (league_id, season, team_id)
);

-- The current players of a team. A probable line-up is taken from them when no earlier line-up is known.
create table squads (
  team_id integer primary key references teams,
  coach text,
  players jsonb not null
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
  -- The feed's own time of its last report of status and score.
  seen_at timestamptz,
  -- The four times below are the server's. Settlement timers use only these.
  status_since timestamptz not null default now(),
  fulltime_since timestamptz,
  started_at timestamptz,
  confirmed_at timestamptz not null default now(),
  group_name text,
  -- The score of each quarter, set or map, in sports without halves.
  parts jsonb,
  -- The side that was given a match which ended without a result: by an award, a walkover or a retirement.
  awarded_to text check (awarded_to in ('home', 'away')),
  is_concealed boolean not null default false check (not is_concealed),
  -- The format in sets or maps: best of 3 is 3 and true, two maps are 2 and false. Null: unknown, or a sport without them.
  series_parts smallint check (series_parts between 1 and 9),
  series_race boolean,
  -- By the format, or by the league while that is unknown.
  draw_possible boolean not null,
  -- Why no contest may be opened on this match, as a code; null: contests may be opened.
  contest_barred text,
  referee text,
  -- Whether the feed tells the course of the match minutes late.
  scores_delayed boolean not null default false,
  -- Whether neither side plays at home.
  is_neutral boolean not null default false,
  check ((series_parts is null) = (series_race is null)),
  check (home_team_id <> away_team_id)
);
comment on column matches.started_at is 'True kick-off: the first live status minus its minute.';
comment on column matches.fulltime_since is 'Since when the score after 90 minutes is the one it is now.';
comment on column matches.confirmed_at is 'When the feed last confirmed this match, changed or not.';
comment on column matches.group_name is 'The group whose table this match counts for: "Group A"; null where the league has one table.';
comment on column matches.is_concealed is 'Never in this table: read through the spoiler shield, a match whose result is hidden says so.';
create index matches_by_kickoff on matches (kickoff_at);
create index matches_by_league on matches (league_id, season, kickoff_at);
create index matches_by_home on matches (home_team_id, kickoff_at);
create index matches_by_away on matches (away_team_id, kickoff_at);
create index matches_in_play on matches (status) where status in ('live', 'h1', 'h2', 'ht', 'et', 'bt', 'int', 'p', 'susp');
-- Finds the results that the forecast models have not learned yet.
create index matches_by_result on matches (fulltime_since) where fulltime_since is not null;

-- How often what a calendar shows of a match has changed: its time, its place, its teams, or whether it was called off. No row: never.
create table match_calendar_changes (
  match_id integer primary key references matches on delete cascade,
  revision integer not null,
  changed_at timestamptz not null
);

create function count_calendar_change() returns trigger language plpgsql as $$
begin
  insert into public.match_calendar_changes as c (match_id, revision, changed_at) values (new.id, 1, clock_timestamp())
    on conflict (match_id) do update set revision = c.revision + 1, changed_at = excluded.changed_at;
  return null;
end $$;
create trigger calendar_changes_are_counted after update of kickoff_at, venue, home_team_id, away_team_id, status on matches for each row
  when ((old.kickoff_at, old.venue, old.home_team_id, old.away_team_id, old.status in ('canc', 'pst'))
    is distinct from (new.kickoff_at, new.venue, new.home_team_id, new.away_team_id, new.status in ('canc', 'pst')))
  execute function count_calendar_change();

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

-- Counts for each side: {"shots": 12, "possession": 54}. See src/domain/matches/match-details.ts.
create table match_statistics (
  match_id integer not null references matches,
  side text not null check (side in ('home', 'away')),
  numbers jsonb not null,
  primary key (match_id, side)
);

-- What was counted while a match was in play, with its minute: a row for each report in which a number had changed.
create table match_statistic_snapshots (
  match_id integer not null references matches,
  seen_at timestamptz not null,
  -- Null outside play, as at half-time.
  minute smallint,
  stoppage smallint,
  home jsonb not null,
  away jsonb not null,
  -- The feed that told it.
  feed text not null,
  primary key (match_id, seen_at)
);

-- All shots of a match so far, where a feed tells shots: [{"id": "s1", "side": "home", "x": 0.91, "y": 0.44, ...}]. See src/domain/matches/shot.ts.
create table match_shots (
  match_id integer primary key references matches,
  feed text not null,
  shots jsonb not null
);

-- Players who miss a match or may miss it, as told before it: [{"name": "A. Striker", "kind": "suspended", "reason": "Red Card"}].
create table match_absences (
  match_id integer not null references matches,
  side text not null check (side in ('home', 'away')),
  players jsonb not null,
  primary key (match_id, side)
);

-- How a provider rates the players after a match: [{"name": "A. Striker", "number": 9, "minutes": 90, "rating": 7.8}].
create table player_ratings (
  match_id integer not null references matches,
  side text not null check (side in ('home', 'away')),
  -- The provider's name.
  source text not null,
  players jsonb not null,
  -- When they were first known.
  seen_at timestamptz not null,
  primary key (match_id, side)
);

-- Names of players, each with the id of its page: a row for each name that a feed has used for a player of a team. Feeds give no ids that we keep, so
-- rows are never joined; which names mean one player is decided when it is asked (docs/players.md).
create table players (
  id integer generated always as identity primary key,
  team_id integer not null references teams,
  name text not null check (length(name) between 1 and 120),
  -- The name without accents, in lower case: plainName in src/domain/matches/player-names.ts.
  plain_name text not null check (plain_name <> ''),
  seen_at timestamptz not null,
  -- The match that tells of the player as it is played, by an event, a shot or a rating; null once a line-up, a squad or an absence names the player.
  match_id integer references matches,
  unique (team_id, plain_name)
);

-- Bookmakers' prices, as whole hundredths: 245 is 2.45.
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
  -- The last prices before the match began; null where none was known at that time.
  closing_home integer,
  closing_draw integer,
  closing_away integer,
  -- The direction in which each price last changed: -1 is down, 1 is up, 0 is no change yet.
  moved_home smallint not null default 0,
  moved_draw smallint not null default 0,
  moved_away smallint not null default 0,
  suspended boolean not null default false,
  changed_at timestamptz not null,
  confirmed_at timestamptz not null,
  -- How often the source of a price promises to confirm it; null: the source never confirms it, as with a file.
  cadence_seconds integer check (cadence_seconds > 0),
  -- After a goal, a price that has not changed describes the match as it was before the goal.
  outdated_until timestamptz,
  primary key (match_id, bookmaker, market)
);
comment on column odds.outdated_until is 'A goal or a red card came after this price: it counts again once it changes, or once its feed still confirms it after this time.';

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

-- Maps a feed's own ids to the ids of our rows.
create table feed_ids (
  feed text not null,
  kind text not null check (kind in ('league', 'team', 'match')),
  feed_id text not null,
  id integer not null,
  primary key (feed, kind, feed_id)
);
create index feed_ids_by_id on feed_ids (kind, id);

-- Leagues and teams that a provider tells of without being their source: as it calls them, in the form of import/feed.ts. They name the matches
-- below, and are no leagues and teams of ours.
create table second_catalogue (
  feed text not null,
  kind text not null check (kind in ('league', 'team')),
  feed_id text not null,
  told jsonb not null,
  primary key (feed, kind, feed_id)
);

-- What providers say of matches of which they are not the source: the last word of each. It holds back endings that it contradicts, and decides
-- nothing else (docs/decisions/061).
create table second_opinions (
  feed text not null,
  feed_id text not null,
  feed_league_id text not null,
  sport text not null,
  -- The teams as the provider tells them, by its ids.
  feed_home_id text not null,
  feed_away_id text not null,
  kickoff_at timestamptz,
  -- Our match, and our teams in the provider's order, which may be the other way round; null while it is not found, and why.
  match_id integer references matches,
  home_team_id integer references teams,
  away_team_id integer references teams,
  unmatched text check (unmatched in ('later', 'no_match', 'ambiguous')),
  status text not null,
  score jsonb not null,
  -- How the match ended: null as long as the provider has told no end; "result" is the score that contests settle on, in the provider's order.
  ending text check (ending in ('played', 'off')),
  result smallint[],
  -- The provider's own time of its last word.
  seen_at timestamptz,
  -- Our time since when status and result are these.
  told_at timestamptz not null,
  primary key (feed, feed_id),
  check ((match_id is null) = (unmatched is not null)),
  check ((match_id is null) = (home_team_id is null) and (match_id is null) = (away_team_id is null)),
  check ((ending is not distinct from 'played') = (result is not null))
);
create unique index second_opinions_of_match on second_opinions (match_id, feed) where match_id is not null;
create index second_opinions_by_kickoff on second_opinions (feed, kickoff_at);

-- State that a feed needs after a restart: when it asked for what, and how much of its provider's allowance it has used.
-- The requests change with each one and are small; what a feed knows of its provider changes less often and is large.
create table feed_progress (
  feed text primary key,
  requests jsonb not null default '{}',
  progress jsonb not null,
  saved_at timestamptz not null
);

-- When a feed that sends only changes last said that everything else still holds. All its prices are confirmed by that, also prices of matches
-- that are days away: their rows are not written again for each confirmation.
create table feed_confirmations (
  feed text primary key,
  confirmed_at timestamptz not null
);

-- The clocks of settlement stop while the whole feed is silent, and only then: a match that the feed no longer mentions (because it was abandoned,
-- for example) must not stop them.
create table feed_contacts (
  feed text primary key,
  heard_at timestamptz not null
);
comment on table feed_contacts is 'When each feed last answered or confirmed what it had told, whether or not it had news.';

-- Refused updates, kept for an operator to decide.
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
  -- What an operator decided; null: nobody has decided.
  decision text check (decision in ('accepted', 'dropped')),
  decided_at timestamptz,
  unique (feed, kind, feed_id, reason),
  constraint quarantine_decided check ((decision is null) = (decided_at is null))
);
-- Serves the console's list, of all feeds or of one.
create index quarantine_undecided on quarantine (last_seen_at desc, id desc) where decision is null;
