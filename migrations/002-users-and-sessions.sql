-- Users: who they are, how they sign in, what keeps sign-in safe, what they limit themselves to. Messages to them. What server processes share.

create table users (
  id uuid primary key,
  -- Null where the user signs in with another service that gave us no address.
  email text unique,
  -- The address without dots and +tags where its host ignores them: one person, one account.
  email_identity text,
  email_verified_at timestamptz,
  password_hash text,
  display_name text check (length(display_name) between 1 and 40),
  public_handle text not null unique,
  avatar_url text,
  status text not null default 'normal' check (status in ('normal', 'disabled', 'deleted')),
  wallet_address text,
  phone text,
  phone_verified_at timestamptz,
  country text,
  time_zone text not null default 'UTC',
  locale text not null default 'en' check (locale in ('en', 'zh-CN', 'vi')),
  invite_code text not null unique,
  invited_by uuid references users,
  invited_with text,
  registration_ip inet,
  registration_country text,
  terms_version text not null,
  created_at timestamptz not null,
  last_login_at timestamptz,
  -- The random id in the browser's cookie at registration (docs/rules.md#passwords-and-sessions).
  registration_device_id uuid,
  password_changed_at timestamptz,
  -- Nothing is paid out before this time: the person at work may not be the owner.
  redeem_held_until timestamptz,
  wallet_changed_at timestamptz,
  -- The secret of the authenticator app, encrypted with the installation's key.
  totp_secret bytea,
  totp_enabled_at timestamptz,
  -- A new secret, the first one or a replacement, that waits for its first code.
  totp_next_secret bytea,
  -- The last step of 30 seconds whose code was accepted: no code is accepted twice.
  totp_step bigint,
  -- Whether our bot sends notices about what happened.
  telegram_notices boolean not null default true,
  -- The user's data is erased at this time, unless the user comes back before; null: the user is not leaving.
  deletion_due_at timestamptz,
  named_in_receipts boolean not null default false,
  -- How the user came to the invite code at registration: by a link, or by typing it. The browser says which; null where it does not.
  invited_through text check (invited_through in ('link', 'code')),
  -- The browser in which the password was last reset by a mail. It may sign in, however often strangers guess elsewhere.
  recovery_device_id uuid,
  constraint users_email_whole check ((email is null) = (email_identity is null)),
  constraint users_handle_lower check (public_handle = lower(public_handle)),
  constraint users_totp_whole check ((totp_secret is null) = (totp_enabled_at is null))
);
create unique index users_by_email_identity on users (email_identity);
create index users_by_inviter on users (invited_by, created_at) where invited_by is not null;
-- A phone number and a wallet each belong to one account.
create unique index users_by_phone on users (phone) where phone_verified_at is not null;
create unique index users_by_wallet on users (wallet_address) where wallet_address is not null;
-- Finds the withdrawals of users whose payouts are held.
create index users_held on users (redeem_held_until) where redeem_held_until is not null;
create index users_leaving on users (deletion_due_at) where deletion_due_at is not null;

-- The household behind an internet address: an IPv4 address, or the /64 of an IPv6 address, because one household has a whole /64.
create function household(ip inet) returns cidr language sql immutable strict as $$
  select network(set_masklen(ip, case family(ip) when 6 then 64 else 32 end))
$$;
-- The two functions below take identities (users.email_identity).
-- The host of a mailbox.
create function mail_domain(identity text) returns text language sql immutable strict parallel safe as $$
  select split_part(identity, '@', 2)
$$;
-- The mailbox without the parts that a program counts up: "lucky.1@" and "lucky2@" have one name.
create function mail_name(identity text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(split_part(identity, '@', 1), '[0-9._+-]+', '', 'g') || '@' || split_part(identity, '@', 2)
$$;
-- These indexes find accounts of one household, of one browser, and of one pattern of mailboxes, by registration.
create index users_by_household on users (household(registration_ip), created_at) where registration_ip is not null;
create index users_by_device on users (registration_device_id, created_at) where registration_device_id is not null;
create index users_by_mail_domain on users (mail_domain(email_identity), created_at) where email_identity is not null;
create index users_by_mail_name on users (mail_name(email_identity), created_at) where email_identity is not null;

-- The console finds users by the first characters of what they have, and sorts them by sign-in. It is quick for any number of users.
create index users_by_last_login on users (last_login_at desc nulls last, id desc) include (status);
create index users_disabled on users (id) where status = 'disabled';
create index users_by_email_prefix on users (email text_pattern_ops) where email is not null;
create index users_by_handle_prefix on users (public_handle text_pattern_ops);
create index users_by_name_prefix on users (lower(display_name) text_pattern_ops) where display_name is not null;
create index users_by_phone_prefix on users (phone text_pattern_ops) where phone is not null;
create index users_by_code_prefix on users (invite_code text_pattern_ops);
-- Sorted by the time of registration.
create index users_registered on users (created_at, id);
create index users_deleted on users (id) where status = 'deleted';
-- A receipt names these; most users are not named, and their rows are not read for it.
create index users_named_in_receipts on users (id) where named_in_receipts;

-- Earlier wallets of users. A wallet belongs to one account at a time. Two accounts that had it one after the other belong to one person.
create table past_wallets (
  user_id uuid not null references users,
  wallet_address text not null,
  primary key (user_id, wallet_address)
);
create index past_wallets_by_address on past_wallets (wallet_address);
create function remember_wallet() returns trigger language plpgsql as $$
begin
  insert into past_wallets (user_id, wallet_address) values (old.id, old.wallet_address) on conflict do nothing;
  return null;
end $$;
-- The erasure of an account leaves no past wallet behind.
create trigger users_had_wallets after update of wallet_address on users for each row
  when (old.wallet_address is distinct from new.wallet_address and old.wallet_address is not null and new.status <> 'deleted')
  execute function remember_wallet();

-- When a user entered a wallet, kept for some days: only a few may be entered in one day.
create table wallet_changes (
  user_id uuid not null references users,
  at timestamptz not null
);
create index wallet_changes_by_user on wallet_changes (user_id, at desc);

-- How far stored names have been judged by the rules of each version. A newer version knows more misleading names.
create table name_checks (
  -- The version of the rules.
  rules smallint primary key,
  -- Users and leagues among friends up to these ids are done; null: none is done.
  users_to uuid,
  groups_to uuid,
  finished_at timestamptz
);

-- What a user follows. Targets are not referenced: an unknown target is simply not found.
create table favorites (
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('match', 'team', 'league')),
  target_id integer not null,
  created_at timestamptz not null,
  primary key (user_id, kind, target_id)
);
-- Finds the followers of a target.
create index favorites_by_target on favorites (kind, target_id, user_id);

-- Invites whose invitees qualified: due, or first reviewed by a person. The due ones are paid oldest first, as the inviter's caps allow.
create table invite_rewards (
  invitee_id uuid primary key references users,
  inviter_id uuid not null references users,
  -- due: waits for the caps, or for the end of somebody's time away from play. A due invite with reasons was released from review.
  state text not null check (state in ('due', 'in_review', 'rewarded', 'refused')),
  -- Why a person reviews the invite first: the same device, the same wallet, many accounts of one internet address (ip).
  -- mailbox: mail to an address of one account, here or at Google, is delivered to the other.
  reasons text[] not null default '{}' check (reasons <@ array['device', 'wallet', 'mailbox', 'ip']),
  qualified_at timestamptz not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  check ((state = 'rewarded') <= (decided_at is not null))
);
create index invite_rewards_by_inviter on invite_rewards (inviter_id, decided_at desc) where state = 'rewarded';
create index invite_rewards_to_review on invite_rewards (created_at) where state = 'in_review';
create index invite_rewards_due on invite_rewards (inviter_id, qualified_at, invitee_id) where state = 'due';

-- Each row is one signed-in device. Its refresh tokens form a chain (refresh_tokens). A session is forgotten 30 days after its end.
create table sessions (
  id uuid primary key,
  user_id uuid not null references users,
  remember boolean not null,
  user_agent text,
  ip inet,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_because text check (ended_because in ('logout', 'reuse', 'revoked', 'password', 'not_me', 'left')),
  device_id uuid,
  -- The country of the address that the session was opened from, by a local database: two capital letters.
  country text,
  -- The last time that the password or a code was given in the session.
  stepped_up_at timestamptz,
  -- The browser's spoiler shield: seconds behind, or 'reveal' for hidden results; null: no shield. Notifications obey it as pages do
  -- (docs/decisions/042).
  shield text check (shield ~ '^(\d{2,3}|reveal)$'),
  -- When the shield was last put on or taken off. The user's latest choice in any browser applies to the chat with our bot.
  shield_at timestamptz
);
create index sessions_by_user on sessions (user_id) where ended_at is null;
-- Finds recently ended sessions: their access tokens are refused until they expire.
create index sessions_by_end on sessions (ended_at) where ended_at is not null;
-- Sessions of one browser and of one household are evidence in reviews of withdrawals.
create index sessions_by_device on sessions (device_id, created_at) where device_id is not null;
create index sessions_by_household on sessions (household(ip), created_at) where ip is not null;
-- All sessions of a user, ended ones included.
create index sessions_of_user on sessions (user_id, created_at);

create table refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions,
  created_at timestamptz not null,
  -- When the token was first exchanged for its successor. A successor with this time was presented itself.
  rotated_at timestamptz
);
create index refresh_tokens_by_session on refresh_tokens (session_id);

-- A six-digit code that was sent to somebody, or would have been sent if they had an account. Codes belong to the requester: nobody else can use up,
-- replace or guess them. Neither the code nor its destination is stored: the hash binds both to the purpose.
create table codes (
  id uuid primary key,
  purpose text not null check (purpose in ('confirm_email', 'reset_password', 'step_up', 'confirm_phone', 'redeem')),
  -- A keyed hash of the person that the code is for: a user, or the address that somebody typed.
  subject bytea not null,
  code_hash bytea not null,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_because text check (ended_because in ('used', 'replaced', 'tries', 'revoked')),
  -- SHA-256 of what only the requesting browser has: its cookie, or its session. Several holders may each have a code in force for one subject.
  holder bytea not null,
  -- SHA-256 of the 256 bits in the link of the message. They prove that somebody reads the mailbox.
  link_hash bytea,
  -- When the link was opened in the session that requested the code. After that the six digits are enough, however many wrong codes were typed
  -- elsewhere.
  link_opened_at timestamptz
);
-- A new code ends the old one.
create unique index codes_in_force on codes (purpose, subject, holder) where ended_at is null;
create unique index codes_by_link on codes (link_hash);
create index codes_by_subject on codes (subject);
create index codes_by_age on codes (created_at);

-- How many wrong codes anybody typed for a subject, in the 24 hours that began with the first of them.
create table code_failures (
  subject bytea primary key,
  since timestamptz not null,
  failures integer not null
);
create index code_failures_by_age on code_failures (since);

-- Solved captchas: each is accepted once. They are forgotten when they expire.
create table captchas_taken (
  signature bytea primary key,
  expires_at timestamptz not null
);
create index captchas_taken_by_expiry on captchas_taken (expires_at);

-- The tokens of the link "This was not me" in warnings. Each is good once.
create table security_links (
  token_hash bytea primary key,
  user_id uuid not null references users,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index security_links_by_user on security_links (user_id);

-- Accounts at other services: whoever signs in there is signed in here. Our bot also writes to a Telegram account, once its owner allows it.
create table linked_accounts (
  id uuid primary key,
  user_id uuid not null references users,
  type text not null check (type in ('google', 'telegram')),
  -- The other service's permanent id of the account. Telegram's is also the id of the chat with its owner.
  subject text not null,
  -- The address or name by which the owner knows the account. It is masked where it is shown.
  identifier text not null,
  -- For Telegram: whether our bot may write there.
  reachable boolean not null default false,
  created_at timestamptz not null,
  verified_at timestamptz not null,
  unique (type, subject),
  unique (user_id, type)
);

-- Accepted proofs of other services: each is accepted once. They are forgotten when they expire.
create table sign_in_proofs_taken (
  hash bytea primary key,
  expires_at timestamptz not null
);
create index sign_in_proofs_by_expiry on sign_in_proofs_taken (expires_at);

-- "/start <token>", sent to our bot, binds the sending chat. A new token ends the old one, and so does the end of the session that requested it.
create table telegram_bind_tokens (
  token_hash bytea primary key,
  user_id uuid not null unique references users,
  session_id uuid not null references sessions on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

-- A user without the authenticator app signs in with one of ten recovery codes, each good once.
create table recovery_codes (
  user_id uuid not null references users,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- The most points that a user wants to stake, or lose, in a day, a week or a month (UTC). A tighter limit applies at once, a looser one after a day.
create table play_limits (
  user_id uuid not null references users,
  kind text not null check (kind in ('stake', 'loss')),
  period text not null check (period in ('day', 'week', 'month')),
  -- In points; null: no limit.
  amount bigint check (amount > 0),
  -- At the time next_from, next_amount replaces amount.
  next_amount bigint check (next_amount > 0),
  next_from timestamptz,
  changed_at timestamptz not null,
  primary key (user_id, kind, period),
  check (next_from is not null or next_amount is null)
);

-- Time away from play. It is never shortened; a longer one is another row.
create table exclusions (
  id uuid primary key,
  user_id uuid not null references users,
  kind text not null check (kind in ('time_out', 'self_exclusion')),
  began_at timestamptz not null,
  until timestamptz not null,
  -- The exclusion, on another account of the same person, that this one continues; null where it continues none.
  follows uuid references exclusions,
  -- Whether it also closes forecasts, tips, brackets and divisions, which are no play: the user's own choice.
  pauses_tipping boolean not null default false,
  -- An exclusion that was set before the address was proven ends when the owner proves the address, perhaps at the moment when it began.
  constraint exclusions_end_check check (until >= began_at)
);
create index exclusions_by_user on exclusions (user_id, until desc);

-- How a self-exclusion is recognised in another account: keyed hashes of a mailbox, a phone number, a wallet, a device, an account at another service.
-- An address counts once it is confirmed, a wallet once a withdrawal was paid to it.
create table exclusion_marks (
  hash bytea not null,
  exclusion_id uuid not null references exclusions,
  primary key (hash, exclusion_id)
);
create index exclusion_marks_by_exclusion on exclusion_marks (exclusion_id);

-- Self-exclusions that may apply to a user. The server cannot tell, so an operator decides.
create table exclusion_reviews (
  user_id uuid not null references users,
  exclusion_id uuid not null references exclusions,
  -- wallet: the user entered a wallet that an excluded user had typed and that was never paid.
  -- confirmed: the exclusion was set before the account's address was proven, in another browser than the one that proved it.
  -- carried: the exclusion was carried to the user from another account, and no browser that both used explains why.
  reason text not null check (reason in ('wallet', 'confirmed', 'carried')),
  -- excluded: the exclusion applies to the user. dismissed: it does not.
  state text not null default 'open' check (state in ('open', 'excluded', 'dismissed')),
  -- The end of the exclusion, as it was originally set.
  until timestamptz not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  primary key (user_id, exclusion_id),
  check ((state = 'open') = (decided_at is null))
);
create index exclusion_reviews_open on exclusion_reviews (created_at, user_id, exclusion_id) where state = 'open';

-- Outgoing mails, Telegram messages and texts. A row is claimed (sending) before it is handed over. A crash after the claim ends it: nothing is sent
-- twice.
create table messages (
  id uuid primary key,
  -- A message with the same key is sent once, however often it is queued.
  key text not null unique,
  user_id uuid references users,
  channel text not null check (channel in ('email', 'telegram', 'sms')),
  locale text not null check (locale in ('en', 'zh-CN', 'vi')),
  kind text not null,
  -- Destination and text, encrypted with the installation's key; null once the message has ended.
  sealed bytea,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'ended')),
  tries integer not null default 0,
  next_try_at timestamptz not null,
  claimed_at timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  ended_because text check (ended_because in ('nobody', 'refused', 'too_old', 'outcome_unknown', 'unreadable')),
  -- The last problem, as a sentence for an operator. It contains no address.
  problem text,
  check ((state in ('sent', 'ended')) = (ended_at is not null)),
  check ((state = 'ended') = (ended_because is not null))
);
create index messages_due on messages (channel, next_try_at) where state = 'waiting';
create index messages_in_hand on messages (claimed_at) where state = 'sending';
create index messages_by_age on messages (created_at);
-- The latest code of a user, to tell whether it arrived.
create index messages_codes_by_user on messages (user_id, kind, created_at desc) where kind in ('step_up', 'confirm_phone');

-- What gateways say of texts that they took: sent to us, or told when asked. It confirms nothing about a user.
create table message_receipts (
  message_id uuid primary key references messages on delete cascade,
  user_id uuid references users,
  gateway text not null,
  -- The gateway's own id of the message.
  reference text not null,
  -- unknown: the gateway did not say before the code expired.
  state text not null default 'pending' check (state in ('pending', 'delivered', 'undelivered', 'unknown')),
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  asks integer not null default 0,
  next_ask_at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'pending') = (ended_at is null)),
  unique (gateway, reference)
);
create index message_receipts_due on message_receipts (next_ask_at) where state = 'pending';
create index message_receipts_by_user on message_receipts (user_id, sent_at desc);

-- Demo mode only: messages that are not sent but shown to everybody.
create table outbox (
  message_id uuid primary key references messages on delete cascade,
  destination text not null,
  subject text,
  body_text text not null,
  body_html text,
  sent_at timestamptz not null
);
create index outbox_by_time on outbox (sent_at desc);

-- rate-limiter-flexible writes this table.
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- Work that one process at a time does. A lease belongs to its holder until it expires, by the database's clock. The holder renews it long before that;
-- any process may take an expired lease.
create table leases (
  name text primary key,
  -- A process.
  holder uuid not null,
  expires_at timestamptz not null
);

-- The running processes. Each renews its row continually: an old row means that its process no longer runs.
create table processes (
  id uuid primary key,
  -- The role that the process was started for; null: all roles.
  role text check (role in ('web', 'worker', 'feed')),
  -- A hash of the process's signing key, which does not reveal the key. Processes compare it, because each must accept the tokens of the others.
  key_print bytea not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);

-- Keys of the open API. Only a hash is stored: a key is shown once, to the user who made it.
create table api_keys (
  id uuid primary key,
  user_id uuid not null references users,
  name text not null check (length(name) between 1 and 60),
  -- The first characters of the key, by which its user recognises it.
  hint text not null,
  key_hash bytea not null unique,
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ array['read', 'me:read', 'me:tip']),
  created_at timestamptz not null,
  -- Null: the key does not expire.
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_by_user on api_keys (user_id, created_at desc);
