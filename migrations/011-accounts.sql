-- Proving who one is: codes, captchas that were solved, links in warnings; and messages on their way out.

alter table users
  -- The random id in the browser's cookie at registration (docs/rules.md#passwords-and-sessions).
  add column registration_device_id uuid,
  add column password_changed_at timestamptz,
  -- Nothing is paid out before: somebody may be at work who is not the owner.
  add column redeem_held_until timestamptz;

alter table sessions
  add column device_id uuid,
  -- Of the address it was opened from, by a local database: two capital letters.
  add column country text,
  -- Last time the password or a code was given in it.
  add column stepped_up_at timestamptz,
  drop constraint sessions_ended_because_check,
  add constraint sessions_ended_because_check check (ended_because in ('logout', 'reuse', 'revoked', 'password', 'not_me'));
-- Which ended lately: their access tokens are refused for as long as they live.
create index sessions_by_end on sessions (ended_at) where ended_at is not null;

-- A code of six digits that was sent to somebody, or would have been if they had an account. Neither the code nor where it went is kept: the hash binds
-- both to the purpose. `subject` is a keyed hash of who it is for: a user, or the address that somebody typed.
create table codes (
  id uuid primary key,
  purpose text not null check (purpose in ('confirm_email', 'reset_password', 'step_up')),
  subject bytea not null,
  code_hash bytea not null,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_because text check (ended_because in ('used', 'replaced', 'tries', 'revoked'))
);
-- A new code ends the old one.
create unique index codes_in_force on codes (purpose, subject) where ended_at is null;
create index codes_by_subject on codes (subject);
create index codes_by_age on codes (created_at);

-- Solved captchas, so that each is taken once; forgotten when they would have expired anyway.
create table captchas_taken (
  signature bytea primary key,
  expires_at timestamptz not null
);
create index captchas_taken_by_expiry on captchas_taken (expires_at);

-- "This was not me": what the link in a warning proves. Single use.
create table security_links (
  token_hash bytea primary key,
  user_id uuid not null references users,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index security_links_by_user on security_links (user_id);

-- Mails, Telegram messages and texts on their way. A row is claimed (sending) before it is handed over, so that a crash in between ends it: nothing is sent twice.
create table messages (
  id uuid primary key,
  -- The same thing is told once, however often it is queued.
  key text not null unique,
  user_id uuid references users,
  channel text not null check (channel in ('email', 'telegram', 'sms')),
  locale text not null check (locale in ('en', 'zh-CN', 'vi')),
  kind text not null,
  -- Where it goes and what it says, encrypted with the installation's key; erased when it has ended.
  sealed bytea,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'ended')),
  tries integer not null default 0,
  next_try_at timestamptz not null,
  claimed_at timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  ended_because text check (ended_because in ('nobody', 'refused', 'too_old', 'outcome_unknown', 'unreadable')),
  -- What went wrong last, in a sentence for an operator; holds no address.
  problem text,
  check ((state in ('sent', 'ended')) = (ended_at is not null)),
  check ((state = 'ended') = (ended_because is not null))
);
create index messages_due on messages (channel, next_try_at) where state = 'waiting';
create index messages_in_hand on messages (claimed_at) where state = 'sending';
create index messages_by_age on messages (created_at);

-- Demo mode only: what would have been sent, for everybody to read.
create table outbox (
  message_id uuid primary key references messages on delete cascade,
  destination text not null,
  subject text,
  body_text text not null,
  body_html text,
  sent_at timestamptz not null
);
create index outbox_by_time on outbox (sent_at desc);
