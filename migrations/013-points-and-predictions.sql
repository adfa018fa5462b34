-- Fixed odds, receipts, the sealed ledger, rewards for invites, and forecasts without stakes.

-- How often whoever told a price promised to confirm it; null: never again, as a file does.
alter table odds add column cadence_seconds integer check (cadence_seconds > 0);

alter table contests
  -- Fixed odds: what the bets on each pick are paid together if it wins, kept under the contest's lock as the pool is.
  add column payout_home bigint not null default 0,
  add column payout_draw bigint not null default 0,
  add column payout_away bigint not null default 0,
  -- What ended it, as it was known and since when: see src/domain/receipt.ts.
  add column facts jsonb,
  -- Makes pseudonyms on its receipt that say nothing about any other contest's.
  add column receipt_salt bytea not null default uuid_send(gen_random_uuid());
alter table contest_corrections add column facts jsonb;

alter table bets add column fixed_payout bigint not null default 0;
comment on column bets.fixed_payout is 'Fixed odds: what its legs pay if the pick wins, each floored by itself; 0 in a pool.';

alter table users add column named_in_receipts boolean not null default false;

-- The ledger's transfers in the order of their ids, sealed: each hash covers the block's transfers and the hash before it.
create table ledger_blocks (
  number bigint primary key check (number > 0),
  first_id bigint not null,
  last_id bigint not null unique,
  transfers integer not null check (transfers > 0),
  previous_hash bytea check (length(previous_hash) = 32),
  hash bytea not null check (length(hash) = 32),
  sealed_at timestamptz not null,
  check (first_id <= last_id),
  check ((number = 1) = (previous_hash is null))
);
create trigger ledger_blocks_are_final before update or delete on ledger_blocks for each row execute function refuse_change();
create trigger ledger_blocks_are_kept before truncate on ledger_blocks for each statement execute function refuse_change();

-- Up to which transfer a user's balance was last proven to be the sum of its postings, and what it was there.
create table balance_proofs (
  user_id uuid primary key references users,
  transfer_id bigint not null,
  balance bigint not null check (balance >= 0),
  proven_at timestamptz not null
);

-- Settings that touch points, as they were at the last start: a change is told with both values.
create table known_settings (
  name text primary key,
  value text not null,
  known_at timestamptz not null
);

-- What became of an invite whose invitee qualified; without a row it waits for the inviter's caps.
create table invite_rewards (
  invitee_id uuid primary key references users,
  inviter_id uuid not null references users,
  state text not null check (state in ('rewarded', 'in_review', 'refused')),
  -- Why a person looks at it first: the same device or wallet, many accounts of one address.
  reasons text[] not null default '{}' check (reasons <@ array['device', 'wallet', 'ip']),
  qualified_at timestamptz not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  check ((state = 'rewarded') <= (decided_at is not null))
);
create index invite_rewards_by_inviter on invite_rewards (inviter_id, decided_at desc) where state = 'rewarded';
create index invite_rewards_to_review on invite_rewards (created_at) where state = 'in_review';

-- What users forecast of matches, in whole per cent, without stakes; scored once the match has a result.
create table user_forecasts (
  user_id uuid not null references users,
  match_id integer not null references matches,
  home smallint not null check (home between 0 and 100),
  draw smallint not null check (draw between 0 and 100),
  away smallint not null check (away between 0 and 100),
  made_at timestamptz not null,
  -- Since when the result is the one that was scored; a corrected one is scored anew.
  result_since timestamptz,
  outcome text check (outcome in ('home', 'draw', 'away')),
  -- Natural logarithms of what was given to the outcome, by its maker and, where they said something, by others at kick-off.
  score double precision,
  model_score double precision,
  market_score double precision,
  crowd_score double precision,
  primary key (user_id, match_id),
  check (home + draw + away = 100),
  check (num_nulls(result_since, outcome, score) in (0, 3))
);
create index user_forecasts_by_match on user_forecasts (match_id);
create index user_forecasts_by_maker on user_forecasts (user_id, made_at desc);

-- Leagues among friends: whoever has the code is in.
create table forecast_groups (
  id uuid primary key,
  code text not null unique,
  name text not null check (length(name) between 1 and 60),
  owner_id uuid not null references users,
  created_at timestamptz not null
);
create index forecast_groups_by_owner on forecast_groups (owner_id);
create table forecast_group_members (
  group_id uuid not null references forecast_groups on delete cascade,
  user_id uuid not null references users,
  joined_at timestamptz not null,
  primary key (group_id, user_id)
);
create index forecast_group_members_by_user on forecast_group_members (user_id);
