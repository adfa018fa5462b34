-- When each feed was last heard at all. A match that a feed no longer tells of (it was abandoned, say) must not stop the clocks of settlement:
-- they stand still while the feed is silent, and only then.
create table feed_contacts (
  feed text primary key,
  heard_at timestamptz not null
);
comment on table feed_contacts is 'When each feed last answered or confirmed what it had told, whether or not it had news.';

-- After a goal a price that has not changed since says what was true before it.
alter table odds add outdated_until timestamptz;
comment on column odds.outdated_until is 'A goal or a red card came after this price: it counts again once it changes, or once its feed still confirms it after this time.';

drop trigger prices_are_remembered on odds;
create trigger prices_are_remembered after update on odds for each row
  when ((old.home, old.draw, old.away, old.suspended, old.outdated_until) is distinct from (new.home, new.draw, new.away, new.suspended, new.outdated_until))
  execute function shield.remember('match_id', 'bookmaker', 'market');

create or replace view shield.odds as
  select o.* from public.odds o
    where not shield.has_changed('odds', o.match_id, concat_ws(' ', o.match_id, o.bookmaker, o.market)) and not shield.is_hidden(o.match_id)
  union all
  select c.match_id, r.bookmaker, r.market, r.home, r.draw, r.away, r.opening_home, r.opening_draw, r.opening_away, r.closing_home, r.closing_draw, r.closing_away,
      r.moved_home, r.moved_draw, r.moved_away, r.suspended, r.changed_at, r.confirmed_at, r.cadence_seconds, r.outdated_until
    from shield.changed_since('odds') c cross join lateral jsonb_populate_record(null::public.odds, c.was) r;
