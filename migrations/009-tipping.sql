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

-- Bonus questions of a group (src/domain/tipping/bonus.ts): what is asked is in `terms`.
create table tipping_questions (
  id uuid primary key,
  group_id uuid not null references tipping_groups on delete cascade,
  terms jsonb not null,
  -- What it is about; null: nothing of the catalogue.
  league_id integer references leagues,
  season text,
  deadline timestamptz not null,
  asked_at timestamptz not null,
  -- Since when its answers are shown, and none is taken.
  closed_at timestamptz,
  -- Entered by a member, in place of the derived one. Empty: it counts for nobody.
  result jsonb,
  result_at timestamptz,
  result_by uuid references users on delete set null,
  check ((league_id is null) = (season is null)),
  check ((result is null) = (result_at is null))
);
create index tipping_questions_of_group on tipping_questions (group_id, deadline, id);

-- What happened to a question: asked, changed (terms), and each result that was entered or taken back (null). Every member sees it.
create table tipping_question_log (
  id integer generated always as identity primary key,
  question_id uuid not null references tipping_questions on delete cascade,
  at timestamptz not null,
  by_user uuid references users on delete set null,
  -- Null: it is about the result.
  terms jsonb,
  deadline timestamptz,
  result jsonb
);
create index tipping_question_log_of_question on tipping_question_log (question_id, id);

create table tipping_answers (
  question_id uuid not null references tipping_questions on delete cascade,
  member_id integer not null references tipping_members on delete cascade,
  -- One value, or several of a question about several teams.
  answer jsonb not null,
  answered_at timestamptz not null,
  primary key (question_id, member_id)
);
create index tipping_answers_by_member on tipping_answers (member_id);

-- Whether a result that was entered at a moment may tell of a match that is hidden from the reader: one of its league, or of its group, that
-- had begun by then.
create function shield.hides_entry(p_group_id uuid, p_league_id integer, p_at timestamptz) returns boolean language sql stable as $$
  select p_at > shield.moment() or (
    current_setting('matchpoint.shield') = 'reveal' and exists (
      select from public.matches m join public.leagues l on l.id = m.league_id
        where m.kickoff_at > statement_timestamp() - interval '48 hours' and m.kickoff_at <= p_at
          and shield.hides(m.id, m.status, m.kickoff_at)
          and (
            m.league_id = p_league_id
            or exists (
              select from public.tipping_competitions t where t.group_id = p_group_id
                and (t.league_id = m.league_id or t.team_id in (m.home_team_id, m.away_team_id) or t.sport = l.sport)
            )
          )
    )
  )
$$;

create view shield.tipping_questions as
  select q.id, q.group_id, q.terms, q.league_id, q.season, q.deadline, q.asked_at, q.closed_at,
      case when not h.is_hidden then q.result end as result,
      case when not h.is_hidden then q.result_at end as result_at,
      case when not h.is_hidden then q.result_by end as result_by
    from public.tipping_questions q
    cross join lateral (select coalesce(shield.hides_entry(q.group_id, q.league_id, q.result_at), false) as is_hidden offset 0) h;

create view shield.tipping_question_log as
  select e.* from public.tipping_question_log e
    where e.terms is not null or not (
      select shield.hides_entry(q.group_id, q.league_id, e.at) from public.tipping_questions q where q.id = e.question_id
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
  -- Null: the model.
  user_id uuid references users,
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
create unique index bracket_entries_of_model on bracket_entries (challenge_id) where user_id is null;
create index bracket_entries_by_user on bracket_entries (user_id, made_at desc) where user_id is not null;

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

-- A group's room: the chat of matches (migration 007) with another kind of room, which has no language and is for members alone.
alter table chat_messages
  alter column match_id drop not null,
  -- Null in a match's room. No reference: what was said in a group that ended stays for moderators until it is too old.
  add column group_id uuid,
  -- The owner or helper who removed the message from the group's room; null once that account is erased.
  add column removed_by_member uuid references users,
  drop constraint chat_messages_removed_check,
  drop constraint chat_messages_check2,
  -- group: by the owner or a helper of the group.
  add constraint chat_messages_removed_check check (removed in ('deleted', 'moderated', 'group', 'hidden')),
  add check (num_nonnulls(match_id, group_id) = 1),
  add check (group_id is null or locale is null),
  add check ((kind = 'system') = (match_id is not null and locale is null)),
  add check (removed is distinct from 'group' or group_id is not null),
  add check (removed_by_member is null or removed = 'group');
create index chat_messages_of_group on chat_messages (group_id, id desc) where group_id is not null;
create index chat_messages_removed_by_member on chat_messages (removed_by_member) where removed_by_member is not null;

-- Members who may not write in their group's room. A mute outlives leaving and joining again.
create table tipping_chat_mutes (
  group_id uuid not null references tipping_groups on delete cascade,
  user_id uuid not null references users on delete cascade,
  -- Null: for good.
  until timestamptz,
  muted_by uuid references users on delete set null,
  created_at timestamptz not null,
  primary key (group_id, user_id),
  check (until > created_at)
);
create index tipping_chat_mutes_by_user on tipping_chat_mutes (user_id);
create index tipping_chat_mutes_by_end on tipping_chat_mutes (until) where until is not null;

-- Whether what was said in a group may tell of a hidden result: a match that the group tips, and that is hidden, had begun.
create function shield.tells_of_hidden(p_group_id uuid, p_said_at timestamptz) returns boolean language sql stable as $$
  select current_setting('matchpoint.shield') = 'reveal' and p_said_at > statement_timestamp() - interval '50 hours' and exists (
    select from public.matches m
      join public.leagues l on l.id = m.league_id
      join public.tipping_competitions c
        on c.group_id = p_group_id and (c.league_id = m.league_id or c.team_id in (m.home_team_id, m.away_team_id) or c.sport = l.sport)
      where m.kickoff_at > statement_timestamp() - interval '48 hours' and least(m.kickoff_at, m.started_at) <= p_said_at
        and shield.hides(m.id, m.status, m.kickoff_at)
  )
$$;

-- A comment: a message of a group's room about a tip of a match that has closed.
alter table chat_messages
  add column tip_match_id integer references matches,
  -- Whose tip; null once the group has ended, or the place was removed.
  add column tip_member_id integer references tipping_members on delete set null,
  add check (tip_match_id is null or group_id is not null),
  add check (tip_member_id is null or tip_match_id is not null);
create index chat_messages_about_tips on chat_messages (group_id, tip_match_id, tip_member_id, id desc) where tip_match_id is not null;
create index chat_messages_by_tip_member on chat_messages (tip_member_id) where tip_member_id is not null;

create or replace view shield.chat_messages as
  select m.* from public.chat_messages m
    where m.created_at <= shield.moment()
      and case when m.group_id is null then not shield.is_hidden(m.match_id) else not shield.tells_of_hidden(m.group_id, m.created_at) end
      and (m.tip_match_id is null or not shield.is_hidden(m.tip_match_id));

-- Telegram group chats: the bot posts the table and reminders of a tipping group there.
create table telegram_groups (
  group_id uuid primary key references tipping_groups on delete cascade,
  chat_id bigint not null,
  title text not null check (length(title) between 1 and 256),
  -- Who connected it; null once that account is erased.
  bound_by uuid references users on delete set null,
  -- Of the one who connected it: what the bot says there is for nobody in particular.
  locale text not null check (locale in ('en', 'zh-CN', 'vi')),
  time_zone text not null,
  bound_at timestamptz not null
);
create index telegram_groups_by_chat on telegram_groups (chat_id, bound_at);
create index telegram_groups_by_user on telegram_groups (bound_by) where bound_by is not null;

-- Codes with which an owner connects a chat: each works once, and the latest of a group only.
create table telegram_group_codes (
  group_id uuid primary key references tipping_groups on delete cascade,
  code_hash bytea not null unique,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index telegram_group_codes_by_user on telegram_group_codes (user_id);
create index telegram_group_codes_by_end on telegram_group_codes (expires_at);

-- What was posted for a round, each kind once. Written together with the notification that is sent.
create table telegram_group_posts (
  group_id uuid not null references telegram_groups on delete cascade,
  kind text not null check (kind in ('table', 'reminder')),
  round_key text not null,
  posted_at timestamptz not null,
  primary key (group_id, kind, round_key)
);
create index telegram_group_posts_by_age on telegram_group_posts (posted_at);

-- Survivor: a team a round that has to win (docs/survivor.md).
create table survivor_games (
  -- Random, and part of the address: whoever has it may join a game of the kind link.
  id uuid primary key,
  kind text not null check (kind in ('open', 'link', 'group')),
  league_id integer not null references leagues,
  season text not null,
  group_id uuid references tipping_groups on delete cascade,
  -- Null: nobody (an open game), or the account is erased.
  made_by uuid references users,
  lives smallint not null check (lives between 1 and 3),
  draw_survives boolean not null,
  first_round text not null,
  -- Rounds whose first kick-off is later count.
  begins_after timestamptz not null,
  created_at timestamptz not null,
  -- What the entries were last scored from, as a hash; null: nothing yet.
  facts_hash text,
  scored_at timestamptz,
  -- Since when it has winners; null again if a correction takes that back.
  over_at timestamptz,
  check ((kind = 'group') = (group_id is not null))
);
-- Two who begin an open game at the same time begin one.
create unique index survivor_games_open on survivor_games (league_id, season, first_round) where kind = 'open';
create index survivor_games_running on survivor_games (id) where over_at is null;
create index survivor_games_over on survivor_games (over_at) where over_at is not null;
create index survivor_games_of_group on survivor_games (group_id) where group_id is not null;
create index survivor_games_made_by on survivor_games (made_by) where made_by is not null;

create table survivor_entries (
  -- Random, and part of the address.
  id uuid primary key,
  game_id uuid not null references survivor_games on delete cascade,
  -- Null: the model.
  user_id uuid references users,
  joined_at timestamptz not null,
  lives smallint not null,
  -- The number of the round in which the last life was lost.
  out_in smallint,
  -- The higher the better: see rankKey in src/domain/tipping/survivor.ts.
  rank_key integer not null
);
create unique index survivor_entries_of_user on survivor_entries (game_id, user_id) where user_id is not null;
create unique index survivor_entries_of_model on survivor_entries (game_id) where user_id is null;
create index survivor_entries_by_user on survivor_entries (user_id) where user_id is not null;
create index survivor_entries_ranked on survivor_entries (game_id, rank_key desc, id);

-- Rounds whose picks are shown. What has closed stays closed, with the matches that it had, whatever the feed says later.
create table survivor_rounds (
  game_id uuid not null references survivor_games on delete cascade,
  number smallint not null check (number > 0),
  round text not null,
  deadline timestamptz not null,
  closed_at timestamptz not null,
  match_ids integer[] not null,
  primary key (game_id, number),
  unique (game_id, round)
);

create table survivor_picks (
  entry_id uuid not null references survivor_entries on delete cascade,
  round text not null,
  -- Null: there is none, and it costs nothing: the entry was out when the round closed, or the model had no forecast.
  team_id integer references teams,
  match_id integer references matches,
  picked_at timestamptz not null,
  primary key (entry_id, round),
  check ((team_id is null) = (match_id is null))
);

-- Whether what a game came to may tell of a hidden result.
create function shield.hides_survivor(p_game_id uuid) returns boolean language sql stable as $$
  select exists (
    select from public.survivor_games g
      where g.id = p_game_id and (
        coalesce(g.scored_at > shield.moment(), false)
        or exists (
          select from public.matches m
            where m.league_id = g.league_id and m.season = g.season and shield.hides(m.id, m.status, m.kickoff_at)
        )
      )
  )
$$;

-- A game that was scored and has no hash is hidden.
create view shield.survivor_games as
  select g.id, g.kind, g.league_id, g.season, g.group_id, g.made_by, g.lives, g.draw_survives, g.first_round, g.begins_after, g.created_at,
      case when not h.is_hidden then g.facts_hash end as facts_hash, g.scored_at,
      case when not h.is_hidden then g.over_at end as over_at
    from public.survivor_games g
    cross join lateral (select shield.hides_survivor(g.id) as is_hidden offset 0) h;

-- Asks once for each game, and not for each of its entries.
create view shield.survivor_entries as
  select e.id, e.game_id, e.user_id, e.joined_at,
      case when not g.is_hidden then e.lives end as lives,
      case when not g.is_hidden then e.out_in end as out_in,
      case when not g.is_hidden then e.rank_key end as rank_key
    from (
      select of.id, h.is_hidden from public.survivor_games of
        cross join lateral (select shield.hides_survivor(of.id) as is_hidden offset 0) h
    ) g join public.survivor_entries e on e.game_id = g.id;

-- That nothing was asked of somebody tells that they were out.
create view shield.survivor_picks as
  select p.* from public.survivor_picks p
    where p.team_id is not null
      or not shield.hides_survivor((select e.game_id from public.survivor_entries e where e.id = p.entry_id));

-- Divisions: seasons of forecasts and tips among strangers (docs/divisions.md).

-- Who takes part. What they enter counts from then on.
create table division_players (
  user_id uuid primary key references users,
  joined_at timestamptz not null
);

-- A season that has begun: its month in UTC, '2026-11'. At most one is open.
create table division_seasons (
  season text primary key check (season ~ '^\d{4}-\d{2}$'),
  opened_at timestamptz not null,
  closed_at timestamptz
);
create unique index division_seasons_one_open on division_seasons ((true)) where closed_at is null;

-- Who plays where. The figures are those at the closing, and never change afterwards.
create table division_seats (
  season text not null references division_seasons,
  user_id uuid not null references users,
  -- From 1, the highest.
  tier smallint not null check (tier > 0),
  number smallint not null check (number > 0),
  seated_at timestamptz not null,
  -- Null until the season is closed.
  place smallint,
  points integer,
  matches smallint,
  -- Where it led: to a higher or a lower tier, or out, after a season without a match.
  move text check (move in ('up', 'down', 'stay', 'out')),
  -- In a division with enough players.
  medal text check (medal in ('first', 'second', 'third')),
  primary key (season, user_id),
  check (num_nulls(place, points, matches, move) in (0, 4)),
  check (medal is null or place is not null)
);
create index division_seats_of_division on division_seats (season, tier, number);
create index division_seats_by_user on division_seats (user_id, season desc);

-- Matches that have begun, and whose entries were copied: what a group or a league does to its tips afterwards changes nothing here.
create table division_matches (
  match_id integer primary key references matches,
  kickoff_at timestamptz not null,
  collected_at timestamptz not null
);

-- What players had entered when a match began: percentages, or a tip of a group.
create table division_entries (
  user_id uuid not null references users,
  match_id integer not null references division_matches on delete cascade,
  season text not null,
  kickoff_at timestamptz not null,
  -- Percentages in whole per cent; or a tip as two numbers, without a draw.
  is_tip boolean not null,
  home smallint not null check (home between 0 and 100),
  draw smallint check (draw between 0 and 100),
  away smallint not null check (away between 0 and 100),
  entered_at timestamptz not null,
  primary key (user_id, match_id),
  check ((draw is null) = is_tip)
);
create index division_entries_of_season on division_entries (user_id, season);
create index division_entries_by_match on division_entries (match_id);

-- Calendars that users subscribe to at an address of their own (docs/api/calendars.md). Deleting the row ends the address.
create table calendar_feeds (
  id uuid primary key,
  user_id uuid not null references users,
  -- Of the token in the address, which is shown once.
  token_hash bytea not null unique,
  -- mine: the matches, teams and leagues that the user follows.
  kind text not null check (kind in ('mine', 'team', 'league', 'group')),
  team_id integer references teams on delete cascade,
  league_id integer references leagues on delete cascade,
  group_id uuid references tipping_groups on delete cascade,
  locale text not null check (locale in ('en', 'zh-CN', 'vi')),
  shows_results boolean not null,
  -- Null: no alarm.
  alarm_minutes smallint check (alarm_minutes in (15, 60)),
  created_at timestamptz not null,
  -- When a calendar last asked for it, to some minutes.
  fetched_at timestamptz,
  check ((kind = 'team') = (team_id is not null) and (kind = 'league') = (league_id is not null) and (kind = 'group') = (group_id is not null))
);
create index calendar_feeds_by_user on calendar_feeds (user_id, created_at);
create index calendar_feeds_by_group on calendar_feeds (group_id, user_id) where group_id is not null;

-- Who leaves a group, however that happens, leaves its calendar.
create function end_group_calendars() returns trigger language plpgsql as $$
begin
  delete from calendar_feeds where group_id = old.group_id and user_id = old.user_id;
  return null;
end $$;
create trigger group_calendars_end after update of left_at, user_id on tipping_members for each row
  when (old.left_at is null and old.user_id is not null and (new.left_at is not null or new.user_id is distinct from old.user_id))
  execute function end_group_calendars();

-- Points of tips as webhooks were told: a corrected result is told again.
create table webhook_tips (
  member_id integer not null references tipping_members on delete cascade,
  match_id integer not null references matches,
  -- Since when the result was the one that is told.
  result_since timestamptz not null,
  home smallint not null,
  away smallint not null,
  points real not null,
  told_at timestamptz not null,
  primary key (member_id, match_id)
);
create index webhook_tips_by_age on webhook_tips (told_at);
