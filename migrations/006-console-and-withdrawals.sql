-- The console: its admins, what they do and what takes two of them. Withdrawals: points for USDT. Figures of the site.

-- Admins have accounts of their own and are never users.
create table admins (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  role text not null check (role in ('viewer', 'support', 'reviewer', 'finance', 'super')),
  status text not null default 'normal' check (status in ('normal', 'disabled')),
  password_hash text not null,
  -- Set while somebody else has seen the password: it is good only for choosing another one, until this time.
  one_time_until timestamptz,
  totp_secret bytea,
  totp_enabled_at timestamptz,
  totp_next_secret bytea,
  totp_step bigint,
  -- Null where no admin made this one: the command line did, or the first start.
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
  -- When the admin last typed or clicked. A request that a page makes by itself does not count.
  last_input_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_because text check (ended_because in ('logout', 'reuse', 'revoked', 'password', 'disabled')),
  -- The browser, by the id that users' sessions have for it, too.
  device_id uuid,
  -- When the admin last gave a code of the authenticator app in the session. Files are handed out for ten minutes after that.
  stepped_up_at timestamptz,
  check ((ended_at is null) = (ended_because is null))
);
create index admin_sessions_by_admin on admin_sessions (admin_id);
create index admin_sessions_by_end on admin_sessions (expires_at);
create index admin_sessions_by_device on admin_sessions (device_id) where device_id is not null;

create table admin_refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references admin_sessions on delete cascade,
  created_at timestamptz not null,
  rotated_at timestamptz
);
create index admin_refresh_tokens_by_session on admin_refresh_tokens (session_id);

-- Devices on which an admin gave a second factor. They are not asked for it again for 30 days.
create table admin_devices (
  token_hash bytea primary key,
  admin_id uuid not null references admins,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index admin_devices_by_admin on admin_devices (admin_id);

-- What each admin chose to be told, and how. An admin without a row is told of all that concerns the role, by mail, in English.
create table admin_alert_settings (
  admin_id uuid primary key references admins,
  locale text not null check (locale in ('en', 'zh-CN', 'vi')),
  -- Alerts that were switched off.
  off text[] not null,
  by text[] not null default '{email}' check (by <@ '{email,telegram}' and cardinality(by) > 0),
  changed_at timestamptz not null
);

-- The Telegram chats that get alerts. A Telegram account serves one admin; a user's link to the same account is in linked_accounts.
create table admin_telegram_chats (
  admin_id uuid primary key references admins,
  -- The id of the Telegram account, which is also that of its private chat with our bot.
  subject text not null unique,
  -- As Telegram last named it: "@name", or the display name.
  name text not null,
  -- False after the admin blocked the bot: alerts go by mail.
  reachable boolean not null,
  linked_at timestamptz not null
);

-- "/start op_<token>", sent to our bot, links the sending chat. A new token ends the old one, and so does the end of the session that requested it.
create table admin_telegram_tokens (
  token_hash bytea primary key,
  admin_id uuid not null unique references admins,
  session_id uuid not null references admin_sessions on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index admin_telegram_tokens_by_session on admin_telegram_tokens (session_id);

-- Filters, search and sorting of a list of the console that an admin saved under a name, for themselves. The server checks that a name is
-- saved once for a list, and how many there are.
create table admin_list_views (
  id uuid primary key,
  admin_id uuid not null references admins,
  list text not null,
  name text not null check (length(name) between 1 and 40),
  -- Values of the list's address, by name.
  "values" jsonb not null,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
create index admin_list_views_by_admin on admin_list_views (admin_id, list);

-- Columns that an admin hides in a list of the console.
create table admin_list_columns (
  admin_id uuid not null references admins,
  list text not null,
  hidden text[] not null,
  changed_at timestamptz not null,
  primary key (admin_id, list)
);

-- Conditions that admins are told of by mail, as they were last looked at.
create table operator_alerts (
  condition text primary key check (condition in (
    'large_request', 'overdue_request', 'flagged_request', 'feed_silent', 'ledger_unproven', 'treasury_short', 'treasury_unexplained'
  )),
  -- Null while the condition does not hold.
  since timestamptz,
  -- Since when it has not been found any more: it may come back.
  gone_since timestamptz,
  told_at timestamptz,
  -- The ids that it concerned when admins were last told.
  told text[] not null default '{}',
  checked_at timestamptz,
  check ((since is null) = (told_at is null) and (since is not null or gone_since is null))
);

-- Failed sign-ins to the console, counted by the hour. audit_log, which is never pruned, gets only a few rows for each row here.
create table admin_sign_in_failures (
  hour timestamptz not null,
  -- An admin's id, or '' for addresses that no admin has.
  subject text not null,
  count bigint not null,
  primary key (hour, subject)
);

-- Every change that an admin makes, and every file that is downloaded. Rows are kept for at least five years.
create table audit_log (
  id bigint generated always as identity primary key,
  admin_id uuid references admins,
  -- The address and the role at the time of the change.
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
-- What one admin did of a kind: to count it, by far fewer rows than all that they did.
create index audit_log_by_admin_and_action on audit_log (admin_id, action);
create index audit_log_by_time on audit_log (created_at, id);
-- Part of a reason: every row of years would be read for a word that is rare.
create extension if not exists pg_trgm;
create index audit_log_by_reason on audit_log using gin (reason gin_trgm_ops);
create function keep_audit() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.created_at < now() - interval '5 years' then
    return old;
  end if;
  raise exception 'rows of audit_log are never changed, and kept for five years';
end $$;
create trigger audit_log_is_final before update or delete on audit_log for each row execute function keep_audit();
create trigger audit_log_is_kept before truncate on audit_log for each statement execute function refuse_change();

-- Who made, reset, promoted, demoted, enabled or disabled which admin.
create table admin_events (
  id bigint generated always as identity primary key,
  admin_id uuid not null references admins,
  kind text not null check (kind in ('create', 'reset', 'promote', 'demote', 'enable', 'disable')),
  -- Null for the command line.
  asked_by uuid references admins,
  agreed_by uuid references admins,
  at timestamptz not null
);
create index admin_events_by_admin on admin_events (admin_id, at);
create index admin_events_by_asker on admin_events (asked_by);
create index admin_events_by_agreer on admin_events (agreed_by);
create trigger admin_events_are_final before update or delete on admin_events for each row execute function refuse_change();
create trigger admin_events_are_kept before truncate on admin_events for each statement execute function refuse_change();

-- Requests that a second admin must approve before they are carried out. Withdrawals have columns of their own for that.
create table approvals (
  id uuid primary key,
  -- adjust: an adjustment. settle, resettle, void: a contest that an admin ends by hand. ending: a contest that ends on facts which an operator told.
  -- admin_*: changes of an admin that take a second super. withdrawal_*: returning the points of a sent withdrawal, and correcting its transaction.
  -- treasury_transfer: what a transfer from the treasury was that paid no withdrawal.
  kind text not null check (kind in (
    'adjust', 'settle', 'resettle', 'void', 'ending', 'admin_create', 'admin_reset', 'admin_role', 'admin_enable',
    'withdrawal_return', 'withdrawal_hash', 'treasury_transfer'
  )),
  -- The user, contest, admin, withdrawal or transfer that the request is about.
  subject_id uuid not null,
  -- What is carried out after the approval.
  payload jsonb not null,
  -- The points that the request moves.
  points bigint not null,
  reason text not null,
  -- withdrawn: the request no longer holds. The server withdrew it, or the admin who made it; decided_by is null.
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'rejected', 'withdrawn')),
  requested_by uuid not null references admins,
  created_at timestamptz not null,
  decided_by uuid references admins,
  decided_at timestamptz,
  decision_note text,
  check ((state = 'waiting') = (decided_at is null)),
  constraint approvals_decided_by check ((state in ('approved', 'rejected')) = (decided_by is not null)),
  -- Where there is only one super, the requester completes a change of an admin after a day. A requester may also take back such a change.
  constraint approvals_second check (decided_by <> requested_by or kind in ('admin_create', 'admin_reset', 'admin_role', 'admin_enable'))
);
create index approvals_waiting on approvals (created_at) where state = 'waiting';
create index approvals_by_subject on approvals (subject_id, created_at desc);
create index approvals_by_requester on approvals (requested_by, created_at desc);
create index approvals_by_decider on approvals (decided_by);
-- A withdrawal has at most one waiting request of each kind, and a transfer one.
create unique index approvals_of_withdrawal on approvals (subject_id, kind) where state = 'waiting' and kind in ('withdrawal_return', 'withdrawal_hash', 'treasury_transfer');

-- Completed adjustments. A request that brings their sum above a limit takes a second admin.
create table adjustments (
  id uuid primary key,
  user_id uuid not null references users,
  -- In points.
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

-- Which admins told a fact of a match that no feed has told since. "fixture" is the kick-off and the teams, "course" the status and the score,
-- "start" the true kick-off. While a match has a row here, its contests end on the word of an operator
-- (src/server/modules/betting/contests/gate.ts).
create table operator_words (
  match_id integer not null references matches,
  fact text not null check (fact in ('fixture', 'course', 'start')),
  admin_id uuid not null references admins,
  told_at timestamptz not null,
  -- Why, in the admin's own words.
  reason text not null,
  primary key (match_id, fact, admin_id)
);
create index operator_words_by_admin on operator_words (admin_id);

-- Contests that ended, or ended again, on the word of one admin without a second one. What an admin may end in this way within 24 hours is limited.
create table operator_endings (
  id bigint generated always as identity primary key,
  contest_id uuid not null references contests,
  admin_id uuid not null references admins,
  -- The points that the contest held, or the points that it paid where that is more.
  points bigint not null,
  ended_at timestamptz not null
);
create index operator_endings_by_admin on operator_endings (admin_id, ended_at);
create index operator_endings_by_contest on operator_endings (contest_id);
create index operator_endings_by_time on operator_endings (ended_at);

-- Requests for a payout, in their present state (withdrawal_events has their history). Wallet, amount and contact are copies from the time of the
-- request: these are judged and paid.
create table withdrawals (
  id uuid primary key,
  user_id uuid not null references users,
  points bigint not null check (points > 0),
  -- In USDT.
  amount numeric(20, 2) not null check (amount > 0),
  -- The erasure of an account removes wallet, contact and note. The ledger, the decision and the transaction stay.
  wallet_address text,
  -- Since when the wallet was the user's.
  wallet_since timestamptz not null,
  contact_channel text not null check (contact_channel in ('email', 'telegram')),
  -- The mail address, or the name by which the owner knows the Telegram account.
  contact text,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  -- Where two admins approve, the one who approved first.
  first_approved_by uuid references admins,
  first_approved_at timestamptz,
  decided_by uuid references admins,
  decided_at timestamptz,
  -- Why the request was rejected, as a code. The ledger shows what became of the points.
  reason_code text check (reason_code in ('evidence', 'wallet', 'identity', 'rules', 'correction', 'payout_failed', 'other')),
  -- For the user to read.
  note text,
  tx_hash text unique check (tx_hash ~ '^[0-9a-f]{64}$'),
  sent_by uuid references admins,
  sent_at timestamptz,
  -- What the chain says of the transaction; null where it is not verified.
  payout_state text check (payout_state in ('sending', 'on_chain', 'confirmed', 'failed', 'mismatch')),
  -- What does not match, as a code; or how it failed, as the chain names it.
  payout_fault text,
  -- Since when this transaction is verified.
  payout_since timestamptz,
  -- Checks since the state last changed, when the next one is due (null once the state is final), and when nodes last said something.
  payout_tries integer not null default 0,
  payout_due_at timestamptz,
  payout_checked_at timestamptz,
  -- Why the last check said nothing.
  payout_problem text check (payout_problem in ('away', 'slow', 'limited', 'refused', 'error', 'unreadable', 'behind', 'disagree')),
  created_at timestamptz not null,
  constraint withdrawals_payout check (payout_state is null or (tx_hash is not null and payout_since is not null)),
  constraint withdrawals_payout_fault check (coalesce(payout_state in ('failed', 'mismatch'), false) = (payout_fault is not null)),
  check ((first_approved_by is null) = (first_approved_at is null)),
  check ((status = 'pending') = (decided_at is null)),
  check ((status = 'rejected') = (reason_code is not null)),
  check ((tx_hash is null) = (sent_at is null)),
  check (first_approved_by is null or decided_by is null or status <> 'approved' or first_approved_by <> decided_by),
  constraint withdrawals_kept_whole check ((wallet_address is null) = (contact is null) and (status <> 'pending' or contact is not null))
);
create unique index withdrawals_pending on withdrawals (user_id) where status = 'pending';
create index withdrawals_by_user on withdrawals (user_id, created_at desc);
create index withdrawals_by_status on withdrawals (status, created_at);
create index withdrawals_by_time on withdrawals (created_at);
-- The list by size.
create index withdrawals_by_points on withdrawals (status, points, id);
create index withdrawals_by_wallet on withdrawals (wallet_address);
create index withdrawals_decided on withdrawals (decided_at) where decided_at is not null;
create index withdrawals_unconfirmed on withdrawals (payout_since) where status = 'approved' and payout_state in ('sending', 'on_chain', 'failed', 'mismatch');
create index withdrawals_payout_due on withdrawals (payout_due_at) where payout_due_at is not null;
create index withdrawals_unsent on withdrawals (decided_at, id) where status = 'approved' and sent_at is null;
create index withdrawals_sent on withdrawals (sent_at) where sent_at is not null;
create index withdrawals_half_approved on withdrawals (created_at) where status = 'pending' and first_approved_by is not null;

-- What happened to each withdrawal, by whom and when. Rows are added and never changed.
create table withdrawal_events (
  id bigint generated always as identity primary key,
  withdrawal_id uuid not null references withdrawals,
  kind text not null check (kind in (
    'asked', 'approved_first', 'approved', 'rejected', 'sent', 'correction_asked', 'hash_corrected',
    'frozen', 'released', 'return_asked', 'returned', 'payment_confirmed', 'payment_failed', 'payment_mismatch', 'noted'
  )),
  -- Null where the owner acted, or nobody.
  admin_id uuid references admins,
  -- Why the withdrawal was rejected or frozen, or what does not match in its transaction, as a code.
  reason_code text,
  tx_hash text check (tx_hash ~ '^[0-9a-f]{64}$'),
  -- The end of a freeze that ends by the clock.
  until timestamptz,
  -- For admins.
  note text,
  -- For the owner.
  owner_note text,
  created_at timestamptz not null
);
create index withdrawal_events_by_withdrawal on withdrawal_events (withdrawal_id, id);
create index withdrawal_events_by_admin on withdrawal_events (admin_id);
-- One change is allowed: the notes are removed once the account that they are about is erased.
create function keep_withdrawal_events() returns trigger language plpgsql as $$
declare
  v_wordless withdrawal_events := new;
begin
  if tg_op = 'UPDATE' then
    v_wordless.note := old.note;
    v_wordless.owner_note := old.owner_note;
    if v_wordless is not distinct from old and new.note is null and new.owner_note is null
      and exists (select from withdrawals where id = old.withdrawal_id and contact is null) then
      return new;
    end if;
  end if;
  raise exception 'rows of withdrawal_events are never changed or removed: add another one';
end $$;
create trigger withdrawal_events_are_final before update or delete on withdrawal_events for each row execute function keep_withdrawal_events();
create trigger withdrawal_events_are_kept before truncate on withdrawal_events for each statement execute function refuse_change();

-- Every transaction that was ever recorded as the payment of a withdrawal, also where it was corrected or the points were returned later. It pays no
-- other withdrawal.
create table withdrawal_hashes (
  tx_hash text primary key check (tx_hash ~ '^[0-9a-f]{64}$'),
  withdrawal_id uuid not null references withdrawals,
  created_at timestamptz not null
);
create index withdrawal_hashes_by_withdrawal on withdrawal_hashes (withdrawal_id);
create trigger withdrawal_hashes_are_final before update or delete on withdrawal_hashes for each row execute function refuse_change();
create trigger withdrawal_hashes_are_kept before truncate on withdrawal_hashes for each statement execute function refuse_change();

-- Every transfer on the chain that paid a withdrawal. It pays no other one, and no withdrawal is paid twice.
create table withdrawal_payments (
  tx_hash text not null check (tx_hash ~ '^[0-9a-f]{64}$'),
  -- The place of the transfer among the logs of its transaction, from 0.
  log_index integer not null check (log_index >= 0),
  withdrawal_id uuid not null unique references withdrawals,
  block_number bigint not null,
  block_at timestamptz not null,
  created_at timestamptz not null,
  primary key (tx_hash, log_index)
);
create trigger withdrawal_payments_are_final before update or delete on withdrawal_payments for each row execute function refuse_change();
create trigger withdrawal_payments_are_kept before truncate on withdrawal_payments for each statement execute function refuse_change();

-- Approved withdrawals that one admin pays together. Only the admin who holds a batch may record its transactions.
create table payout_batches (
  id uuid primary key,
  made_by uuid not null references admins,
  held_by uuid not null references admins,
  held_since timestamptz not null,
  created_at timestamptz not null,
  -- When it was dissolved: its withdrawals may be in another batch.
  dissolved_at timestamptz
);
create index payout_batches_by_time on payout_batches (created_at, id);
create index payout_batches_by_maker on payout_batches (made_by);
create index payout_batches_by_holder on payout_batches (held_by);

create table payout_batch_items (
  batch_id uuid not null references payout_batches,
  withdrawal_id uuid not null references withdrawals,
  -- Its place in the batch, from 1.
  position integer not null check (position > 0),
  -- When it was taken out again, unpaid.
  released_at timestamptz,
  primary key (batch_id, withdrawal_id)
);
-- A withdrawal is in one batch at most.
create unique index payout_batch_items_once on payout_batch_items (withdrawal_id) where released_at is null;
create index payout_batch_items_by_withdrawal on payout_batch_items (withdrawal_id);

-- What nodes last said of the treasury wallet, and how far its outgoing transfers were read.
create table treasury_watch (
  singleton boolean primary key default true check (singleton),
  wallet text not null,
  -- Null while nodes have said nothing. In USDT and TRX, and in the chain's units.
  usdt numeric(20, 6),
  trx numeric(20, 6),
  energy bigint,
  bandwidth bigint,
  balances_at timestamptz,
  -- Why the last question was not answered.
  balances_problem text,
  -- Transfers from then on are looked at.
  since timestamptz not null,
  -- Those before are read.
  read_until timestamptz not null,
  -- Whether there were more than could be read at once.
  is_behind boolean not null default false,
  transfers_at timestamptz,
  transfers_problem text
);

-- Every transfer of USDT that left the treasury wallet for good, except those over nothing.
create table treasury_transfers (
  id uuid primary key,
  tx_hash text not null check (tx_hash ~ '^[0-9a-f]{64}$'),
  log_index integer not null check (log_index >= 0),
  to_wallet text not null,
  amount numeric(30, 6) not null check (amount > 0),
  block_at timestamptz not null,
  found_at timestamptz not null,
  -- The withdrawal that it paid, by withdrawal_payments.
  withdrawal_id uuid references withdrawals,
  -- The withdrawal that it fits otherwise, and how.
  fits_id uuid references withdrawals,
  fit text check (fit in ('recorded', 'unrecorded', 'returned', 'paid_again')),
  -- What two admins say it was.
  explanation text,
  explained_by uuid references admins,
  explained_at timestamptz,
  unique (tx_hash, log_index),
  check ((fits_id is null) = (fit is null)),
  check ((explanation is null) = (explained_at is null) and (explained_by is null) = (explained_at is null))
);
create index treasury_transfers_by_time on treasury_transfers (block_at, id);
create index treasury_transfers_open on treasury_transfers (block_at, id) where withdrawal_id is null and explained_at is null;
create index treasury_transfers_by_withdrawal on treasury_transfers (withdrawal_id);
create index treasury_transfers_by_fit on treasury_transfers (fits_id);
create index treasury_transfers_by_explainer on treasury_transfers (explained_by);

-- The evidence against the owner of a withdrawal at each step. Evidence fades as sessions and addresses are forgotten, and a decision is judged by what
-- was known when it was made.
create table withdrawal_evidence (
  withdrawal_id uuid not null references withdrawals on delete cascade,
  step text not null check (step in ('requested', 'decided')),
  at timestamptz not null,
  score numeric(6, 2) not null,
  -- The names that the console uses; empty where there was no evidence against the owner.
  flags text[] not null,
  -- The reasons behind the score, and the accounts of the cluster by id: nothing else about anybody.
  reasons jsonb not null,
  accounts uuid[] not null
);
create index withdrawal_evidence_by_withdrawal on withdrawal_evidence (withdrawal_id, at);
create unique index withdrawal_evidence_requested on withdrawal_evidence (withdrawal_id) where step = 'requested';
-- Finds withdrawals by flag; most have none.
create index withdrawal_evidence_by_flag on withdrawal_evidence using gin (flags) where flags <> '{}';
create trigger withdrawal_evidence_is_final before update on withdrawal_evidence for each row execute function refuse_change();

-- Which operator is looking at a withdrawal. It is shown to others until then, and keeps nobody from deciding.
create table withdrawal_assignments (
  withdrawal_id uuid primary key references withdrawals on delete cascade,
  admin_id uuid not null references admins,
  until timestamptz not null
);
create index withdrawal_assignments_by_admin on withdrawal_assignments (admin_id);
create index withdrawal_assignments_by_end on withdrawal_assignments (until);

-- Notes on a user that operators write for each other. The user never sees them here, but gets them in an export of all data.
create table user_notes (
  id uuid primary key,
  user_id uuid not null references users,
  admin_id uuid not null references admins,
  text text not null check (length(text) between 1 and 2000),
  created_at timestamptz not null
);
create index user_notes_by_user on user_notes (user_id, created_at desc);

-- Features that an admin can switch off while the site runs. A feature without a row is on.
create table switches (
  name text primary key check (name in ('staking', 'redeem', 'chat', 'sign_up')),
  is_on boolean not null,
  changed_by uuid not null references admins,
  changed_at timestamptz not null
);

-- A banner above every page, in three languages. The last row counts; a row without words ends the banner.
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

-- Which user made a signed-in request on which UTC day. The second write of a day finds room on the page.
create table active_days (
  day date not null,
  user_id uuid not null,
  -- The first and the last request of the day, to the quarter of an hour: "in the last 24 hours" covers parts of two days.
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (day, user_id),
  check (first_at <= last_at)
) with (fillfactor = 80);
-- Finds a user's days, for the user's export and for the erasure.
create index active_days_by_user on active_days (user_id, day);

-- The figures of each UTC day, counted by a job.
create table daily_stats (
  day date primary key,
  registrations bigint not null,
  daily_actives bigint not null,
  weekly_actives bigint not null,
  bets bigint not null,
  bet_participants bigint not null,
  -- In points.
  recharge_amount bigint not null,
  recharge_users bigint not null,
  counted_at timestamptz not null
);

-- Figures that take a tenth of a second or more to count, as they were a moment ago.
create table site_counts (
  singleton boolean primary key default true check (singleton),
  users bigint not null,
  -- Those of the users who were there 24 hours earlier.
  users_before bigint not null,
  -- In the last 24 hours, and in the 24 hours before.
  actives bigint not null,
  actives_before bigint not null,
  counted_at timestamptz not null
);
