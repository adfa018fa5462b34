-- Points for USDT, and the console of those who run the site.

alter table codes
  drop constraint codes_purpose_check,
  add constraint codes_purpose_check check (purpose in ('confirm_email', 'reset_password', 'step_up', 'confirm_phone', 'redeem'));

-- Operators: accounts of their own, never users.
create table admins (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  role text not null check (role in ('viewer', 'support', 'reviewer', 'finance', 'super')),
  status text not null default 'normal' check (status in ('normal', 'disabled')),
  password_hash text not null,
  -- A password that somebody else has seen: it is good for one thing, which is to choose another, and not for long.
  one_time_until timestamptz,
  totp_secret bytea,
  totp_enabled_at timestamptz,
  totp_next_secret bytea,
  totp_step bigint,
  -- Null for those whom no admin made: of the command line, and of the first start.
  created_by uuid references admins,
  created_at timestamptz not null,
  last_login_at timestamptz,
  check ((totp_secret is null) = (totp_enabled_at is null))
);
create index admins_by_maker on admins (created_by);

create table admin_recovery_codes (
  admin_id uuid not null references admins,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (admin_id, code_hash)
);

create table admin_sessions (
  id uuid primary key,
  admin_id uuid not null references admins,
  user_agent text,
  ip inet,
  created_at timestamptz not null,
  -- When somebody last typed or clicked: a page that asks by itself does not count.
  last_input_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_because text check (ended_because in ('logout', 'reuse', 'revoked', 'password', 'disabled')),
  check ((ended_at is null) = (ended_because is null))
);
create index admin_sessions_by_admin on admin_sessions (admin_id);
create index admin_sessions_by_end on admin_sessions (expires_at);

create table admin_refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references admin_sessions on delete cascade,
  created_at timestamptz not null,
  rotated_at timestamptz
);
create index admin_refresh_tokens_by_session on admin_refresh_tokens (session_id);

-- Devices on which a second factor was given and is not asked for again for 30 days.
create table admin_devices (
  token_hash bytea primary key,
  admin_id uuid not null references admins,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index admin_devices_by_admin on admin_devices (admin_id);

-- Every change that an admin makes, and every file that leaves the house; kept five years.
create table audit_log (
  id bigint generated always as identity primary key,
  admin_id uuid references admins,
  -- As it was then.
  admin_email text not null,
  admin_role text not null,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  before jsonb,
  after jsonb,
  reason text,
  ip inet,
  created_at timestamptz not null
);
create index audit_log_by_subject on audit_log (subject_kind, subject_id, id desc);
create index audit_log_by_admin on audit_log (admin_id, id desc);
create index audit_log_by_action on audit_log (action, id desc);
create index audit_log_by_time on audit_log (created_at, id);
create function keep_audit() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.created_at < now() - interval '5 years' then
    return old;
  end if;
  raise exception 'rows of audit_log are never changed, and kept for five years';
end $$;
create trigger audit_log_is_final before update or delete on audit_log for each row execute function keep_audit();
create trigger audit_log_is_kept before truncate on audit_log for each statement execute function refuse_change();

-- What a second admin has to agree to before it happens: adjustments, contests ended by hand. Withdrawals carry their own.
create table approvals (
  id uuid primary key,
  kind text not null check (kind in ('adjust', 'settle', 'resettle', 'void')),
  -- The user or the contest that it is about.
  subject_id uuid not null,
  -- What is done once it is agreed to.
  payload jsonb not null,
  -- Points that it moves.
  points bigint not null,
  reason text not null,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'rejected')),
  requested_by uuid not null references admins,
  created_at timestamptz not null,
  decided_by uuid references admins,
  decided_at timestamptz,
  decision_note text,
  check ((state = 'waiting') = (decided_at is null)),
  check ((decided_at is null) = (decided_by is null)),
  check (decided_by <> requested_by)
);
create index approvals_waiting on approvals (created_at) where state = 'waiting';
create index approvals_by_subject on approvals (subject_id, created_at desc);
create index approvals_by_requester on approvals (requested_by, created_at desc);
create index approvals_by_decider on approvals (decided_by);

-- Adjustments that were made: what is asked for above a sum of them needs a second admin.
create table adjustments (
  id uuid primary key,
  user_id uuid not null references users,
  delta bigint not null check (delta <> 0),
  source text not null check (source in ('manual_adjust', 'admin_adjust')),
  reason text not null,
  admin_id uuid not null references admins,
  approval_id uuid unique references approvals,
  created_at timestamptz not null,
  check (source = 'admin_adjust' or delta > 0)
);
create index adjustments_by_user on adjustments (user_id, created_at desc);
create index adjustments_by_admin on adjustments (admin_id, created_at desc);

-- Requests for a payout. Wallet, amount and contact are copied: what they were when it was asked for is what is judged and paid.
create table withdrawals (
  id uuid primary key,
  user_id uuid not null references users,
  points bigint not null check (points > 0),
  -- In USDT.
  amount numeric(20, 2) not null check (amount > 0),
  wallet_address text not null,
  -- Since when the wallet was the user's.
  wallet_since timestamptz not null,
  contact_channel text not null check (contact_channel in ('email', 'telegram')),
  -- The address, or what the Telegram account is known by.
  contact text not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  -- Of two admins who approve, the one who did so first.
  first_approved_by uuid references admins,
  first_approved_at timestamptz,
  decided_by uuid references admins,
  decided_at timestamptz,
  -- Why it was rejected, for a machine to tell: what became of the points is in the ledger.
  reason_code text check (reason_code in ('evidence', 'wallet', 'identity', 'rules', 'correction', 'payout_failed', 'other')),
  -- For the user to read.
  note text,
  tx_hash text unique check (tx_hash ~ '^[0-9a-f]{64}$'),
  sent_by uuid references admins,
  sent_at timestamptz,
  created_at timestamptz not null,
  check ((first_approved_by is null) = (first_approved_at is null)),
  check ((status = 'pending') = (decided_at is null)),
  check ((status = 'rejected') = (reason_code is not null)),
  check ((tx_hash is null) = (sent_at is null)),
  check (first_approved_by is null or decided_by is null or status <> 'approved' or first_approved_by <> decided_by)
);
create unique index withdrawals_pending on withdrawals (user_id) where status = 'pending';
create index withdrawals_by_user on withdrawals (user_id, created_at desc);
create index withdrawals_by_status on withdrawals (status, created_at);
create index withdrawals_by_time on withdrawals (created_at);
create index withdrawals_by_wallet on withdrawals (wallet_address);
create index withdrawals_decided on withdrawals (decided_at) where decided_at is not null;

-- What operators tell each other of a user; never shown to them, and part of what they get when they ask for all their data.
create table user_notes (
  id uuid primary key,
  user_id uuid not null references users,
  admin_id uuid not null references admins,
  text text not null check (length(text) between 1 and 2000),
  created_at timestamptz not null
);
create index user_notes_by_user on user_notes (user_id, created_at desc);

-- What can be switched off while the site runs; without a row it is on.
create table switches (
  name text primary key check (name in ('staking', 'redeem', 'chat', 'sign_up')),
  is_on boolean not null,
  changed_by uuid not null references admins,
  changed_at timestamptz not null
);

-- A banner above every page, in three languages; the last row is the one that counts, and one without words ends it.
create table notices (
  id bigint generated always as identity primary key,
  tone text not null check (tone in ('info', 'warning')),
  en text not null default '' check (length(en) <= 300),
  zh_cn text not null default '' check (length(zh_cn) <= 300),
  vi text not null default '' check (length(vi) <= 300),
  shown_until timestamptz,
  changed_by uuid not null references admins,
  changed_at timestamptz not null
);

-- Who signed a request on which UTC day.
create table active_days (
  day date not null,
  user_id uuid not null,
  primary key (day, user_id)
);

-- What a UTC day was, counted by a job.
create table daily_stats (
  day date primary key,
  registrations bigint not null,
  daily_actives bigint not null,
  weekly_actives bigint not null,
  bets bigint not null,
  bet_participants bigint not null,
  recharge_amount bigint not null,
  recharge_users bigint not null,
  counted_at timestamptz not null
);
