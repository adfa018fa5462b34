-- What the house's prices follow from beside bookmakers' rows: how old a silent feed's word is, and what the house lost of late.

-- When a feed that tells changes only last said that everything else still holds: its prices are that young, also those of matches
-- that are days away, whose rows nobody writes again for it.
create table feed_confirmations (
  feed text primary key,
  confirmed_at timestamptz not null
);

create index transfers_of_house on transfers (created_at) where from_kind = 'house' or to_kind = 'house';
