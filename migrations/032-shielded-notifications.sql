-- Notifications know the spoiler shield as pages do (docs/decisions/042): a browser's is its session's.
alter table sessions
  -- Seconds behind, or 'reveal' for no results; null: none.
  add column shield text check (shield ~ '^(\d{2,3}|reveal)$'),
  -- When it was put on or taken off last: of a user's browsers the last one decides for the chat with our bot.
  add column shield_at timestamptz;
