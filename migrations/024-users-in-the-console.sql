-- Users as operators find them, however many there are: by what they begin with, and in the order of sign-ins and of points.

create index users_by_last_login on users (last_login_at desc nulls last, id desc) include (status);
create index users_disabled on users (id) where status = 'disabled';
create index users_by_email_prefix on users (email text_pattern_ops) where email is not null;
create index users_by_handle_prefix on users (public_handle text_pattern_ops);
create index users_by_name_prefix on users (lower(display_name) text_pattern_ops) where display_name is not null;
create index users_by_phone_prefix on users (phone text_pattern_ops) where phone is not null;
create index users_by_code_prefix on users (invite_code text_pattern_ops);

-- Balances in their order, some seconds old: an index on accounts would make every stake dearer.
create table listed_balances (
  user_id uuid primary key references users,
  balance bigint not null
);

-- Up to which transfer they are.
create table listed_balances_mark (
  singleton boolean primary key default true check (singleton),
  last_id bigint not null
);
-- What was sealed before is in the balances that are read now.
insert into listed_balances_mark (last_id) select coalesce(max(last_id), 0) from ledger_blocks;
insert into listed_balances (user_id, balance)
  select u.id, coalesce(a.balance, 0) from users u left join accounts a on a.kind = 'balance' and a.owner = u.id;
create index listed_balances_in_order on listed_balances (balance desc, user_id desc);

create function list_new_balances() returns trigger language plpgsql as $$
begin
  insert into listed_balances (user_id, balance) select id, 0 from fresh;
  return null;
end $$;
create trigger users_have_listed_balances after insert on users referencing new table as fresh
  for each statement execute function list_new_balances();

-- Brings up to date whose balances changed in the next sealed transfers (so many at most), as they are now; returns how many transfers' ids
-- that was. What is sealed is complete: no transfer can come before it any more. One at a time: who finds another at it leaves.
create function list_balances(p_transfers_max integer) returns bigint language plpgsql set enable_seqscan = off set plan_cache_mode = force_custom_plan as $$
declare
  v_after bigint;
  v_to bigint;
begin
  select last_id into v_after from listed_balances_mark for update skip locked;
  if not found then
    return 0;
  end if;
  -- Before the first block nothing is sealed: a null would be passed over by "least".
  select least(v_after + p_transfers_max, coalesce((select last_id from ledger_blocks order by number desc limit 1), 0)) into v_to;
  if v_to <= v_after then
    return 0;
  end if;
  update listed_balances l set balance = a.balance
    from (
      select from_owner as owner from transfers where id > v_after and id <= v_to and from_kind = 'balance'
      union
      select to_owner from transfers where id > v_after and id <= v_to and to_kind = 'balance'
    ) changed,
    lateral (select balance from accounts where kind = 'balance' and owner = changed.owner limit 1) a
    where l.user_id = changed.owner and l.balance <> a.balance;
  update listed_balances_mark set last_id = v_to;
  return v_to - v_after;
end $$;
