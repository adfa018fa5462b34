-- What happened to each withdrawal, by whom and when: rows are added, and never changed. The columns of withdrawals are how it stands now.

create table withdrawal_events (
  id bigint generated always as identity primary key,
  withdrawal_id uuid not null references withdrawals,
  kind text not null check (kind in (
    'asked', 'approved_first', 'approved', 'rejected', 'sent', 'correction_asked', 'hash_corrected',
    'frozen', 'released', 'return_asked', 'returned'
  )),
  -- Null for the owner, and for what happens without a person.
  admin_id uuid references admins,
  -- Why it was rejected or frozen, for a machine to tell.
  reason_code text,
  tx_hash text check (tx_hash ~ '^[0-9a-f]{64}$'),
  -- Of a freeze that ends by the clock: until when.
  until timestamptz,
  -- For admins.
  note text,
  -- For the owner.
  owner_note text,
  created_at timestamptz not null
);
create index withdrawal_events_by_withdrawal on withdrawal_events (withdrawal_id, id);
create index withdrawal_events_by_admin on withdrawal_events (admin_id);

-- The one change that is let through: the words go when the account that they are about has been erased.
create function keep_withdrawal_events() returns trigger language plpgsql as $$
declare
  v_wordless withdrawal_events := new;
begin
  if tg_op = 'UPDATE' then
    v_wordless.note := old.note;
    v_wordless.owner_note := old.owner_note;
    if v_wordless is not distinct from old and new.note is null and new.owner_note is null
      and exists (select from withdrawals where id = old.withdrawal_id and contact is null) then
      return new;
    end if;
  end if;
  raise exception 'rows of withdrawal_events are never changed or removed: add another one';
end $$;
create trigger withdrawal_events_are_final before update or delete on withdrawal_events for each row execute function keep_withdrawal_events();
create trigger withdrawal_events_are_kept before truncate on withdrawal_events for each statement execute function refuse_change();

-- Every transaction that was ever said to have paid a withdrawal, also where that was corrected or the points were returned since: it pays no other.
create table withdrawal_hashes (
  tx_hash text primary key check (tx_hash ~ '^[0-9a-f]{64}$'),
  withdrawal_id uuid not null references withdrawals,
  created_at timestamptz not null
);
create index withdrawal_hashes_by_withdrawal on withdrawal_hashes (withdrawal_id);
create trigger withdrawal_hashes_are_final before update or delete on withdrawal_hashes for each row execute function refuse_change();
create trigger withdrawal_hashes_are_kept before truncate on withdrawal_hashes for each statement execute function refuse_change();

insert into withdrawal_hashes (tx_hash, withdrawal_id, created_at) select tx_hash, id, sent_at from withdrawals where tx_hash is not null;

-- What happened so far: the log of changes knows who did what, also where the row was overwritten. Words of erased accounts stay out.
insert into withdrawal_events (withdrawal_id, kind, admin_id, reason_code, tx_hash, note, owner_note, created_at)
select withdrawal_id, kind, admin_id, reason_code, tx_hash, note, owner_note, created_at from (
  select id as withdrawal_id, 'asked' as kind, null::uuid as admin_id, null as reason_code, null as tx_hash, null as note, null as owner_note, created_at, 0 as place
    from withdrawals
  union all
  select w.id, k.kind, l.admin_id, case when k.kind = 'rejected' then l.after ->> 'reason_code' end,
      case when k.kind = 'sent' then l.after ->> 'tx_hash' end,
      case when w.contact is null then null when k.kind = 'approved_first' then l.after ->> 'note_for_second' when k.kind = 'returned' then l.reason end,
      case when w.contact is not null and k.kind in ('approved', 'rejected', 'returned') then l.after ->> 'note' end,
      l.created_at, k.place
    from audit_log l
    join withdrawals w on w.id::text = l.subject_id
    cross join lateral (values
      ('withdrawal.approve_first', 'approved_first', 1), ('withdrawal.approve', 'approved', 2), ('withdrawal.reject', 'rejected', 3),
      ('withdrawal.sent', 'sent', 4), ('withdrawal.approve', 'sent', 4), ('withdrawal.return', 'returned', 5)
    ) k (action, kind, place)
    where l.subject_kind = 'withdrawal' and l.action = k.action and (k.kind <> 'sent' or l.after ->> 'tx_hash' is not null)
  union all
  select id, 'rejected', null, reason_code, null, null, null, decided_at, 3 from withdrawals where reason_code = 'correction'
) known order by created_at, place;

-- Two admins return the points of what was sent, and correct a transaction: one such wish waits at a time.
do $$
declare
  -- With whatever other kinds there are by now.
  v_kinds text := (
    select string_agg(quote_literal(kind[1]), ', ')
      from regexp_matches((select pg_get_constraintdef(oid) from pg_constraint where conname = 'approvals_kind_check'), '''([a-z_]+)''', 'g') kind
  );
begin
  alter table approvals drop constraint approvals_kind_check;
  execute format(
    'alter table approvals add constraint approvals_kind_check check (kind in (%s, ''withdrawal_return'', ''withdrawal_hash''))', v_kinds
  );
end $$;
create unique index approvals_of_withdrawal on approvals (subject_id, kind) where state = 'waiting' and kind in ('withdrawal_return', 'withdrawal_hash');

-- When an admin last gave a code of their authenticator app in a session: files are handed out for ten minutes after.
alter table admin_sessions add column stepped_up_at timestamptz;

-- Failed sign-ins to the console, counted by the hour: the log of changes, which is never pruned, has a few rows of each.
create table admin_sign_in_failures (
  hour timestamptz not null,
  -- Of what was tried: an admin's id, or '' for addresses that nobody has.
  subject text not null,
  count bigint not null,
  primary key (hour, subject)
);
