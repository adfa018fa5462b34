-- Playing with friends, without stakes: nothing here touches the ledger.

-- Groups that tip the same matches by their own rules.
create table tipping_groups (
  id uuid primary key,
  code text not null unique,
  name text not null check (length(name) between 1 and 60),
  visibility text not null check (visibility in ('private', 'listed')),
  round_kind text not null check (round_kind in ('league_round', 'week', 'day')),
  -- Matches that began earlier do not count.
  starts_at timestamptz not null,
  created_at timestamptz not null,
  -- Kept by a trigger: lists are sorted by it.
  members integer not null default 0
);
create index tipping_groups_listed on tipping_groups (members desc, id) where visibility = 'listed';

-- What a group tips: exactly one of the three.
create table tipping_competitions (
  group_id uuid not null references tipping_groups on delete cascade,
  position smallint not null,
  league_id integer references leagues,
  team_id integer references teams,
  sport text check (sport in ('football', 'basketball', 'tennis', 'esports')),
  primary key (group_id, position),
  check (num_nonnulls(league_id, team_id, sport) = 1)
);

-- Every state of a group's rules (src/domain/tipping/rules.ts). A match is scored by those in force when it closed.
create table tipping_rules (
  group_id uuid not null references tipping_groups on delete cascade,
  version integer not null,
  rules jsonb not null,
  changed_by uuid references users on delete set null,
  changed_at timestamptz not null,
  primary key (group_id, version)
);

-- Members, and those who left: their tips stay, because the points of others depend on how many had a result right.
create table tipping_members (
  id integer generated always as identity primary key,
  group_id uuid not null references tipping_groups on delete cascade,
  -- Null: the account is deleted.
  user_id uuid references users on delete set null,
  role text not null check (role in ('owner', 'helper', 'member')),
  joined_at timestamptz not null,
  left_at timestamptz,
  unique (group_id, user_id)
);
create index tipping_members_by_user on tipping_members (user_id) where left_at is null;
create index tipping_members_in_order on tipping_members (group_id, joined_at, id) where left_at is null;
create unique index tipping_groups_have_one_owner on tipping_members (group_id) where role = 'owner' and left_at is null;

create function count_tipping_members() returns trigger language plpgsql as $$
begin
  update tipping_groups g set members = members
      + (case when tg_op <> 'DELETE' and new.left_at is null then 1 else 0 end)
      - (case when tg_op <> 'INSERT' and old.left_at is null then 1 else 0 end)
    where g.id = coalesce(new.group_id, old.group_id);
  return null;
end $$;
create trigger tipping_members_are_counted after insert or delete or update of left_at on tipping_members
  for each row execute function count_tipping_members();

-- Two whole numbers: see src/domain/tipping/tip.ts.
create table tips (
  group_id uuid not null references tipping_groups on delete cascade,
  match_id integer not null references matches,
  member_id integer not null references tipping_members on delete cascade,
  home smallint not null check (home between 0 and 20),
  away smallint not null check (away between 0 and 20),
  is_joker boolean not null,
  entered_at timestamptz not null,
  primary key (group_id, match_id, member_id)
);
create index tips_by_member on tips (member_id, match_id);

-- Matches whose tips a group may see, since when, and by which rules they are scored. A match that closed once stays closed, even if it is
-- played later: its tips have been visible.
create table tipping_closed (
  group_id uuid not null references tipping_groups on delete cascade,
  match_id integer not null references matches,
  closed_at timestamptz not null,
  rules_version integer not null,
  -- Where the match was when it closed, even if it moves.
  round_key text not null,
  primary key (group_id, match_id)
);
