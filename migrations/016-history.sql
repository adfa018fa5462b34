-- The ledger's transfers posted by the hundred, sealed in blocks and proven; a points history that is quick however long it is.

-- A user's changes of balance, by time, of all sources and of one: the pages of the history and its counts come from these alone.
-- Only users' accounts are in them: a contest's are found by transfers_by_contest, and the house's and issuance's by nobody.
drop index transfers_by_giver, transfers_by_receiver, transfers_by_contest;
create index transfers_by_contest on transfers (contest_id, id) where contest_id is not null;
create index transfers_by_giver on transfers (from_owner, id) where from_kind in ('balance', 'held');
create index transfers_by_receiver on transfers (to_owner, id) where to_kind in ('balance', 'held');
create index transfers_given on transfers (from_owner, created_at, id) where from_kind = 'balance';
create index transfers_received on transfers (to_owner, created_at, id) where to_kind = 'balance';
create index transfers_given_by_source on transfers (from_owner, source, created_at, id) where from_kind = 'balance';
create index transfers_received_by_source on transfers (to_owner, source, created_at, id) where to_kind = 'balance';

-- A bet is written when it is placed and when it ends, a balance each time it changes: with room on the page no index has to hear of it.
alter table bets set (fillfactor = 50);
alter table accounts set (fillfactor = 70);
-- Rows are only added: vacuuming what is new is cheap, and spares who reads from the indexes alone a look at the rows.
alter table transfers set (autovacuum_vacuum_insert_scale_factor = 0.02);

-- Sealing (seal_ledger) stands on this: whoever takes a transfer's id has a transaction's id already.
create function take_transaction_id() returns trigger language plpgsql as $$
begin
  perform pg_current_xact_id();
  return null;
end $$;
create trigger transfers_know_their_transaction before insert on transfers for each statement execute function take_transaction_id();

-- Posts transfers in the order of the arrays, each once: a key that is there already moves nothing.
-- The caller holds the locks that order requires (contests by id, then users' accounts by id).
-- Returns how many were new. Fails, and with it the whole transaction, where a balance would go below zero, if only between two of them.
-- Planned for each call: a plan that was kept from when the tables were nearly empty would walk through full ones.
create or replace function post_transfers(
  p_keys text[], p_sources text[], p_from_kinds text[], p_from_owners uuid[], p_to_kinds text[], p_to_owners uuid[],
  p_amounts bigint[], p_contest_ids uuid[], p_bet_ids uuid[], p_notes text[], p_at timestamptz
) returns integer language plpgsql set enable_seqscan = off set plan_cache_mode = force_custom_plan as $$
declare
  v_count constant integer := coalesce(cardinality(p_keys), 0);
  v_new integer;
  v_from bigint[];
  v_to bigint[];
  v_lowest bigint;
begin
  if v_count = 0 then
    return 0;
  end if;
  -- A subquery for each key: a join might be planned as a walk through all keys there are.
  select count(*) into v_new from (select distinct key from unnest(p_keys) key) k
    where (select t.id from transfers t where t.key = k.key) is null;
  if v_new < v_count then
    return (
      select post_transfers(array_agg(key order by i), array_agg(source order by i), array_agg(from_kind order by i), array_agg(from_owner order by i),
        array_agg(to_kind order by i), array_agg(to_owner order by i), array_agg(amount order by i), array_agg(contest_id order by i),
        array_agg(bet_id order by i), array_agg(note order by i), p_at)
      from (
        select distinct on (key) * from unnest(p_keys, p_sources, p_from_kinds, p_from_owners, p_to_kinds, p_to_owners, p_amounts, p_contest_ids,
          p_bet_ids, p_notes) with ordinality as d (key, source, from_kind, from_owner, to_kind, to_owner, amount, contest_id, bet_id, note, i)
        where (select t.id from transfers t where t.key = d.key) is null
        order by key, i
      ) fresh);
  end if;

  -- Each account is changed once, by all that it gives and receives; what it held after each transfer follows from what it held before.
  with posting as (
    select i, side, kind, owner, delta, sum(delta) over (partition by kind, owner order by i) as moved
    from unnest(p_from_kinds, p_from_owners, p_to_kinds, p_to_owners, p_amounts) with ordinality
        as d (from_kind, from_owner, to_kind, to_owner, amount, i),
      lateral (values ('from', from_kind, from_owner, -amount), ('to', to_kind, to_owner, amount)) as p (side, kind, owner, delta)
  ), account as (
    select kind, owner, sum(delta)::bigint as total, array_agg(i order by i) as i, array_agg(side order by i) as side,
      array_agg(moved order by i) as moved
    from posting group by kind, owner
    -- The house before issuance, as everybody locks them.
    order by kind, owner
  ), changed as (
    update accounts a set balance = a.balance + p.total from account p where a.kind = p.kind and a.owner = p.owner
    returning a.kind, a.balance - p.total as before, p.i, p.side, p.moved
  ), running as (
    select c.kind, r.i, r.side, c.before + r.moved::bigint as balance from changed c, unnest(c.i, c.side, c.moved) as r (i, side, moved)
  )
  select array_agg(balance order by i) filter (where side = 'from'), array_agg(balance order by i) filter (where side = 'to'),
      min(balance) filter (where kind not in ('house', 'issuance'))
    into v_from, v_to, v_lowest from running;
  if cardinality(v_from) is distinct from v_count or cardinality(v_to) is distinct from v_count then
    raise exception 'a transfer names an account that is not there' using errcode = 'foreign_key_violation';
  end if;
  if v_lowest < 0 then
    raise exception 'a balance would be %', v_lowest using errcode = 'check_violation';
  end if;

  insert into transfers (key, source, from_kind, from_owner, to_kind, to_owner, amount, from_balance, to_balance, contest_id, bet_id, note, created_at)
  select key, source, from_kind, from_owner, to_kind, to_owner, amount, from_balance, to_balance, contest_id, bet_id, note, p_at
  from unnest(p_keys, p_sources, p_from_kinds, p_from_owners, p_to_kinds, p_to_owners, p_amounts, v_from, v_to, p_contest_ids, p_bet_ids, p_notes)
      with ordinality as d (key, source, from_kind, from_owner, to_kind, to_owner, amount, from_balance, to_balance, contest_id, bet_id, note, i)
  order by i;
  return v_count;
end $$;

-- Up to which transfer no more can come, once every transaction older than this one has ended: see docs/ledger.md.
create table ledger_mark (
  singleton boolean primary key default true check (singleton),
  last_id bigint not null,
  transaction_id xid8 not null
);

-- What each user's balance received (below zero: gave) by source in the transfers that are sealed.
create table balance_sums (
  user_id uuid not null references users,
  source text not null,
  points bigint not null,
  primary key (user_id, source)
);

-- A transfer as it is hashed: one line of JSON.
create function ledger_line(t transfers) returns text language sql stable as $$
  select json_build_array(t.id, t.key, t.source, t.from_kind, t.from_owner, t.to_kind, t.to_owner, t.amount, t.from_balance, t.to_balance,
    t.contest_id, t.bet_id, t.note, to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))::text
$$;

-- The hash of a block, computed from the transfers that are there after the block before it (p_after: that one's last).
create function ledger_block_hash(p_block ledger_blocks, p_after bigint) returns bytea language sql stable as $$
  select sha256(convert_to(
    json_build_array(p_block.number, encode(p_block.previous_hash, 'hex'), p_block.first_id, p_block.last_id, p_block.transfers,
      to_char(p_block.sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))::text || E'\n'
    || coalesce(string_agg(ledger_line(t) || E'\n', '' order by t.id), ''), 'UTF8'))
  from transfers t where t.id > p_after and t.id <= p_block.last_id
$$;

-- Seals the next block of at most so many transfers, or, where all up to the mark are sealed, sets the next mark.
-- Returns the block's number; null where there was none to seal. A transaction of its own: docs/ledger.md says why that is safe.
create function seal_ledger(p_transfers_max integer, p_at timestamptz) returns bigint language plpgsql set enable_seqscan = off as $$
declare
  v_mark ledger_mark;
  v_before ledger_blocks;
  v_block ledger_blocks;
  v_after bigint;
begin
  if pg_current_xact_id_if_assigned() is not null then
    raise exception 'sealing is a transaction of its own: a mark is older than what is written before it';
  end if;
  if not pg_try_advisory_xact_lock(hashtextextended('seal_ledger', 0)) then
    return null;
  end if;
  select * into v_mark from ledger_mark;
  select * into v_before from ledger_blocks order by number desc limit 1;
  v_after := coalesce(v_before.last_id, 0);

  -- A mark that names a transaction still to come is of another server, whose dump this one was made from.
  if v_mark.last_id is null or v_after >= v_mark.last_id or v_mark.transaction_id >= pg_snapshot_xmax(pg_current_snapshot()) then
    -- In this order: whoever has taken an id up to this one has an older transaction than ours.
    select max(id) into v_block.last_id from transfers where id > v_after;
    if v_block.last_id is not null then
      insert into ledger_mark (last_id, transaction_id) values (v_block.last_id, pg_current_xact_id())
        on conflict (singleton) do update set last_id = excluded.last_id, transaction_id = excluded.transaction_id;
    end if;
    return null;
  end if;
  if pg_snapshot_xmin(pg_current_snapshot()) < v_mark.transaction_id then
    return null;
  end if;

  select min(id), max(id), count(*) into v_block.first_id, v_block.last_id, v_block.transfers
    from (select id from transfers where id > v_after and id <= v_mark.last_id order by id limit p_transfers_max) t;
  v_block.number := coalesce(v_before.number, 0) + 1;
  v_block.previous_hash := v_before.hash;
  v_block.sealed_at := p_at;
  v_block.hash := ledger_block_hash(v_block, v_after);
  insert into ledger_blocks select v_block.*;
  insert into balance_sums as s (user_id, source, points)
    select owner, source, sum(delta) from postings
      where transfer_id > v_after and transfer_id <= v_block.last_id and kind = 'balance' group by owner, source
    on conflict (user_id, source) do update set points = s.points + excluded.points;
  return v_block.number;
end $$;

-- A proof of one's own balance that found a fault is remembered as one that held is.
alter table balance_proofs
  add column checked_at timestamptz not null,
  add column holds boolean not null;

-- What each proof of the whole ledger found.
create table ledger_proofs (
  id bigint generated always as identity primary key,
  proven boolean not null,
  blocks bigint not null,
  -- What does not add up, by kind; empty where it was proven.
  faults jsonb not null,
  proven_at timestamptz not null
);
