-- Points: one append-only double-entry ledger is the only source of every balance.

-- owner is the user's or the contest's id; the two accounts of the house have the nil id.
create table accounts (
  kind text not null check (kind in ('balance', 'held', 'contest', 'house', 'issuance')),
  owner uuid not null,
  balance bigint not null default 0,
  primary key (kind, owner),
  check (balance >= 0 or kind in ('house', 'issuance'))
);
insert into accounts (kind, owner) values
  ('house', '00000000-0000-0000-0000-000000000000'),
  ('issuance', '00000000-0000-0000-0000-000000000000');

create table transfers (
  id bigint generated always as identity primary key,
  -- What makes a transfer happen once: 'bet:<leg>:stake', 'check-in:<user>:<day>'.
  key text not null unique,
  source text not null,
  from_kind text not null,
  from_owner uuid not null,
  to_kind text not null,
  to_owner uuid not null,
  amount bigint not null check (amount > 0),
  from_balance bigint not null,
  to_balance bigint not null,
  contest_id uuid,
  bet_id uuid,
  note text,
  created_at timestamptz not null,
  foreign key (from_kind, from_owner) references accounts,
  foreign key (to_kind, to_owner) references accounts,
  check ((from_kind, from_owner) <> (to_kind, to_owner))
);
comment on column transfers.from_balance is 'Balance of the giving account right after this transfer.';
comment on column transfers.to_balance is 'Balance of the receiving account right after this transfer.';
create index transfers_by_giver on transfers (from_owner, id desc);
create index transfers_by_receiver on transfers (to_owner, id desc);
create index transfers_by_contest on transfers (contest_id) where contest_id is not null;

-- Each transfer as its two postings: the ledger as an accountant reads it.
create view postings as
  select id as transfer_id, from_kind as kind, from_owner as owner, -amount as delta, from_balance as balance, source, contest_id, note, created_at
    from transfers
  union all
  select id, to_kind, to_owner, amount, to_balance, source, contest_id, note, created_at
    from transfers;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed or removed: undo a mistake by another row', tg_table_name;
end $$;
create trigger transfers_are_final before update or delete on transfers for each row execute function refuse_change();
create trigger transfers_are_kept before truncate on transfers for each statement execute function refuse_change();

-- Posts transfers in the order of the arrays, each once: a key that is there already moves nothing.
-- The caller holds the locks that order requires (contests by id, then users' accounts by id).
-- Returns how many were new. Fails, and with it the whole transaction, where a balance would go below zero.
create function post_transfers(
  p_keys text[], p_sources text[], p_from_kinds text[], p_from_owners uuid[], p_to_kinds text[], p_to_owners uuid[],
  p_amounts bigint[], p_contest_ids uuid[], p_bet_ids uuid[], p_notes text[], p_at timestamptz
) returns integer language plpgsql set enable_seqscan = off as $$
declare
  v_from bigint;
  v_to bigint;
  v_posted integer := 0;
begin
  for i in 1 .. coalesce(array_length(p_keys, 1), 0) loop
    continue when exists (select from transfers where key = p_keys[i]);
    update accounts set balance = balance - p_amounts[i] where kind = p_from_kinds[i] and owner = p_from_owners[i] returning balance into strict v_from;
    update accounts set balance = balance + p_amounts[i] where kind = p_to_kinds[i] and owner = p_to_owners[i] returning balance into strict v_to;
    insert into transfers (key, source, from_kind, from_owner, to_kind, to_owner, amount, from_balance, to_balance, contest_id, bet_id, note, created_at)
    values (p_keys[i], p_sources[i], p_from_kinds[i], p_from_owners[i], p_to_kinds[i], p_to_owners[i], p_amounts[i], v_from, v_to,
            p_contest_ids[i], p_bet_ids[i], p_notes[i], p_at);
    v_posted := v_posted + 1;
  end loop;
  return v_posted;
end $$;
