-- Points. One append-only double-entry ledger is the only source of every balance. It is sealed in blocks and proven (docs/ledger.md). Requests that
-- move points are idempotent.
-- Functions on hot paths keep their plans, also plans made while a table was nearly empty and a scan looked cheap. They set enable_seqscan to off, so
-- that no kept plan scans a full table.

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed or removed: undo a mistake by another row', tg_table_name;
end $$;

-- The owner is the id of a user or a contest. The two accounts of the house have the nil id. A balance is updated each time it changes: the free room
-- on each page keeps the update out of the indexes.
create table accounts (
  kind text not null check (kind in ('balance', 'held', 'contest', 'house', 'issuance')),
  owner uuid not null,
  balance bigint not null default 0,
  primary key (kind, owner),
  check (balance >= 0 or kind in ('house', 'issuance'))
) with (fillfactor = 70);
insert into accounts (kind, owner) values
  ('house', '00000000-0000-0000-0000-000000000000'),
  ('issuance', '00000000-0000-0000-0000-000000000000');

-- Rows are only added. Vacuuming new rows often is cheap, and lets readers answer from the indexes alone, without a look at the rows.
create table transfers (
  id bigint generated always as identity primary key,
  -- Makes a transfer happen once: 'bet:<leg>:stake', 'check-in:<user>:<day>'.
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
  check ((from_kind, from_owner) <> (to_kind, to_owner)),
  -- The points history reads the rows of these alone (server/modules/account/history.ts); all other changes it shows from an index.
  check (note is null or source in ('manual_adjust', 'admin_adjust', 'redeem_refund'))
) with (autovacuum_vacuum_insert_scale_factor = 0.02);
comment on column transfers.from_balance is 'Balance of the giving account right after this transfer.';
comment on column transfers.to_balance is 'Balance of the receiving account right after this transfer.';
create index transfers_by_contest on transfers (contest_id, id) where contest_id is not null;
-- A user's changes of balance, by time, of all sources and of one source. A page of the history and its count come from these indexes alone. They hold
-- users' accounts only, and those by source hold the amounts, from which the walk of the accounts (ledger_walks) adds up each balance: transfers_by_contest finds those of a contest, and nothing looks for those of the house or issuance by owner.
create index transfers_by_giver on transfers (from_owner, id) where from_kind in ('balance', 'held');
create index transfers_by_receiver on transfers (to_owner, id) where to_kind in ('balance', 'held');
create index transfers_given on transfers (from_owner, created_at, id) include (source, amount, from_balance, contest_id, bet_id)
  where from_kind = 'balance';
create index transfers_received on transfers (to_owner, created_at, id) include (source, amount, to_balance, contest_id, bet_id)
  where to_kind = 'balance';
create index transfers_given_by_source on transfers (from_owner, source, created_at, id) include (amount) where from_kind = 'balance';
create index transfers_received_by_source on transfers (to_owner, source, created_at, id) include (amount) where to_kind = 'balance';
create index transfers_of_house on transfers (created_at) where from_kind = 'house' or to_kind = 'house';
create index transfers_recharged on transfers (created_at) include (amount, to_owner) where source = 'manual_adjust' and to_kind = 'balance';
-- The balance of issuance at a moment is what all other accounts held together. Stakes and payouts do not change it.
create index transfers_of_issuance on transfers (created_at, id) where from_kind = 'issuance' or to_kind = 'issuance';
-- Where a proof looks up the last transfer of an account: a user's held points, the house and issuance (stated_balance).
create index transfers_held_given on transfers (from_owner, id) where from_kind = 'held';
create index transfers_held_received on transfers (to_owner, id) where to_kind = 'held';
create index transfers_of_house_by_id on transfers (id) where from_kind = 'house' or to_kind = 'house';
create index transfers_of_issuance_by_id on transfers (id) where from_kind = 'issuance' or to_kind = 'issuance';
create trigger transfers_are_final before update or delete on transfers for each row execute function refuse_change();
create trigger transfers_are_kept before truncate on transfers for each statement execute function refuse_change();

-- Sealing (seal_ledger) relies on this: a transaction has its own id before it takes the id of a transfer.
create function take_transaction_id() returns trigger language plpgsql as $$
begin
  perform pg_current_xact_id();
  return null;
end $$;
create trigger transfers_know_their_transaction before insert on transfers for each statement execute function take_transaction_id();

-- Shows each transfer as its two postings: the ledger as an accountant reads it.
create view postings as
  select id as transfer_id, from_kind as kind, from_owner as owner, -amount as delta, from_balance as balance, source, contest_id, note, created_at
    from transfers
  union all
  select id, to_kind, to_owner, amount, to_balance, source, contest_id, note, created_at
    from transfers;

-- Posts transfers in the order of the arrays, each once: a transfer whose key exists moves nothing.
-- The caller holds the locks that the order of locks requires (contests by id, then users' accounts by id).
-- Returns how many were new. It fails, and with it the whole transaction, where a balance would go below zero, even only between two of the
-- transfers.
-- Each call is planned anew: a plan kept from nearly empty tables would scan full ones.
create function post_transfers(
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
  -- Each key has a subquery of its own: the planner could turn a join into a walk through all keys of the table.
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

  -- Each account is updated once, by the sum of what it gives and receives. Its balance after each transfer follows from its balance before.
  with posting as (
    select i, side, kind, owner, delta, sum(delta) over (partition by kind, owner order by i) as moved
    from unnest(p_from_kinds, p_from_owners, p_to_kinds, p_to_owners, p_amounts) with ordinality
        as d (from_kind, from_owner, to_kind, to_owner, amount, i),
      lateral (values ('from', from_kind, from_owner, -amount), ('to', to_kind, to_owner, amount)) as p (side, kind, owner, delta)
  ), account as (
    select kind, owner, sum(delta)::bigint as total, array_agg(i order by i) as i, array_agg(side order by i) as side,
      array_agg(moved order by i) as moved
    from posting group by kind, owner
    -- The house comes before issuance: every transaction locks them in this order.
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

-- The first success of a request that moves points, kept for 24 hours. The user is not referenced: a missing user is refused where the balance is
-- locked, with the right code. A reply is returned only as a whole: json keeps it as text, where jsonb would take it apart and rebuild it.
create table idempotency_keys (
  user_id uuid not null,
  endpoint text not null,
  key uuid not null,
  body_hash bytea not null,
  reply json,
  created_at timestamptz not null,
  primary key (user_id, endpoint, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Claims keys for this transaction. "new": the caller goes on. "busy": another transaction has the key. "done": the reply is returned.
-- "mismatch": the key was used with another body. A null key is always new. The arrays may contain a key only once.
create function claim_idempotency_keys(p_user_ids uuid[], p_endpoints text[], p_keys uuid[], p_body_hashes bytea[])
returns table (n bigint, claim text, reply json)
language plpgsql set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  v_free boolean[];
begin
  v_free := array(
    select r.key is null or pg_try_advisory_xact_lock(hashtextextended(r.user_id::text || r.endpoint || r.key::text, 0))
    from unnest(p_user_ids, p_endpoints, p_keys) with ordinality r (user_id, endpoint, key, n) order by r.n);
  -- This is a statement of its own: it sees what an earlier holder of the key has committed.
  return query
    select r.n,
           case when not r.free then 'busy' when k.key is null then 'new' when k.body_hash = r.body_hash then 'done' else 'mismatch' end,
           case when r.free and k.body_hash = r.body_hash then k.reply end
    from unnest(v_free, p_user_ids, p_endpoints, p_keys, p_body_hashes) with ordinality r (free, user_id, endpoint, key, body_hash, n)
    left join lateral (
      select * from idempotency_keys k where k.user_id = r.user_id and k.endpoint = r.endpoint and k.key = r.key limit 1
    ) k on true;
end $$;

-- Stores the replies to successful requests (one JSON array, in their order) under the keys that the requests claimed.
create function keep_replies(p_user_ids uuid[], p_endpoints text[], p_keys uuid[], p_body_hashes bytea[], p_replies json, p_at timestamptz)
returns void language sql as $$
  insert into idempotency_keys (user_id, endpoint, key, body_hash, reply, created_at)
  select r.user_id, r.endpoint, r.key, r.body_hash, r.reply, p_at
  from rows from (unnest(p_user_ids, p_endpoints, p_keys, p_body_hashes), json_array_elements(p_replies)) r (user_id, endpoint, key, body_hash, reply);
$$;

-- The transfers in the order of their ids, sealed. Each hash covers the block's transfers and the hash of the block before it.
create table ledger_blocks (
  number bigint primary key check (number > 0),
  first_id bigint not null,
  last_id bigint not null unique,
  transfers integer not null check (transfers > 0),
  previous_hash bytea check (length(previous_hash) = 32),
  hash bytea not null check (length(hash) = 32),
  sealed_at timestamptz not null,
  check (first_id <= last_id),
  check ((number = 1) = (previous_hash is null))
);
create trigger ledger_blocks_are_final before update or delete on ledger_blocks for each row execute function refuse_change();
create trigger ledger_blocks_are_kept before truncate on ledger_blocks for each statement execute function refuse_change();

-- The id up to which no further transfer can appear, once every transaction older than this one has ended: see docs/ledger.md.
create table ledger_mark (
  singleton boolean primary key default true check (singleton),
  last_id bigint not null,
  transaction_id xid8 not null
);

-- How many points each user's balance received by source, in the sealed transfers; below zero: it gave them.
create table balance_sums (
  user_id uuid not null references users,
  source text not null,
  points bigint not null,
  primary key (user_id, source)
);

-- Writes a transfer as it is hashed: as one line of JSON.
create function ledger_line(t transfers) returns text language sql stable as $$
  select json_build_array(t.id, t.key, t.source, t.from_kind, t.from_owner, t.to_kind, t.to_owner, t.amount, t.from_balance, t.to_balance,
    t.contest_id, t.bet_id, t.note, to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))::text
$$;

-- Computes the hash of a block from the transfers after the block before it. p_after is the last id of that block.
create function ledger_block_hash(p_block ledger_blocks, p_after bigint) returns bytea language sql stable as $$
  select sha256(convert_to(
    json_build_array(p_block.number, encode(p_block.previous_hash, 'hex'), p_block.first_id, p_block.last_id, p_block.transfers,
      to_char(p_block.sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))::text || E'\n'
    || coalesce(string_agg(ledger_line(t) || E'\n', '' order by t.id), ''), 'UTF8'))
  from transfers t where t.id > p_after and t.id <= p_block.last_id
$$;

-- Seals the next block of at most p_transfers_max transfers, or sets the next mark where everything up to the mark is sealed.
-- Returns the block's number; null where no block was sealed. It runs in a transaction of its own: docs/ledger.md says why that is safe.
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

  -- A mark with a future transaction comes from another server, whose dump this database was made from.
  if v_mark.last_id is null or v_after >= v_mark.last_id or v_mark.transaction_id >= pg_snapshot_xmax(pg_current_snapshot()) then
    -- The order matters: a transaction that has taken an id up to this one is older than ours.
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

-- Proofs that a user's balance is the sum of its postings: the last one that held, up to which transfer, and the balance there.
create table balance_proofs (
  user_id uuid primary key references users,
  transfer_id bigint not null,
  balance bigint not null check (balance >= 0),
  proven_at timestamptz not null,
  -- The latest check, and whether it held: a check that found a fault is recorded, too.
  checked_at timestamptz not null,
  holds boolean not null
);

-- Returns the balance that the last transfer up to an id states for an account; null where there is none. Transfers of one account have ids in the
-- order of its balances, because its row is locked before an id is taken.
create function stated_balance(p_kind text, p_owner uuid, p_up_to bigint) returns bigint language plpgsql stable set enable_seqscan = off as $$
begin
  if p_kind = 'balance' then
    return (select s.balance from (
      (select id, from_balance as balance from transfers where from_kind = 'balance' and from_owner = p_owner and id <= p_up_to order by id desc limit 1)
      union all
      (select id, to_balance from transfers where to_kind = 'balance' and to_owner = p_owner and id <= p_up_to order by id desc limit 1)
    ) s order by s.id desc limit 1);
  elsif p_kind = 'held' then
    return (select s.balance from (
      (select id, from_balance as balance from transfers where from_kind = 'held' and from_owner = p_owner and id <= p_up_to order by id desc limit 1)
      union all
      (select id, to_balance from transfers where to_kind = 'held' and to_owner = p_owner and id <= p_up_to order by id desc limit 1)
    ) s order by s.id desc limit 1);
  elsif p_kind = 'contest' then
    return (select case when from_kind = 'contest' then from_balance else to_balance end from transfers
      where contest_id = p_owner and (from_kind = 'contest' or to_kind = 'contest') and id <= p_up_to order by id desc limit 1);
  elsif p_kind = 'house' then
    return (select case when from_kind = 'house' then from_balance else to_balance end from transfers
      where (from_kind = 'house' or to_kind = 'house') and id <= p_up_to order by id desc limit 1);
  end if;
  return (select case when from_kind = 'issuance' then from_balance else to_balance end from transfers
    where (from_kind = 'issuance' or to_kind = 'issuance') and id <= p_up_to order by id desc limit 1);
end $$;

-- The last block that was proven, and its hash: the next proof begins after it. Block 0 is before the first one.
create table ledger_progress (
  singleton boolean primary key default true check (singleton),
  block bigint not null default 0,
  last_id bigint not null default 0,
  hash bytea check (length(hash) = 32),
  check ((block = 0) = (hash is null))
);
insert into ledger_progress default values;

-- The walks that prove again, a slice at a time, what was proven before: every block, and every account from its first transfer.
create table ledger_walks (
  name text primary key check (name in ('blocks', 'accounts')),
  -- The start of the present or last round, and the end of the last one; null before the first.
  started_at timestamptz,
  ended_at timestamptz,
  under_way boolean not null default false,
  -- How many blocks or accounts the round has proven, and how many of them hold a fault. Blocks are walked by number.
  walked bigint not null default 0,
  faults bigint not null default 0,
  -- The last account that was walked.
  kind text not null default '',
  owner uuid not null default '00000000-0000-0000-0000-000000000000'
);
insert into ledger_walks (name) values ('blocks'), ('accounts');

-- The result of each proof: of the whole ledger, of the blocks that were new, of a round of a walk. A walk that finds a fault adds a row at once.
create table ledger_proofs (
  id bigint generated always as identity primary key,
  scope text not null default 'whole' check (scope in ('whole', 'new', 'blocks', 'accounts')),
  proven boolean not null,
  blocks bigint not null,
  -- The faults by kind; empty where the ledger was proven.
  faults jsonb not null,
  proven_at timestamptz not null
);
create index ledger_proofs_by_scope on ledger_proofs (scope, id);

-- Settings that affect points, as they were at the last start. A change is reported with both values.
create table known_settings (
  name text primary key,
  value text not null,
  known_at timestamptz not null
);

-- Balances in their order, some seconds old. An index on accounts would make every stake more expensive.
create table listed_balances (
  user_id uuid primary key references users,
  balance bigint not null
);
create index listed_balances_in_order on listed_balances (balance desc, user_id desc);

-- The transfer up to which listed_balances is up to date.
create table listed_balances_mark (
  singleton boolean primary key default true check (singleton),
  last_id bigint not null
);
insert into listed_balances_mark (last_id) values (0);

create function list_new_balances() returns trigger language plpgsql as $$
begin
  insert into listed_balances (user_id, balance) select id, 0 from fresh;
  return null;
end $$;
create trigger users_have_listed_balances after insert on users referencing new table as fresh
  for each statement execute function list_new_balances();

-- Copies the present balances of the users whose balances changed in the next sealed transfers, at most p_transfers_max ids. Returns how many ids it
-- has covered. Sealed transfers are complete: no transfer can appear between them. One transaction at a time does this; any other returns 0.
create function list_balances(p_transfers_max integer) returns bigint language plpgsql set enable_seqscan = off set plan_cache_mode = force_custom_plan as $$
declare
  v_after bigint;
  v_to bigint;
begin
  select last_id into v_after from listed_balances_mark for update skip locked;
  if not found then
    return 0;
  end if;
  -- Nothing is sealed before the first block. The "coalesce" is needed because "least" ignores a null.
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
