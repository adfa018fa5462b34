-- What is said about matches, in a room for each match and language, and what keeps these rooms pleasant (docs/rules.md#chat).

-- Kept for 30 days. The ids are the order in which a room is read.
create table chat_messages (
  id bigint generated always as identity primary key,
  match_id integer not null references matches,
  -- The room's language; null for a line that all rooms of the match share.
  locale text check (locale in ('en', 'zh-CN', 'vi')),
  -- 'system': a goal, a card, a decision by video, which pages put in their own words.
  kind text not null check (kind in ('user', 'system')),
  -- Who said it; null for a system line, and once the account is erased.
  user_id uuid references users,
  -- The author's own number for it: sent again under the same one it is stored once.
  cid uuid,
  -- As it was cleared before it was stored. What was taken away is kept here for moderators until the row goes; an author who leaves takes it along.
  text text not null check (length(text) <= 2400),
  -- A message of the same room that it answers.
  reply_to bigint references chat_messages on delete set null,
  -- Handles that it names and that existed then.
  mentions text[] not null default '{}',
  -- Of a system line: the event as it was told last, and the feed's id of it, so that each has one line.
  event jsonb,
  event_id text,
  created_at timestamptz not null,
  -- Taken away: by its author, or as the feed took the event back ('deleted'); by a moderator ('moderated'); until one has looked at it ('hidden').
  removed text check (removed in ('deleted', 'moderated', 'hidden')),
  removed_at timestamptz,
  -- Of 'moderated': who did it. An author and a feed have no admin.
  removed_by uuid references admins,
  -- Of what is or was hidden: held by a word of the list, or reported by three whom we trust.
  hidden_because text check (hidden_because in ('word', 'reports')),
  -- When a moderator looked at it and let it stand: reports do not hide it again.
  kept_at timestamptz,
  kept_by uuid references admins,
  unique (user_id, cid),
  check ((kind = 'system') = (event is not null)),
  check ((kind = 'system') = (event_id is not null)),
  check ((kind = 'system') = (locale is null)),
  check ((removed is null) = (removed_at is null)),
  check (removed_by is null or removed = 'moderated'),
  check (removed is distinct from 'hidden' or hidden_because is not null),
  check ((kept_at is null) = (kept_by is null))
);
-- A room's last messages, and those before one of them; the lines that all rooms share, with a null.
create index chat_messages_of_room on chat_messages (match_id, locale, id desc);
create unique index chat_messages_of_event on chat_messages (match_id, event_id) where event_id is not null;
-- How much somebody said in the last seconds; what is theirs when they ask for it, or leave.
create index chat_messages_by_user on chat_messages (user_id, created_at desc) where user_id is not null;
-- Rooms in which something was said lately; what is too old to be kept.
create index chat_messages_by_time on chat_messages (created_at);
-- What waits for a moderator.
create index chat_messages_hidden on chat_messages (id desc) where removed = 'hidden';
create index chat_messages_answering on chat_messages (reply_to) where reply_to is not null;

-- Who found something wrong with a message: each of them once.
create table chat_reports (
  id bigint generated always as identity primary key,
  message_id bigint not null references chat_messages on delete cascade,
  reporter_id uuid not null references users,
  reason text not null check (reason in ('spam', 'abuse', 'threat', 'spoiler', 'other')),
  -- Whether the reporter was one whom we trust, when they reported: three of these hide a message.
  is_trusted boolean not null,
  created_at timestamptz not null,
  -- 'upheld': the message was taken away for it. 'dismissed': a moderator let it stand.
  state text not null default 'open' check (state in ('open', 'upheld', 'dismissed')),
  decided_by uuid references admins,
  decided_at timestamptz,
  unique (message_id, reporter_id),
  check ((state = 'open') = (decided_at is null)),
  check ((decided_by is null) = (decided_at is null))
);
create index chat_reports_open on chat_reports (message_id) where state = 'open';
-- How reliable a reporter was.
create index chat_reports_by_reporter on chat_reports (reporter_id, created_at desc);

-- Who may not write for some time, or, without an end, until an admin says otherwise. In force: not lifted, and its end not come.
create table chat_mutes (
  id uuid primary key,
  user_id uuid not null references users,
  -- The message that it was for; null where there was no single one, or it is gone.
  message_id bigint references chat_messages on delete set null,
  admin_id uuid not null references admins,
  until timestamptz,
  -- For the user to read.
  reason text not null check (length(reason) <= 2000),
  created_at timestamptz not null,
  lifted_at timestamptz,
  lifted_by uuid references admins,
  check (until > created_at),
  check ((lifted_at is null) = (lifted_by is null))
);
create index chat_mutes_by_user on chat_mutes (user_id, created_at desc);
create index chat_mutes_by_time on chat_mutes (created_at desc);
create index chat_mutes_by_message on chat_mutes (message_id) where message_id is not null;

-- What a muted user says against it, once a mute.
create table chat_appeals (
  id uuid primary key,
  mute_id uuid not null unique references chat_mutes on delete cascade,
  text text not null check (length(text) between 1 and 2000),
  created_at timestamptz not null,
  -- 'accepted': the mute was lifted for it.
  state text not null default 'open' check (state in ('open', 'accepted', 'refused')),
  -- What the admin answered, for the user to read.
  answer text check (length(answer) <= 2000),
  decided_by uuid references admins,
  decided_at timestamptz,
  check ((state = 'open') = (decided_at is null)),
  check ((decided_by is null) = (decided_at is null))
);
create index chat_appeals_open on chat_appeals (created_at) where state = 'open';

-- Words that are not said in the rooms of a language: masked, or the whole message held until a moderator has looked at it.
create table chat_words (
  id bigint generated always as identity primary key,
  locale text not null check (locale in ('en', 'zh-CN', 'vi')),
  -- As the domain folds it (foldWord), which is how texts are compared with it.
  word text not null check (length(word) between 1 and 80),
  action text not null check (action in ('mask', 'hold')),
  admin_id uuid not null references admins,
  created_at timestamptz not null,
  unique (locale, word)
);

-- Whose messages a user does not want to read.
create table chat_ignored (
  user_id uuid not null references users,
  ignored_id uuid not null references users,
  created_at timestamptz not null,
  primary key (user_id, ignored_id),
  check (user_id <> ignored_id)
);
create index chat_ignored_by_ignored on chat_ignored (ignored_id);
