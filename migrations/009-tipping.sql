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
  -- When the first match began whose tips were imported; it is earlier than `starts_at`. Null: nothing was imported.
  imported_from timestamptz check (imported_from < starts_at),
  -- Users only. Kept by a trigger: lists are sorted by it.
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
  -- The name with which it was imported. Without a user it is a place that nobody has taken yet.
  place_name text check (length(place_name) between 1 and 40),
  -- Who enters it takes the place. Null once somebody did.
  claim_code text unique,
  unique (group_id, user_id),
  unique (group_id, place_name)
);
create index tipping_members_places on tipping_members (group_id, id) where user_id is null and left_at is null;
create index tipping_members_by_user on tipping_members (user_id) where left_at is null;
create index tipping_members_in_order on tipping_members (group_id, joined_at, id) where left_at is null;
create unique index tipping_groups_have_one_owner on tipping_members (group_id) where role = 'owner' and left_at is null;

create function count_tipping_members() returns trigger language plpgsql as $$
begin
  update tipping_groups g set members = members
      + (case when tg_op <> 'DELETE' and new.left_at is null and new.user_id is not null then 1 else 0 end)
      - (case when tg_op <> 'INSERT' and old.left_at is null and old.user_id is not null then 1 else 0 end)
    where g.id = coalesce(new.group_id, old.group_id);
  return null;
end $$;
create trigger tipping_members_are_counted after insert or delete or update of left_at, user_id on tipping_members
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
  -- Counts the changes of its tips after it closed: those of an import alone.
  revision integer not null default 0,
  primary key (group_id, match_id)
);

-- Every import that changed something: members see who entered tips for others, and when (docs/tipping-import.md).
create table tipping_imports (
  id integer generated always as identity primary key,
  group_id uuid not null references tipping_groups on delete cascade,
  imported_by uuid references users on delete set null,
  imported_at timestamptz not null,
  -- How many places and tips it added, and how many tips it changed.
  places integer not null,
  tips integer not null,
  changed integer not null
);
create index tipping_imports_by_group on tipping_imports (group_id, id);

-- Brackets: predictions of the whole tree of a competition (docs/brackets.md).

-- A competition that somebody predicted. It keeps the rules that applied when the first entry was made.
create table bracket_challenges (
  id integer generated always as identity primary key,
  league_id integer not null references leagues,
  season text not null,
  -- '' unless a season has several draws.
  section text not null,
  rules jsonb not null,
  -- What the entries were last scored from, as a hash; null: nothing yet.
  facts_hash text,
  -- Since when nothing can change any more.
  closed_at timestamptz,
  created_at timestamptz not null,
  unique (league_id, season, section)
);
create index bracket_challenges_running on bracket_challenges (id) where closed_at is null;

create table bracket_entries (
  -- Random, and part of the address: nobody can guess one.
  id uuid primary key,
  challenge_id integer not null references bracket_challenges,
  user_id uuid not null references users,
  -- By the server's clock. What had begun by then does not count.
  made_at timestamptz not null,
  -- A complete prediction that stands for itself (BracketTree in src/domain/tipping/bracket-shape.ts).
  tree jsonb not null,
  -- The draw that it was made for, as a hash.
  drawn text not null,
  -- Made after the competition had begun: ranked apart.
  is_late boolean not null,
  -- Since when it is final, and shown to others. It never becomes secret again, even if the match is put off.
  locked_at timestamptz,
  points integer not null,
  possible integer not null,
  is_alive boolean not null,
  scored_at timestamptz not null,
  unique (challenge_id, user_id)
);
create index bracket_entries_ranked on bracket_entries (challenge_id, is_late, points desc, id) where locked_at is not null;
create index bracket_entries_by_user on bracket_entries (user_id, made_at desc);

-- Points tell of results. Through the shield they are null until everything is shown that they were counted from.
create view shield.bracket_entries as
  select e.id, e.challenge_id, e.user_id, e.made_at, e.tree, e.drawn, e.is_late, e.locked_at,
      case when not h.is_hidden then e.points end as points,
      case when not h.is_hidden then e.possible end as possible,
      case when not h.is_hidden then e.is_alive end as is_alive,
      e.scored_at
    from public.bracket_entries e
    cross join lateral (
      select e.scored_at > shield.moment() or exists (
        select from public.bracket_challenges c join public.matches m on m.league_id = c.league_id and m.season = c.season
          where c.id = e.challenge_id and shield.hides(m.id, m.status, m.kickoff_at)
      ) as is_hidden offset 0
    ) h;
