-- What users are told while the page is closed (docs/notifications.md).

-- What a user chose; who has no row is told as it is for everybody.
create table notification_settings (
  user_id uuid primary key references users on delete cascade,
  -- By kind and channel, as the contract has it: {"goal": {"push": true, "telegram": false}, ...}.
  kinds jsonb not null,
  match_max smallint not null check (match_max between 1 and 20),
  day_max smallint not null check (day_max between 1 and 200),
  -- HH:MM in the user's time zone; null where there are no quiet hours.
  quiet_from text check (quiet_from ~ '^\d\d:\d\d$'),
  quiet_to text check (quiet_to ~ '^\d\d:\d\d$'),
  -- What is told in them all the same.
  quiet_kinds text[] not null default '{}',
  changed_at timestamptz not null,
  check ((quiet_from is null) = (quiet_to is null))
);

-- Browsers that are told: one a session, for as long as the session lasts. What is kept here sends nothing without our own key.
create table push_devices (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  session_id uuid not null unique references sessions on delete cascade,
  endpoint text not null check (length(endpoint) <= 1024),
  p256dh text not null,
  auth text not null,
  -- The key of ours that it subscribed with: for another one its push service takes nothing.
  vapid_public_key text not null,
  created_at timestamptz not null,
  reached_at timestamptz,
  -- In a row, since it was last reached.
  failures smallint not null default 0
);
create unique index push_devices_by_endpoint on push_devices (md5(endpoint));
create index push_devices_by_user on push_devices (user_id, created_at);

-- Our own key to push services, made once; the secret half is sealed.
create table vapid_key (
  singleton boolean primary key default true check (singleton),
  public_key text not null,
  sealed bytea not null,
  created_at timestamptz not null
);

-- When matches were last looked at: whoever holds the row looks.
create table news_mark (
  singleton boolean primary key default true check (singleton),
  looked_at timestamptz not null
);

-- Matches about to begin or under way as they were when they were last looked at.
create table news_watch (
  match_id integer primary key references matches,
  seen jsonb not null,
  changed_at timestamptz not null
);

-- What happened and is to be told. Its readers are gone through in the order of their ids, a page at a time.
create table news (
  id bigint generated always as identity primary key,
  -- Of what must not be told twice whoever tells it: a contest's end, a withdrawal's.
  key text unique,
  kind text not null check (kind in ('lineups', 'kickoff', 'goal', 'red_card', 'half_time', 'full_time', 'swing', 'bet', 'withdrawal')),
  match_id integer references matches,
  contest_id uuid references contests,
  withdrawal_id uuid references withdrawals,
  facts jsonb not null,
  -- By how much it moved the outcome that it moved most, in probability: 0 to 1.
  swing real not null default 0,
  happened_at timestamptz not null,
  -- The last of those who were told: a user's id, of a contest's end a bet's.
  told_to uuid,
  -- When a page of its readers was told last: who waited longest is next.
  paged_at timestamptz not null,
  ended_at timestamptz,
  check ((match_id is not null) = (kind <> 'withdrawal')),
  check ((contest_id is not null) = (kind = 'bet')),
  check ((withdrawal_id is not null) = (kind = 'withdrawal'))
);
create index news_to_tell on news (paged_at, id) where ended_at is null;
create index news_by_age on news (happened_at);

-- One for each device or chat and each match: the newest replaces the one before, sent or not.
create table notifications (
  -- A device of push_devices, or a user with a chat.
  target uuid not null,
  tag text not null,
  channel text not null check (channel in ('push', 'telegram')),
  user_id uuid not null references users on delete cascade,
  news_id bigint not null,
  payload jsonb not null,
  -- With a sound.
  loud boolean not null,
  -- Counts the payloads: who sent one knows whether there is a newer one.
  version integer not null default 1,
  -- When it is sent, and if nobody says that it was, sent again; null: there is nothing to send.
  next_try_at timestamptz,
  tries smallint not null default 0,
  -- Nobody wants it later than that.
  not_after timestamptz not null,
  -- Telegram's number of what is in the chat.
  message_id bigint,
  primary key (target, tag)
);
create index notifications_due on notifications (channel, next_try_at) where next_try_at is not null;
create index notifications_by_age on notifications (not_after);
create index notifications_by_user on notifications (user_id);

-- How many with a sound a user was sent: of a match, and (match 0) of all in 24 hours since the first of them.
create table notification_budgets (
  user_id uuid not null references users on delete cascade,
  match_id integer not null,
  used smallint not null,
  since timestamptz not null,
  primary key (user_id, match_id)
);
create index notification_budgets_by_age on notification_budgets (since);

-- Bets that ended and are told later, in one: at the end of quiet hours, or once a day by mail.
create table bet_summaries (
  user_id uuid not null references users on delete cascade,
  channel text not null check (channel in ('notification', 'email')),
  due_at timestamptz not null,
  bets integer not null,
  won integer not null,
  refunded integer not null,
  -- Paid out and given back.
  points bigint not null,
  primary key (user_id, channel)
);
create index bet_summaries_due on bet_summaries (due_at);

-- Who follows it.
create index favorites_by_target on favorites (kind, target_id, user_id);
