-- Counting days: who was active when, what a day was, and the figures that are too many rows to count for each who asks.

alter table active_days
  -- First and last request of the day, to the quarter of an hour: "in the last 24 hours" is part of two days.
  add column first_at timestamptz not null,
  add column last_at timestamptz not null,
  add check (first_at <= last_at);
alter table active_days set (fillfactor = 80);
-- A user's own: for their export, and to be erased with them.
create index active_days_by_user on active_days (user_id, day);

-- Nobody wrote it down before, but of these things each was done by a request that was signed in.
insert into active_days (day, user_id, first_at, last_at)
  select (at at time zone 'UTC')::date, user_id, min(at), max(at)
  from (
    select user_id, created_at as at from check_ins
    union all select user_id, placed_at from bet_legs
    union all select user_id, created_at from sessions
    union all select user_id, last_seen_at from sessions
  ) seen
  join users u on u.id = user_id and u.status <> 'deleted'
  group by 1, 2;

-- Figures that take a tenth of a second and more to count, as they were a moment ago.
create table site_counts (
  singleton boolean primary key default true check (singleton),
  users bigint not null,
  -- Of these, those who were there 24 hours earlier.
  users_before bigint not null,
  -- In the last 24 hours, and in the 24 hours before.
  actives bigint not null,
  actives_before bigint not null,
  counted_at timestamptz not null
);

-- By the day of registration.
create index users_registered on users (created_at, id);
create index users_deleted on users (id) where status = 'deleted';
-- Bets are inserted as they are placed, and what a row of this index covers is some hundred pages: whoever stakes pays next to nothing for it.
create index bets_placed on bets using brin (placed_at) with (pages_per_range = 32, autosummarize = on);
create index transfers_recharged on transfers (created_at) include (amount, to_owner) where source = 'manual_adjust' and to_kind = 'balance';
-- What issuance held at a moment, and so what all others had together: stakes and payouts do not touch it.
create index transfers_of_issuance on transfers (created_at, id) where from_kind = 'issuance' or to_kind = 'issuance';
create index withdrawals_unsent on withdrawals (decided_at) where status = 'approved' and sent_at is null;
