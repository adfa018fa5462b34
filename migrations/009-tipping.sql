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
  -- When the end of the round was told, or left untold: no round is told twice.
  digested_at timestamptz,
  primary key (group_id, match_id)
);
create index tipping_closed_untold on tipping_closed (group_id, round_key) where digested_at is null;

-- Which groups tip a match.
create index tipping_competitions_by_league on tipping_competitions (league_id) where league_id is not null;
create index tipping_competitions_by_team on tipping_competitions (team_id) where team_id is not null;
create index tipping_competitions_by_sport on tipping_competitions (sport) where sport is not null;

-- Tips that are missing shortly before they close: whom to remind, and who was reminded. Nobody is reminded of a match twice, even if it moves.
create table tip_reminders (
  user_id uuid not null references users on delete cascade,
  match_id integer not null references matches,
  group_id uuid not null references tipping_groups on delete cascade,
  closes_at timestamptz not null,
  -- When the tip was last seen to be missing.
  found_at timestamptz not null,
  -- Not before this: the end of the user's quiet hours.
  due_at timestamptz not null,
  told_at timestamptz,
  primary key (user_id, match_id, group_id)
);
create index tip_reminders_to_send on tip_reminders (found_at, user_id) where told_at is null;
create index tip_reminders_by_age on tip_reminders (closes_at);

alter table shares add foreign key (tipping_group_id) references tipping_groups on delete cascade;
create index shares_by_tipping_group on shares (tipping_group_id) where tipping_group_id is not null;

alter table news add foreign key (group_id) references tipping_groups on delete cascade;

-- What the members of a group are told about a round that is over; a row goes when it is told.
create table round_digests (
  news_id bigint not null references news on delete cascade,
  user_id uuid not null references users on delete cascade,
  -- Null after the first round.
  place_before integer,
  place integer not null,
  points integer not null,
  primary key (news_id, user_id)
);
create index round_digests_by_user on round_digests (user_id);

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
