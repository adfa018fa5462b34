-- The chat: a room for each match and language, and what keeps the rooms pleasant (docs/rules.md#chat). Notifications: what users are told while the
-- page is closed (docs/notifications.md).

-- Kept for 30 days. The ids are the order in which a room is read.
create table chat_messages (
  id bigint generated always as identity primary key,
  match_id integer not null references matches,
  -- The room's language; null for a line that all rooms of the match share.
  locale text check (locale in ('en', 'zh-CN', 'vi')),
  -- system: a goal, a card, a decision by video. Pages put it into their own words.
  kind text not null check (kind in ('user', 'system')),
  -- The author; null for a system line, and once the account is erased.
  user_id uuid references users,
  -- The author's own id of the message. A message that is sent again with the same cid is stored once.
  cid uuid,
  -- The text as it was cleared before it was stored. A removed text stays here for moderators until the row is deleted. An author who leaves takes it
  -- along.
  text text not null check (length(text) <= 2400),
  -- The message of the same room that this one answers.
  reply_to bigint references chat_messages on delete set null,
  -- The handles in the text that existed when it was sent.
  mentions text[] not null default '{}',
  -- For a system line: the event as it was last reported, and the feed's id of it. The id gives each event one line.
  event jsonb,
  event_id text,
  created_at timestamptz not null,
  -- deleted: by the author, or because the feed took the event back. moderated: by a moderator. hidden: until a moderator has looked at it.
  removed text check (removed in ('deleted', 'moderated', 'hidden')),
  removed_at timestamptz,
  -- The moderator who removed a moderated message; null where the author or the feed removed it.
  removed_by uuid references admins,
  -- Why a message is or was hidden: a word of the list held it, or three trusted users reported it.
  hidden_because text check (hidden_because in ('word', 'reports')),
  -- When a moderator looked at the message and let it stand. Reports do not hide it again.
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
-- The last messages of a room, and those before one of them. The lines that all rooms share have a null locale.
create index chat_messages_of_room on chat_messages (match_id, locale, id desc);
create unique index chat_messages_of_event on chat_messages (match_id, event_id) where event_id is not null;
-- How much a user said in the last seconds. All messages of a user, for an export and when the user leaves.
create index chat_messages_by_user on chat_messages (user_id, created_at desc) where user_id is not null;
-- Rooms with recent messages. Messages that are too old to be kept.
create index chat_messages_by_time on chat_messages (created_at);
-- Messages that wait for a moderator.
create index chat_messages_hidden on chat_messages (id desc) where removed = 'hidden';
create index chat_messages_answering on chat_messages (reply_to) where reply_to is not null;

-- Reports of messages, one for each reporter and message.
create table chat_reports (
  id bigint generated always as identity primary key,
  message_id bigint not null references chat_messages on delete cascade,
  reporter_id uuid not null references users,
  reason text not null check (reason in ('spam', 'abuse', 'threat', 'spoiler', 'other')),
  -- Whether the reporter was trusted at the time of the report. Three trusted reports hide a message.
  is_trusted boolean not null,
  created_at timestamptz not null,
  -- upheld: the message was removed because of the report. dismissed: a moderator let it stand.
  state text not null default 'open' check (state in ('open', 'upheld', 'dismissed')),
  decided_by uuid references admins,
  decided_at timestamptz,
  unique (message_id, reporter_id),
  check ((state = 'open') = (decided_at is null)),
  check ((decided_by is null) = (decided_at is null))
);
create index chat_reports_open on chat_reports (message_id) where state = 'open';
-- Shows how reliable a reporter was.
create index chat_reports_by_reporter on chat_reports (reporter_id, created_at desc);

-- Users who may not write in the chat. A mute is in force until it is lifted or its end has come.
create table chat_mutes (
  id uuid primary key,
  user_id uuid not null references users,
  -- The message that the mute is for; null where there was no single one, or it is deleted.
  message_id bigint references chat_messages on delete set null,
  admin_id uuid not null references admins,
  -- Null: until an admin lifts the mute.
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

-- A muted user's objection, one for each mute.
create table chat_appeals (
  id uuid primary key,
  mute_id uuid not null unique references chat_mutes on delete cascade,
  text text not null check (length(text) between 1 and 2000),
  created_at timestamptz not null,
  -- accepted: the mute was lifted because of the appeal.
  state text not null default 'open' check (state in ('open', 'accepted', 'refused')),
  -- The admin's answer, for the user to read.
  answer text check (length(answer) <= 2000),
  decided_by uuid references admins,
  decided_at timestamptz,
  check ((state = 'open') = (decided_at is null)),
  check ((decided_by is null) = (decided_at is null))
);
create index chat_appeals_open on chat_appeals (created_at) where state = 'open';

-- Forbidden words in the rooms of a language. mask: the word is masked. hold: the whole message is hidden until a moderator has looked at it.
create table chat_words (
  id bigint generated always as identity primary key,
  locale text not null check (locale in ('en', 'zh-CN', 'vi')),
  -- The word as foldWord folds it (src/domain/chat/chat-words.ts). Texts are folded in the same way before they are compared with it.
  word text not null check (length(word) between 1 and 80),
  action text not null check (action in ('mask', 'hold')),
  admin_id uuid not null references admins,
  created_at timestamptz not null,
  unique (locale, word)
);

-- Users whose messages a user does not want to read.
create table chat_ignored (
  user_id uuid not null references users,
  ignored_id uuid not null references users,
  created_at timestamptz not null,
  primary key (user_id, ignored_id),
  check (user_id <> ignored_id)
);
create index chat_ignored_by_ignored on chat_ignored (ignored_id);

-- What a user chose to be told. The defaults apply to a user without a row.
create table notification_settings (
  user_id uuid primary key references users on delete cascade,
  -- By kind and channel, as in the contract: {"goal": {"push": true, "telegram": false}, ...}.
  kinds jsonb not null,
  -- The most notifications with a sound, for one match and for 24 hours.
  match_max smallint not null check (match_max between 1 and 20),
  day_max smallint not null check (day_max between 1 and 200),
  -- HH:MM in the user's time zone; null where there are no quiet hours.
  quiet_from text check (quiet_from ~ '^\d\d:\d\d$'),
  quiet_to text check (quiet_to ~ '^\d\d:\d\d$'),
  -- The kinds that are sent even in quiet hours.
  quiet_kinds text[] not null default '{}',
  changed_at timestamptz not null,
  check ((quiet_from is null) = (quiet_to is null))
);

-- Browsers that receive pushes: one for each session, as long as the session lasts. Nobody can send pushes with these rows without our own key.
create table push_devices (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  session_id uuid not null unique references sessions on delete cascade,
  endpoint text not null check (length(endpoint) <= 1024),
  p256dh text not null,
  auth text not null,
  -- Our key at the time of the subscription. The push service accepts nothing that is signed with another key.
  vapid_public_key text not null,
  created_at timestamptz not null,
  reached_at timestamptz,
  -- Failures in a row since the device was last reached.
  failures smallint not null default 0,
  -- When these failures began. A push service that is down for an evening fails every device repeatedly: only a device that fails for days is given
  -- up.
  failing_since timestamptz
);
create unique index push_devices_by_endpoint on push_devices (md5(endpoint));
create index push_devices_by_user on push_devices (user_id, created_at);

-- Our own key for push services, made once. The secret half is sealed.
create table vapid_key (
  singleton boolean primary key default true check (singleton),
  public_key text not null,
  sealed bytea not null,
  created_at timestamptz not null
);

-- When the matches were last checked for news. Only the transaction that holds the lock of this row checks them.
create table news_mark (
  singleton boolean primary key default true check (singleton),
  looked_at timestamptz not null
);

-- Matches that are about to begin or under way, as they were at the last check.
create table news_watch (
  match_id integer primary key references matches,
  seen jsonb not null,
  changed_at timestamptz not null
);

-- What happened and is to be told. Its readers are told in the order of their ids, a page at a time.
create table news (
  id bigint generated always as identity primary key,
  -- For news that must not be told twice, whoever tells it: the end of a contest, of a withdrawal or of a round.
  key text unique,
  kind text not null check (kind in ('lineups', 'kickoff', 'goal', 'red_card', 'half_time', 'full_time', 'swing', 'round_digest', 'bet', 'withdrawal')),
  match_id integer references matches,
  -- The tipping group whose round is over; its reference is in 009.
  group_id uuid,
  contest_id uuid references contests,
  withdrawal_id uuid references withdrawals,
  facts jsonb not null,
  -- The largest change of an outcome's probability that the news caused: 0 to 1.
  swing real not null default 0,
  happened_at timestamptz not null,
  -- The last reader who was told: the id of a user, or of a bet for the end of a contest.
  told_to uuid,
  -- When a page of readers was last told. The news that has waited longest is next.
  paged_at timestamptz not null,
  ended_at timestamptz,
  check ((match_id is not null) = (kind not in ('round_digest', 'withdrawal'))),
  check ((group_id is not null) = (kind = 'round_digest')),
  check ((contest_id is not null) = (kind = 'bet')),
  check ((withdrawal_id is not null) = (kind = 'withdrawal'))
);
create index news_to_tell on news (paged_at, id) where ended_at is null;
create index news_by_age on news (happened_at);

-- One notification for each target and tag: the newest replaces the one before, sent or not.
create table notifications (
  -- A device of push_devices, a user with a chat, or a tipping group with one.
  target uuid not null,
  -- What it is about: 'match:<id>', 'withdrawal:<id>', or 'bets' for a summary of bets.
  tag text not null,
  channel text not null check (channel in ('push', 'telegram', 'telegram_group')),
  -- Null for what a group's chat is told.
  user_id uuid references users on delete cascade,
  news_id bigint not null,
  payload jsonb not null,
  -- With a sound.
  loud boolean not null,
  -- Counts the payloads: a sender sees whether there is a newer one than the one it sent.
  version integer not null default 1,
  -- When the notification is sent, and sent again unless its sending is recorded; null: there is nothing to send.
  next_try_at timestamptz,
  tries smallint not null default 0,
  -- The time after which nobody wants it.
  not_after timestamptz not null,
  -- Telegram's number of the message in the chat.
  message_id bigint,
  primary key (target, tag),
  check ((user_id is null) = (channel = 'telegram_group'))
);
create index notifications_due on notifications (channel, next_try_at) where next_try_at is not null;
create index notifications_by_age on notifications (not_after);
create index notifications_by_user on notifications (user_id);

-- Matches whose news a user does not want. A star that the user gives the match later ends it (src/server/modules/notifications/news/mutes.ts).
create table match_mutes (
  user_id uuid not null references users on delete cascade,
  match_id integer not null references matches,
  muted_at timestamptz not null,
  primary key (user_id, match_id)
);
create index match_mutes_by_age on match_mutes (muted_at);

-- How many notifications with a sound a user was sent: for a match, and, with match_id 0, for all matches in the 24 hours since the first of them.
create table notification_budgets (
  user_id uuid not null references users on delete cascade,
  match_id integer not null,
  used smallint not null,
  since timestamptz not null,
  primary key (user_id, match_id)
);
create index notification_budgets_by_age on notification_budgets (since);

-- Ended bets that are told later in one message: at the end of quiet hours, or once a day by mail.
create table bet_summaries (
  user_id uuid not null references users on delete cascade,
  channel text not null check (channel in ('notification', 'email')),
  due_at timestamptz not null,
  bets integer not null,
  won integer not null,
  refunded integer not null,
  -- The points that were paid out and given back.
  points bigint not null,
  primary key (user_id, channel)
);
create index bet_summaries_due on bet_summaries (due_at);

-- Addresses of users that are told of events (docs/api/webhooks.md). What is told, and to whom, is decided in the transaction that notices an event.
create table webhooks (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  url text not null check (length(url) <= 1024),
  description text not null check (length(description) <= 200),
  -- The secret that signs, sealed; the one before it also signs until `old_secret_until`.
  secret bytea not null,
  old_secret bytea,
  old_secret_until timestamptz,
  -- The chosen types: see src/domain/notifications/webhook-event.ts.
  events text[] not null check (events <> '{}'),
  -- Which matches: those named, those of teams, leagues and sports, and those that the user follows.
  match_ids integer[] not null default '{}',
  team_ids integer[] not null default '{}',
  league_ids integer[] not null default '{}',
  sports text[] not null default '{}',
  follows_favorites boolean not null default false,
  -- By how many percentage points a probability must move to be told.
  forecast_points smallint not null check (forecast_points between 1 and 50),
  -- on; off: by its owner; disabled: by us, because nothing arrived for days, or the receiver said that it is gone.
  state text not null default 'on' check (state in ('on', 'off', 'disabled')),
  disabled_because text check (disabled_because in ('failing', 'gone')),
  state_since timestamptz not null,
  -- Failures in a row, and since when; nothing was delivered since.
  failures integer not null default 0,
  failing_since timestamptz,
  created_at timestamptz not null,
  check ((old_secret is null) = (old_secret_until is null)),
  check ((state = 'disabled') = (disabled_because is not null)),
  check (cardinality(match_ids) + cardinality(team_ids) + cardinality(league_ids) + cardinality(sports) > 0 or follows_favorites)
);
create index webhooks_by_user on webhooks (user_id, created_at);
create index webhooks_on on webhooks (id) where state = 'on';

-- Events that at least one webhook is told, kept for a week.
create table webhook_events (
  id uuid primary key,
  type text not null,
  -- Whose own event it is; null: it is about a match, the same for everybody.
  user_id uuid references users on delete cascade,
  match_id integer references matches,
  -- The body of the request. It is signed, so it stays as it is byte by byte.
  payload text not null,
  happened_at timestamptz not null
);
create index webhook_events_by_age on webhook_events (happened_at);
create index webhook_events_by_user on webhook_events (user_id) where user_id is not null;

-- What each webhook is told: the queue, and the log. The ids are the order in which events of a match are told.
create table webhook_deliveries (
  id bigint generated always as identity primary key,
  webhook_id uuid not null references webhooks on delete cascade,
  event_id uuid not null references webhook_events on delete cascade,
  match_id integer,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  -- When it is tried next. Null while it waits for an earlier event of its match, and when it is over.
  next_try_at timestamptz,
  attempts smallint not null default 0,
  -- When it was put into the queue: it is tried for a day from then on.
  queued_at timestamptz not null,
  ended_at timestamptz,
  -- Of the last attempt: the status that was answered, or why there was none, and how long it took.
  status smallint,
  problem text,
  duration_ms integer,
  unique (webhook_id, event_id),
  check (state = 'waiting' or next_try_at is null),
  check ((state = 'waiting') = (ended_at is null))
);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_try_at) where next_try_at is not null;
create index webhook_deliveries_in_order on webhook_deliveries (webhook_id, match_id, id) where state = 'waiting';
create index webhook_deliveries_log on webhook_deliveries (webhook_id, id desc);
create index webhook_deliveries_by_event on webhook_deliveries (event_id);

-- The one row that serializes the noticing of events. Without any webhook nothing is noticed.
create table webhook_mark (
  singleton boolean primary key default true check (singleton),
  looked_at timestamptz not null
);

-- Matches as they were when events were last noticed.
create table webhook_watch (
  match_id integer primary key references matches,
  seen jsonb not null,
  changed_at timestamptz not null
);

-- The last known probabilities of matches, and what they were when a webhook was last told: each has a threshold of its own.
create table webhook_forecasts (
  match_id integer not null references matches,
  -- Null for the last known ones.
  webhook_id uuid references webhooks on delete cascade,
  home real not null,
  draw real not null,
  away real not null,
  changed_at timestamptz not null,
  unique nulls not distinct (match_id, webhook_id)
);
create index webhook_forecasts_by_webhook on webhook_forecasts (webhook_id) where webhook_id is not null;
create index webhook_forecasts_by_age on webhook_forecasts (changed_at);
