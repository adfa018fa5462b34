-- What the house's prices follow from beside bookmakers' rows: how old a silent feed's word is, and what the house lost of late.

-- When a feed that tells changes only last said that everything else still holds: its prices are that young, also those of matches
-- that are days away, whose rows nobody writes again for it.
create table feed_confirmations (
  feed text primary key,
  confirmed_at timestamptz not null
);

create index transfers_of_house on transfers (created_at) where from_kind = 'house' or to_kind = 'house';

-- Points that the house lost with fixed odds since then, all contests together; negative where it gained. Always by the index: a plan
-- that was kept while the ledger was young would read all of it for each stake later.
create function house_lost(p_since timestamptz) returns bigint language sql stable set enable_seqscan = off as $$
  select coalesce(sum(case when t.from_kind = 'house' then t.amount else -t.amount end), 0)::bigint
  from transfers t join contests c on c.id = t.contest_id and c.market = '1x2'
  where (t.from_kind = 'house' or t.to_kind = 'house') and t.created_at > p_since
$$;
