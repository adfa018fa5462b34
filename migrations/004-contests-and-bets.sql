-- Contests, the bets on them, and what players earn by playing.

-- A contest is updated with each batch of its bets: the free room on each page keeps the update out of the indexes.
create table contests (
  id uuid primary key,
  match_id integer not null references matches,
  market text not null check (market in ('wdl', '1x2')),
  state text not null check (state in ('preparing', 'open', 'locked', 'settled', 'paused', 'void')),
  draw_possible boolean not null,
  -- The teams at the time when the contest was made. It becomes void when the sides are swapped or a team is replaced.
  home_team_id integer not null references teams,
  away_team_id integer not null references teams,
  deadline_at timestamptz,
  -- When the contest entered its state. Timers count from this time.
  state_since timestamptz not null,
  first_deadline_at timestamptz,
  -- When the match still had no usable result 6 hours after its planned end: its bets read "unknown", and an alarm is raised; null: not so.
  unresolved_at timestamptz,
  -- The points in the pool, updated under the contest's lock. The odds need no sum over all bets.
  stake_home bigint not null default 0,
  stake_draw bigint not null default 0,
  stake_away bigint not null default 0,
  participants integer not null default 0,
  -- The contest's rules, as they were when it was made.
  fee_percent numeric(5, 2) not null default 0,
  participants_min smallint not null default 1,
  rule_version smallint not null default 1,
  -- Set when the ending is decided. The bets then end one batch after the other, whatever else is reported about the match.
  ending text check (ending in ('settle', 'void')),
  -- The true kick-off, as it was known when the ending was decided. Stakes placed after it are refunded.
  started_at timestamptz,
  -- The result that the contest was settled on.
  home_score smallint,
  away_score smallint,
  winner text check (winner in ('home', 'draw', 'away')),
  void_reason text,
  fee bigint,
  created_at timestamptz not null,
  settled_at timestamptz,
  -- Fixed odds: the sum of what the bets on each pick are paid if it wins, updated under the contest's lock like the pool.
  payout_home bigint not null default 0,
  payout_draw bigint not null default 0,
  payout_away bigint not null default 0,
  -- What ended the contest, as it was known and since when: see src/domain/settlement/receipt.ts.
  facts jsonb,
  -- Makes the pseudonyms on the contest's receipt, so that they reveal nothing about any other contest.
  receipt_salt bytea not null default uuid_send(gen_random_uuid()),
  -- The sums that its bets were given when the contest ended, or after its last correction; null before that. A receipt does not have to add them up
  -- for each reader.
  paid bigint,
  refunded bigint,
  -- The contest's last transfer in the ledger; null where it moved no points.
  last_transfer_id bigint,
  -- When an operator said how the contest ended; null where the course of its match decided. No feed changes it after this time.
  by_hand_at timestamptz,
  check ((state = 'settled') = (winner is not null)),
  check (ending is null or state not in ('preparing', 'open')),
  check (ending is not null or state not in ('settled', 'void'))
) with (fillfactor = 50);
create unique index contests_one_alive on contests (match_id, market) where state not in ('settled', 'void');
create index contests_by_match on contests (match_id);
create index contests_unfinished on contests (id) where state not in ('settled', 'void');
create index contests_settled on contests (settled_at) where state = 'settled';

-- What a settled contest was based on before a corrected final score replaced it. The earlier payouts of its bets follow from these rows.
create table contest_corrections (
  contest_id uuid not null references contests,
  round smallint not null check (round > 0),
  home_score smallint not null,
  away_score smallint not null,
  started_at timestamptz,
  -- Points that were wrongly paid and that their users no longer had.
  house_loss bigint not null,
  corrected_at timestamptz not null,
  facts jsonb,
  primary key (contest_id, round)
);

-- What the players of an open pool say of its match, by points at risk. It is counted again when the pool has changed.
create table crowds (
  contest_id uuid primary key references contests,
  match_id integer not null references matches,
  home bigint not null check (home >= 0),
  draw bigint not null check (draw >= 0),
  away bigint not null check (away >= 0),
  -- The number of unrelated players.
  people integer not null check (people >= 0),
  -- The points in the pool at that time. Another sum means that the pool has changed.
  staked bigint not null,
  weighed_at timestamptz not null
);
create index crowds_by_match on crowds (match_id);

-- A bet is written when it is placed and when it ends: the free room on each page keeps an update out of the indexes that it does not change.
create table bets (
  id uuid primary key,
  user_id uuid not null references users,
  contest_id uuid not null references contests,
  pick text not null check (pick in ('home', 'draw', 'away')),
  stake bigint not null check (stake > 0),
  state text not null default 'ongoing' check (state in ('ongoing', 'settled', 'refunded')),
  payout bigint not null default 0,
  refund bigint not null default 0,
  hit boolean,
  placed_at timestamptz not null,
  settled_at timestamptz,
  fixed_payout bigint not null default 0,
  -- How many points of the bet were at risk (docs/decisions/047-play-at-risk.md). Written when the bet ends, and again when a correction changes its
  -- ending.
  at_risk bigint check (at_risk between 0 and stake),
  at_risk_reason text check (at_risk_reason in ('full', 'others_staked', 'connected', 'hedged', 'low_odds', 'refunded')),
  -- Points won beyond the stake, without what related players lost to the bet. user_stats.net_won is the sum of these.
  net_won bigint,
  unique (user_id, contest_id),
  constraint bets_at_risk_whole check (num_nulls(at_risk, at_risk_reason, net_won) in (0, 3))
) with (fillfactor = 50);
comment on column bets.fixed_payout is 'Fixed odds: what its legs pay if the pick wins, each floored by itself; 0 in a pool.';
create index bets_by_contest on bets (contest_id, id);
create index bets_by_user on bets (user_id, placed_at desc);
create index bets_by_settlement on bets (user_id, settled_at) where settled_at is not null;
-- Finds the users who lost most in a contest, for a reviewer of withdrawals. It is written when a bet ends, which changes other indexes, too.
create index bets_lost on bets (contest_id, (stake - refund) desc) where not hit;
-- Bets are inserted in the order of placed_at, and a row of this index covers 32 pages: a stake costs almost nothing more.
create index bets_placed on bets using brin (placed_at) with (pages_per_range = 32, autosummarize = on);

-- Each stake of a bet.
create table bet_legs (
  id uuid primary key,
  bet_id uuid not null references bets,
  -- The user of the bet, copied for bet_legs_by_user. place_bets alone writes both, and the reference to users is in bets.
  user_id uuid not null,
  stake bigint not null check (stake > 0),
  -- Fixed odds: the odds at which the stake was accepted, in hundredths; null in a pool.
  odds integer check (odds between 101 and 5000),
  placed_at timestamptz not null,
  refunded_at timestamptz
);
create index bet_legs_by_bet on bet_legs (bet_id);
create index bet_legs_by_user on bet_legs (user_id, placed_at desc);

-- Sums over settled bets, one row for each user, updated in the transaction that settles.
create table user_stats (
  user_id uuid primary key references users,
  -- A bet counts as played from 10 points at risk (PLAY_MIN in src/domain/settlement/play-at-risk.ts).
  played integer not null default 0,
  hits integer not null default 0,
  net_won bigint not null default 0,
  -- It is never reduced: levels never fall.
  experience integer not null default 0,
  updated_at timestamptz not null
);
-- Ranks count only users who have played. All others have 0, and would stand, a million of them, between two players.
create index user_stats_of_players on user_stats (net_won) where played > 0;

-- Net points with fewer than a thousand players between one and the next, so that a rank is counted from the next mark and not from the top.
-- Replaced every few minutes (modules/account/rank-marks.ts); empty while there are few players.
create table rank_marks (
  net_won bigint primary key,
  -- The players who had won this much or more.
  at_least bigint not null check (at_least > 0)
);

-- Returns the rank of a player with these net points: one more than the number of players who have won more. Those above the next mark were counted
-- when the mark was set.
create function rank_of(p_net_won bigint) returns bigint language sql stable as $$
  with mark as materialized (select net_won, at_least from rank_marks where net_won > p_net_won order by net_won limit 1)
  select 1 + coalesce((select at_least from mark), 0) + count(*) from user_stats
  where played > 0 and net_won > p_net_won and net_won < coalesce((select net_won from mark), 9223372036854775807)
$$;

-- Experience that a user earned on a UTC day, at most 200. Levels follow from experience.
create table experience_days (
  user_id uuid not null references users,
  day date not null,
  points integer not null check (points between 0 and 200),
  primary key (user_id, day)
);

create table check_ins (
  user_id uuid not null references users,
  -- In UTC.
  day date not null,
  streak integer not null check (streak > 0),
  points integer not null,
  created_at timestamptz not null,
  primary key (user_id, day)
);

-- Returns all six limits of a user at a moment (amount null: no limit), and how much of each is used: stakes that were not given back, for losses less
-- what was paid out. A looser limit that the user asked for is in force from its time.
create function play_limits_at(p_user_id uuid, p_at timestamptz)
returns table (kind text, period text, amount bigint, next_amount bigint, next_from timestamptz, used bigint)
language sql stable set enable_seqscan = off as $$
  select k.kind, p.period,
         case when l.next_from <= p_at then l.next_amount else l.amount end,
         case when l.next_from > p_at then l.next_amount end,
         case when l.next_from > p_at then l.next_from end,
         staked.points - case k.kind when 'loss' then returned.points else 0 end
  from unnest(array['day', 'week', 'month']) p (period)
  cross join lateral (select date_trunc(p.period, p_at at time zone 'UTC') at time zone 'UTC' as began_at) since
  cross join lateral (select coalesce(sum(g.stake), 0)::bigint as points from bet_legs g
    where g.user_id = p_user_id and g.placed_at >= since.began_at and g.refunded_at is null) staked
  cross join lateral (select coalesce(sum(b.payout), 0)::bigint as points from bets b
    where b.user_id = p_user_id and b.settled_at >= since.began_at) returned
  cross join unnest(array['stake', 'loss']) k (kind)
  left join play_limits l on l.user_id = p_user_id and l.kind = k.kind and l.period = p.period
$$;

-- Returns the points that the house has lost with fixed odds since p_since, in all contests together; negative where it gained. It always uses
-- transfers_of_house: a plan kept from a young ledger would later read the whole ledger for each stake.
create function house_lost(p_since timestamptz) returns bigint language sql stable set enable_seqscan = off as $$
  select coalesce(sum(case when t.from_kind = 'house' then t.amount else -t.amount end), 0)::bigint
  from public.transfers t join public.contests c on c.id = t.contest_id and c.market = '1x2'
  where (t.from_kind = 'house' or t.to_kind = 'house') and t.created_at > p_since
$$;

-- Bets that arrive while others are being written are gathered, judged together and written by one call (docs/decisions/026).
-- The two functions below keep their plans, and a plan made while a table was nearly empty must serve a full one. So no function may scan, and each
-- row is found by a lookup of its own ("lateral ... limit 1", which the planner cannot turn into a join with the whole table) or by "= any(...)" of
-- its key.

-- Returns what each of many stakes is judged by, under the locks that placing them needs: first the contests', then those of the users' balances, each
-- in the order of ids. A contest that is not open at first sight is not locked: a contest that is being paid out delays nobody.
-- Each statement sees what was committed before it began: nothing read here under a lock is older than the lock.
-- contest_id is null where the match has no contest that is alive. The columns after it are null where the key is not new.
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
    -- Most users have no limits, and their stakes cost no more for this.
    left join lateral (
      select jsonb_agg(to_jsonb(l)) from (select from play_limits s where s.user_id = a.owner limit 1) has
      cross join lateral play_limits_at(a.owner, p_at) l where l.amount is not null
    ) care (limits) on true
    left join lateral (
      select count(*)::integer, min(l.placed_at) from bet_legs l where l.user_id = a.owner and l.placed_at > p_recent_since
    ) recent (stakes, first_at) on true
    order by r.n;
end $$;

-- Writes accepted stakes: new bets or additions to bets, legs, pools and what the house may have to pay, balances, and transfers with the balance after
-- each of them. p_odds are hundredths, and p_payouts what a leg pays at them; null and 0 in a pool. All stakes of a user in a contest name the same bet
-- and pick. The caller holds the locks of the contests and of the users' balances.
create function place_bets(
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
    -- A row that existed before carries the mark of its update in xmax.
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

  -- Each account is updated once. Its balance after each transfer follows from its balance before.
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
    -- A stake without an account fails here, because its balance is missing.
    left join giver g on g.owner = r.user_id left join pool p on p.owner = r.contest_id
    order by r.n;
end $$;
