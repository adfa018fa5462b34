-- Who plays: users, their sessions, and what keeps sign-in safe.

create table users (
  id uuid primary key,
  email text not null unique,
  -- The address without dots and +tags where its host ignores them: one person, one account.
  email_identity text not null,
  email_verified_at timestamptz,
  password_hash text,
  display_name text check (length(display_name) between 1 and 40),
  public_handle text not null unique,
  avatar_url text,
  status text not null default 'normal' check (status in ('normal', 'disabled')),
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
  last_login_at timestamptz
);
create unique index users_by_email_identity on users (email_identity);
create index users_by_inviter on users (invited_by, created_at) where invited_by is not null;

-- One row a signed-in device; its refresh tokens are a chain below it.
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
  ended_because text check (ended_because in ('logout', 'reuse', 'revoked', 'password'))
);
create index sessions_by_user on sessions (user_id) where ended_at is null;

create table refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions,
  created_at timestamptz not null,
  -- First time it was exchanged for its successor; a successor that has this too was presented itself.
  rotated_at timestamptz
);
create index refresh_tokens_by_session on refresh_tokens (session_id);

-- Written by rate-limiter-flexible.
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- The first success of a request that moves points, for 24 hours. Its user is not referenced: who is gone is refused where
-- their balance is locked, with the right code.
create table idempotency_keys (
  user_id uuid not null,
  endpoint text not null,
  key uuid not null,
  body_hash bytea not null,
  reply jsonb,
  created_at timestamptz not null,
  primary key (user_id, endpoint, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Takes a key for this transaction. "new": go on. "busy": another transaction is at it now. "done": here is the reply.
-- "mismatch": the key was used with another body.
-- Functions on hot paths keep their plans, also those made while a table was nearly empty and a scan looked cheap: none may scan.
create function claim_idempotency_key(p_user_id uuid, p_endpoint text, p_key uuid, p_body_hash bytea, p_at timestamptz)
returns table (claim text, reply jsonb) language plpgsql set enable_seqscan = off as $$
declare
  v_claimed uuid;
begin
  if not pg_try_advisory_xact_lock(hashtextextended(p_user_id::text || p_endpoint || p_key::text, 0)) then
    return query select 'busy', null::jsonb;
    return;
  end if;
  insert into idempotency_keys as k (user_id, endpoint, key, body_hash, created_at) values (p_user_id, p_endpoint, p_key, p_body_hash, p_at)
    on conflict do nothing returning k.key into v_claimed;
  if v_claimed is not null then
    return query select 'new', null::jsonb;
    return;
  end if;
  return query select case when k.body_hash = p_body_hash then 'done' else 'mismatch' end, k.reply
    from idempotency_keys k where k.user_id = p_user_id and k.endpoint = p_endpoint and k.key = p_key;
end $$;
