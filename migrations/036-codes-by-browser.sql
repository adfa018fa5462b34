-- Codes belong to who asked for them, so that nobody else can burn, replace or guess them.

alter table codes
  -- SHA-256 of what only the asking browser has: its cookie, or its session. Several may have a code in force for one subject.
  add column holder bytea not null default '',
  -- SHA-256 of the 256 bits in the link of the message: they prove that somebody reads the mailbox.
  add column link_hash bytea,
  -- When the link was opened in the session that asked; from then on the six digits are enough, however many were guessed elsewhere.
  add column link_opened_at timestamptz;
alter table codes alter column holder drop default;
drop index codes_in_force;
create unique index codes_in_force on codes (purpose, subject, holder) where ended_at is null;
create unique index codes_by_link on codes (link_hash);

-- Wrong codes that were typed for a subject, by whomever, in the 24 hours that began with the first of them.
create table code_failures (
  subject bytea primary key,
  since timestamptz not null,
  failures integer not null
);
create index code_failures_by_age on code_failures (since);

-- The browser in which the password was last reset by a mail: its owner may sign in there, whatever strangers guess elsewhere.
alter table users add column recovery_device_id uuid;
