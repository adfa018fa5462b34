-- What a feed has to remember over restarts: what it asked when, and how much of its provider's allowance it used.
create table feed_progress (
  feed text primary key,
  progress jsonb not null,
  saved_at timestamptz not null
);
