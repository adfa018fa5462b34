-- Evidence of rings: accounts found by patterns of their mailboxes, and what was known of a withdrawal's owner when it was asked for and decided.

-- The host of a mailbox, and the mailbox without what a program counts up: "lucky.1@" and "lucky2@" have one name. Of identities (users.email_identity).
create function mail_domain(identity text) returns text language sql immutable strict parallel safe as $$
  select split_part(identity, '@', 2)
$$;
create function mail_name(identity text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(split_part(identity, '@', 1), '[0-9._+-]+', '', 'g') || '@' || split_part(identity, '@', 2)
$$;
create index users_by_mail_domain on users (mail_domain(email_identity), created_at) where email_identity is not null;
create index users_by_mail_name on users (mail_name(email_identity), created_at) where email_identity is not null;

-- What spoke against the owner of a withdrawal at each step: evidence fades as sessions and addresses are forgotten, and a decision is judged by what was known then.
create table withdrawal_evidence (
  withdrawal_id uuid not null references withdrawals on delete cascade,
  step text not null check (step in ('requested', 'decided')),
  at timestamptz not null,
  score numeric(6, 2) not null,
  -- As the console names them; empty where nothing spoke against the owner.
  flags text[] not null,
  -- The reasons behind the score, and the accounts of the cluster by id: nothing else about anybody.
  reasons jsonb not null,
  accounts uuid[] not null
);
create index withdrawal_evidence_by_withdrawal on withdrawal_evidence (withdrawal_id, at);
create unique index withdrawal_evidence_requested on withdrawal_evidence (withdrawal_id) where step = 'requested';
create trigger withdrawal_evidence_is_final before update on withdrawal_evidence for each row execute function refuse_change();
