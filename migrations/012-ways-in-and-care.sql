-- Other ways in, a second factor, what somebody may be reached at, limits that users set themselves, and leaving.

alter table users
  -- Whoever signs in elsewhere may have given us no address.
  alter column email drop not null,
  alter column email_identity drop not null,
  add constraint users_email_whole check ((email is null) = (email_identity is null)),
  add constraint users_handle_lower check (public_handle = lower(public_handle)),
  add column wallet_changed_at timestamptz,
  -- The secret of the authenticator app, encrypted with the installation's key.
  add column totp_secret bytea,
  add column totp_enabled_at timestamptz,
  add constraint users_totp_whole check ((totp_secret is null) = (totp_enabled_at is null)),
  -- One that was drawn to take its place, or to be the first, and waits for its first code.
  add column totp_next_secret bytea,
  -- The last step of 30 seconds whose code was taken: none is taken twice.
  add column totp_step bigint,
  -- Whether our bot tells of what happened.
  add column telegram_notices boolean not null default true,
  -- Their data is erased then, unless they come back before.
  add column deletion_due_at timestamptz,
  drop constraint users_status_check,
  add constraint users_status_check check (status in ('normal', 'disabled', 'deleted'));
-- A number and a wallet belong to one account.
create unique index users_by_phone on users (phone) where phone_verified_at is not null;
create unique index users_by_wallet on users (wallet_address) where wallet_address is not null;
create index users_leaving on users (deletion_due_at) where deletion_due_at is not null;

alter table sessions
  drop constraint sessions_ended_because_check,
  add constraint sessions_ended_because_check check (ended_because in ('logout', 'reuse', 'revoked', 'password', 'not_me', 'left'));

alter table codes
  drop constraint codes_purpose_check,
  add constraint codes_purpose_check check (purpose in ('confirm_email', 'reset_password', 'step_up', 'confirm_phone'));

-- Where else somebody is known: who signs in there is signed in here. A Telegram account is also where our bot writes, once its owner let it.
create table linked_accounts (
  id uuid primary key,
  user_id uuid not null references users,
  type text not null check (type in ('google', 'telegram')),
  -- What it is called over there, for good; Telegram's is also the id of the chat with its owner.
  subject text not null,
  -- What its owner knows it by: an address or a name, masked where it is shown.
  identifier text not null,
  -- Telegram: whether our bot may write there.
  reachable boolean not null default false,
  created_at timestamptz not null,
  verified_at timestamptz not null,
  unique (type, subject),
  unique (user_id, type)
);

-- Proofs from elsewhere that were taken, so that each is taken once; forgotten when they would have expired anyway.
create table sign_in_proofs_taken (
  hash bytea primary key,
  expires_at timestamptz not null
);
create index sign_in_proofs_by_expiry on sign_in_proofs_taken (expires_at);

-- "/start <token>" to our bot binds the chat it comes from. A new one ends the old, and so does the end of the session that asked for it.
create table telegram_bind_tokens (
  token_hash bytea primary key,
  user_id uuid not null unique references users,
  session_id uuid not null references sessions on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

-- Ten, each good once, for who has lost the authenticator app.
create table recovery_codes (
  user_id uuid not null references users,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- What somebody lets themselves stake, or lose, in a day, a week or a month (UTC). Tighter at once, looser after a day.
create table play_limits (
  user_id uuid not null references users,
  kind text not null check (kind in ('stake', 'loss')),
  period text not null check (period in ('day', 'week', 'month')),
  -- Points; null: none.
  amount bigint check (amount > 0),
  -- From next_from on it is next_amount.
  next_amount bigint check (next_amount > 0),
  next_from timestamptz,
  changed_at timestamptz not null,
  primary key (user_id, kind, period),
  check (next_from is not null or next_amount is null)
);

-- Time away from play. Never shortened; a longer one is another row.
create table exclusions (
  id uuid primary key,
  user_id uuid not null references users,
  kind text not null check (kind in ('time_out', 'self_exclusion')),
  began_at timestamptz not null,
  until timestamptz not null,
  -- Of which account's exclusion this is the continuation.
  follows uuid references exclusions,
  check (until > began_at)
);
create index exclusions_by_user on exclusions (user_id, until desc);

-- What a self-exclusion is recognised by in another account: keyed hashes of a mailbox, a number, a wallet, a device, an account elsewhere.
create table exclusion_marks (
  hash bytea not null,
  exclusion_id uuid not null references exclusions,
  primary key (hash, exclusion_id)
);
create index exclusion_marks_by_exclusion on exclusion_marks (exclusion_id);

create index bets_by_settlement on bets (user_id, settled_at) where settled_at is not null;

-- All six limits of a user at a moment (amount null: none), and what of each they have used: stakes that were not given back, or those less
-- what came back. The looser one that they asked for is in force from its time on.
create function play_limits_at(p_user_id uuid, p_at timestamptz)
returns table (kind text, period text, amount bigint, next_amount bigint, next_from timestamptz, used bigint)
language sql stable set enable_seqscan = off as $$
  select k.kind, p.period,
         case when l.next_from <= p_at then l.next_amount else l.amount end,
         case when l.next_from > p_at then l.next_amount end,
         case when l.next_from > p_at then l.next_from end,
         staked.points - case k.kind when 'loss' then returned.points else 0 end
  from unnest(array['day', 'week', 'month']) p (period)
  cross join lateral (select date_trunc(p.period, p_at at time zone 'UTC') at time zone 'UTC' as began_at) since
  cross join lateral (select coalesce(sum(g.stake), 0)::bigint as points from bet_legs g
    where g.user_id = p_user_id and g.placed_at >= since.began_at and g.refunded_at is null) staked
  cross join lateral (select coalesce(sum(b.payout), 0)::bigint as points from bets b
    where b.user_id = p_user_id and b.settled_at >= since.began_at) returned
  cross join unnest(array['stake', 'loss']) k (kind)
  left join play_limits l on l.user_id = p_user_id and l.kind = k.kind and l.period = p.period
$$;

-- As before (004), and what the user lets themselves stake. Most have set no limits, and pay for none.
drop function lock_for_bet;
create function lock_for_bet(p_user_id uuid, p_match_id integer, p_market text, p_recent_since timestamptz, p_at timestamptz)
returns table (
  contest contests, match matches, home teams, away teams,
  user_status text, is_leaving boolean, excluded_until timestamptz, limits jsonb,
  balance bigint, held_pick text, held_stake bigint, recent_stakes integer, recent_first_at timestamptz
) language plpgsql set enable_seqscan = off as $$
begin
  -- A row's lock goes to whoever finds it free; this one goes to who came first, so that nobody starves at a contest that all want.
  perform pg_advisory_xact_lock(hashtextextended('bet ' || p_market, p_match_id));
  select c.* into contest from contests c
    where c.match_id = p_match_id and c.market = p_market and c.state not in ('settled', 'void') for update;
  if not found then
    return;
  end if;
  select a.balance into balance from accounts a where a.kind = 'balance' and a.owner = p_user_id for update;
  select u.status, u.deletion_due_at is not null into user_status, is_leaving from users u where u.id = p_user_id;
  select max(e.until) into excluded_until from exclusions e where e.user_id = p_user_id and e.until > p_at;
  if exists (select from play_limits l where l.user_id = p_user_id) then
    select jsonb_agg(to_jsonb(l)) into limits from play_limits_at(p_user_id, p_at) l where l.amount is not null;
  end if;
  select b.pick, b.stake into held_pick, held_stake from bets b where b.user_id = p_user_id and b.contest_id = contest.id;
  select count(*), min(l.placed_at) into recent_stakes, recent_first_at from bet_legs l
    where l.user_id = p_user_id and l.placed_at > p_recent_since;
  select m.* into match from matches m where m.id = p_match_id;
  select t.* into home from teams t where t.id = match.home_team_id;
  select t.* into away from teams t where t.id = match.away_team_id;
  return next;
end $$;
