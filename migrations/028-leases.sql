-- Several processes on one database: who of them does what only one may do, and whether they agree on their keys.

-- What a process holds of the things that one process does at a time. It is the holder's until it expires, by this database's clock; a holder renews it
-- long before. Whoever finds it expired may take it.
create table leases (
  name text primary key,
  -- A process.
  holder uuid not null,
  expires_at timestamptz not null
);

-- The processes that run: each says so again and again, and a row that is old is of one that does not run any more.
create table processes (
  id uuid primary key,
  -- What it was started for; null for all.
  role text check (role in ('web', 'worker', 'feed')),
  -- A hash of the key that it signs with, from which nobody learns the key: processes must believe each other's tokens.
  key_print bytea not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
