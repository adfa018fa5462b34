-- What a gathered bet costs beside being judged: replies are kept as they were written, a leg's user is its bet's, and who is new in a pool is
-- counted once.

-- A reply is only ever given back whole: as jsonb each would be taken apart and put together again.
alter table idempotency_keys alter column reply type json;

-- A leg's user is its bet's, copied for bet_legs_by_user by the one function that writes both; bets hold the key to users.
alter table bet_legs drop constraint bet_legs_user_id_fkey;

-- A contest is changed with each batch of its bets: with room on the page no index has to hear of it.
alter table contests set (fillfactor = 50);

drop function claim_idempotency_keys;
-- Takes keys for this transaction. "new": go on. "busy": another transaction is at it now. "done": here is the reply.
-- "mismatch": the key was used with another body. A null key is always new. No key may be there twice.
create function claim_idempotency_keys(p_user_ids uuid[], p_endpoints text[], p_keys uuid[], p_body_hashes bytea[])
returns table (n bigint, claim text, reply json)
language plpgsql set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  v_free boolean[];
begin
  v_free := array(
    select r.key is null or pg_try_advisory_xact_lock(hashtextextended(r.user_id::text || r.endpoint || r.key::text, 0))
    from unnest(p_user_ids, p_endpoints, p_keys) with ordinality r (user_id, endpoint, key, n) order by r.n);
  -- A statement of its own: it sees what was committed by whoever had the key until now.
  return query
    select r.n,
           case when not r.free then 'busy' when k.key is null then 'new' when k.body_hash = r.body_hash then 'done' else 'mismatch' end,
           case when r.free and k.body_hash = r.body_hash then k.reply end
    from unnest(v_free, p_user_ids, p_endpoints, p_keys, p_body_hashes) with ordinality r (free, user_id, endpoint, key, body_hash, n)
    left join lateral (
      select * from idempotency_keys k where k.user_id = r.user_id and k.endpoint = r.endpoint and k.key = r.key limit 1
    ) k on true;
end $$;

drop function keep_replies;
-- Keeps the replies to requests that succeeded (one JSON array, in their order) under the keys that they claimed.
create function keep_replies(p_user_ids uuid[], p_endpoints text[], p_keys uuid[], p_body_hashes bytea[], p_replies json, p_at timestamptz)
returns void language sql as $$
  insert into idempotency_keys (user_id, endpoint, key, body_hash, reply, created_at)
  select r.user_id, r.endpoint, r.key, r.body_hash, r.reply, p_at
  from rows from (unnest(p_user_ids, p_endpoints, p_keys, p_body_hashes), json_array_elements(p_replies)) r (user_id, endpoint, key, body_hash, reply);
$$;

drop function lock_for_bets;
-- What each of many stakes is judged by, under the locks that placing them needs: the contests', then those of the users' balances, each in
-- the order of their ids. A contest that is not open at first sight is not locked: whoever is paying it out holds nobody up.
-- Each statement sees what was committed before it began, so nothing read here under a lock is older than the lock.
-- contest_id is null where a match has no contest that is alive; what follows it is null where the key is not new.
create function lock_for_bets(
  p_user_ids uuid[], p_endpoints text[], p_keys uuid[], p_body_hashes bytea[], p_match_ids integer[], p_markets text[],
  p_recent_since timestamptz, p_at timestamptz
) returns table (
  n bigint, claim text, reply json, match_exists boolean, contest_id uuid, is_locked boolean,
  user_status text, is_leaving boolean, excluded_until timestamptz, limits jsonb, balance bigint, recent_stakes integer, recent_first_at timestamptz,
  bet_id uuid, bet_pick text, bet_stake bigint, bet_fixed_payout bigint, bet_placed_at timestamptz
)
language plpgsql set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  v_claims text[];
  v_replies json[];
  v_open uuid[];
  v_locked uuid[];
begin
  select array_agg(k.claim order by k.n), array_agg(k.reply order by k.n) into v_claims, v_replies
    from claim_idempotency_keys(p_user_ids, p_endpoints, p_keys, p_body_hashes) k;
  select array_agg(c.id order by r.n) into v_open
    from unnest(v_claims, p_match_ids, p_markets) with ordinality r (claim, match_id, market, n)
    left join lateral (
      select c.id from contests c
      where c.match_id = r.match_id and c.market = r.market and c.state not in ('settled', 'void') and c.state = 'open' and c.deadline_at > p_at
      limit 1
    ) c on r.claim = 'new';
  v_locked := array(select c.id from contests c where c.id = any(v_open) and c.state = 'open' order by c.id for update);
  perform from accounts a
    where a.kind = 'balance'
      and a.owner = any(array(select r.user_id from unnest(v_open, p_user_ids) r (contest_id, user_id) where r.contest_id = any(v_locked)))
    order by a.owner for update;
  return query
    select r.n, r.claim, r.reply, c.id is not null or m.id is not null, c.id, coalesce(c.id = any(v_locked), false),
           u.status, u.deletion_due_at is not null, away.until, care.limits, a.balance, recent.stakes, recent.first_at,
           b.id, b.pick, b.stake, b.fixed_payout, b.placed_at
    from unnest(v_claims, v_replies, p_user_ids, p_match_ids, p_markets) with ordinality r (claim, reply, user_id, match_id, market, n)
    left join lateral (
      select c.id from contests c where c.match_id = r.match_id and c.market = r.market and c.state not in ('settled', 'void') limit 1
    ) c on r.claim = 'new'
    left join lateral (select m.id from matches m where m.id = r.match_id limit 1) m on c.id is null
    left join lateral (
      select a.owner, a.balance from accounts a where a.kind = 'balance' and a.owner = r.user_id limit 1
    ) a on c.id is not null
    left join lateral (select * from users u where u.id = a.owner limit 1) u on true
    left join lateral (select * from bets b where b.user_id = a.owner and b.contest_id = c.id limit 1) b on true
    left join lateral (select max(e.until) from exclusions e where e.user_id = a.owner and e.until > p_at) away (until) on true
    -- Most have set no limits, and pay for none.
    left join lateral (
      select jsonb_agg(to_jsonb(l)) from (select from play_limits s where s.user_id = a.owner limit 1) has
      cross join lateral play_limits_at(a.owner, p_at) l where l.amount is not null
    ) care (limits) on true
    left join lateral (
      select count(*)::integer, min(l.placed_at) from bet_legs l where l.user_id = a.owner and l.placed_at > p_recent_since
    ) recent (stakes, first_at) on true
    order by r.n;
end $$;

-- Writes stakes that were judged acceptable: bets or what is added to them, legs, pools and what the house may have to pay, transfers with the
-- balances after each of them, and balances. Odds are hundredths, and payouts what a leg pays at them; null and 0 in a pool. All stakes of a user
-- in a contest name the same bet and pick. The caller holds the locks of the contests and of the users' balances.
create or replace function place_bets(
  p_leg_ids uuid[], p_bet_ids uuid[], p_user_ids uuid[], p_contest_ids uuid[], p_picks text[], p_stakes bigint[], p_odds integer[],
  p_payouts bigint[], p_at timestamptz
) returns void
language plpgsql set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
begin
  with placed as (
    insert into bets as b (id, user_id, contest_id, pick, stake, fixed_payout, placed_at)
    select r.bet_id, r.user_id, r.contest_id, r.pick, sum(r.stake), sum(r.payout), p_at
      from unnest(p_bet_ids, p_user_ids, p_contest_ids, p_picks, p_stakes, p_payouts) r (bet_id, user_id, contest_id, pick, stake, payout)
      group by 1, 2, 3, 4
    on conflict (user_id, contest_id) do update set stake = b.stake + excluded.stake, fixed_payout = b.fixed_payout + excluded.fixed_payout
    -- A row that was there before carries the mark of its update.
    returning b.contest_id, (b.xmax = 0)::integer as is_new
  ), joined as (
    select p.contest_id, sum(p.is_new) as participants from placed p group by 1
  ), staked as (
    select r.contest_id, sum(r.stake) filter (where r.pick = 'home') as home, sum(r.stake) filter (where r.pick = 'draw') as draw,
           sum(r.stake) filter (where r.pick = 'away') as away, sum(r.payout) filter (where r.pick = 'home') as pays_home,
           sum(r.payout) filter (where r.pick = 'draw') as pays_draw, sum(r.payout) filter (where r.pick = 'away') as pays_away
    from unnest(p_contest_ids, p_picks, p_stakes, p_payouts) r (contest_id, pick, stake, payout) group by 1
  )
  update contests c set
      stake_home = c.stake_home + coalesce(s.home, 0), stake_draw = c.stake_draw + coalesce(s.draw, 0), stake_away = c.stake_away + coalesce(s.away, 0),
      payout_home = c.payout_home + coalesce(s.pays_home, 0), payout_draw = c.payout_draw + coalesce(s.pays_draw, 0),
      payout_away = c.payout_away + coalesce(s.pays_away, 0),
      participants = c.participants + j.participants
    from staked s join joined j on j.contest_id = s.contest_id where c.id = s.contest_id and c.id = any(p_contest_ids);

  insert into bet_legs (id, bet_id, user_id, stake, odds, placed_at)
    select r.leg_id, r.bet_id, r.user_id, r.stake, r.odds, p_at
    from unnest(p_leg_ids, p_bet_ids, p_user_ids, p_stakes, p_odds) r (leg_id, bet_id, user_id, stake, odds);

  -- Each account is changed once; what it held after each transfer follows from what it held before.
  with giver as (
    update accounts a set balance = a.balance - s.stake
      from (select r.user_id, sum(r.stake) as stake from unnest(p_user_ids, p_stakes) r (user_id, stake) group by 1) s
      where a.kind = 'balance' and a.owner = s.user_id and a.owner = any(p_user_ids)
      returning a.owner, a.balance + s.stake as before
  ), pool as (
    update accounts a set balance = a.balance + s.stake
      from (select r.contest_id, sum(r.stake) as stake from unnest(p_contest_ids, p_stakes) r (contest_id, stake) group by 1) s
      where a.kind = 'contest' and a.owner = s.contest_id and a.owner = any(p_contest_ids)
      returning a.owner, a.balance - s.stake as before
  )
  insert into transfers (key, source, from_kind, from_owner, to_kind, to_owner, amount, from_balance, to_balance, contest_id, bet_id, created_at)
    select 'bet:' || r.leg_id || ':stake', 'bet_stake', 'balance', r.user_id, 'contest', r.contest_id, r.stake,
           g.before - sum(r.stake) over (partition by r.user_id order by r.n), p.before + sum(r.stake) over (partition by r.contest_id order by r.n),
           r.contest_id, r.bet_id, p_at
    from unnest(p_leg_ids, p_bet_ids, p_user_ids, p_contest_ids, p_stakes) with ordinality r (leg_id, bet_id, user_id, contest_id, stake, n)
    -- One without an account fails here for want of its balance.
    left join giver g on g.owner = r.user_id left join pool p on p.owner = r.contest_id
    order by r.n;
end $$;
