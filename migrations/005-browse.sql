-- What browsing needs: league rules as data, groups, statistics, squads, favourites.

-- How places are decided and what they mean: points, tie-breakers in order, zones. See src/domain/league-rules.ts.
alter table leagues add column rules jsonb not null default '{}';
-- Zones are part of the rules, and told anew by the feeds.
alter table leagues drop column zones;

alter table matches add column group_name text;
comment on column matches.group_name is 'The group whose table this match counts for: "Group A"; null where the league has one table.';

-- What was counted of each side: {"shots": 12, "possession": 54}. See src/domain/match-statistic.ts.
create table match_statistics (
  match_id integer not null references matches,
  side text not null check (side in ('home', 'away')),
  numbers jsonb not null,
  primary key (match_id, side)
);

-- Who plays for a team now: what a probable line-up is taken from when no earlier one is known.
create table squads (
  team_id integer primary key references teams,
  coach text,
  players jsonb not null
);

-- What a user follows. Targets are not referenced: what is no longer known is simply not found.
create table favorites (
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('match', 'team', 'league')),
  target_id integer not null,
  created_at timestamptz not null,
  primary key (user_id, kind, target_id)
);
