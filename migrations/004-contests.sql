-- Contests, the bets on them, and what else earns points.

create table contests (
  id uuid primary key,
  match_id integer not null references matches,
  market text not null check (market in ('wdl', '1x2')),
  state text not null check (state in ('preparing', 'open', 'locked', 'settled', 'paused', 'void')),
  draw_possible boolean not null,
  -- Who played when it was made: sides swapped or a team replaced since then make it void.
  home_team_id integer not null references teams,
  away_team_id integer not null references teams,
  deadline_at timestamptz,
  -- Where the state came from, and since when: timers count from here.
  state_since timestamptz not null,
  first_deadline_at timestamptz,
  -- No usable result 6 hours after the planned end: its bets read "unknown", an alarm is raised.
  unresolved_at timestamptz,
  -- The pool, kept under the contest's lock so that odds need no sum.
  stake_home bigint not null default 0,
  stake_draw bigint not null default 0,
  stake_away bigint not null default 0,
  participants integer not null default 0,
  -- Its rules, as they were when it was made.
  fee_percent numeric(5, 2) not null default 0,
  participants_min smallint not null default 1,
  rule_version smallint not null default 1,
  -- Set when its end was decided: from then on its bets are ended one batch after the other, whatever else is told of the match.
  ending text check (ending in ('settle', 'void')),
  -- True kick-off as known at that moment: stakes placed after it are refunded.
  started_at timestamptz,
  -- The result it was settled on.
  home_score smallint,
  away_score smallint,
  winner text check (winner in ('home', 'draw', 'away')),
  void_reason text,
  fee bigint,
  created_at timestamptz not null,
  settled_at timestamptz,
  check ((state = 'settled') = (winner is not null)),
  check (ending is null or state not in ('preparing', 'open')),
  check (ending is not null or state not in ('settled', 'void'))
);
create unique index contests_one_alive on contests (match_id, market) where state not in ('settled', 'void');
create index contests_by_match on contests (match_id);
create index contests_unfinished on contests (id) where state not in ('settled', 'void');
create index contests_settled on contests (settled_at) where state = 'settled';

-- What a settled contest stood on until a corrected final score replaced it: what its bets had been given before follows from here.
create table contest_corrections (
  contest_id uuid not null references contests,
  round smallint not null check (round > 0),
  home_score smallint not null,
  away_score smallint not null,
  started_at timestamptz,
  -- Points paid wrongly that their users had no more.
  house_loss bigint not null,
  corrected_at timestamptz not null,
  primary key (contest_id, round)
);

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
  unique (user_id, contest_id)
);
create index bets_by_contest on bets (contest_id, id);
create index bets_by_user on bets (user_id, placed_at desc);

-- Each stake of a bet, with the odds it was taken at (fixed odds only, in hundredths).
create table bet_legs (
  id uuid primary key,
  bet_id uuid not null references bets,
  user_id uuid not null references users,
  stake bigint not null check (stake > 0),
  odds integer check (odds between 101 and 5000),
  placed_at timestamptz not null,
  refunded_at timestamptz
);
create index bet_legs_by_bet on bet_legs (bet_id);
create index bet_legs_by_user on bet_legs (user_id, placed_at desc);

-- What settled bets add up to, one row a user, changed in the settling transaction.
create table user_stats (
  user_id uuid primary key references users,
  played integer not null default 0,
  hits integer not null default 0,
  net_won bigint not null default 0,
  experience integer not null default 0,
  updated_at timestamptz not null
);
create index user_stats_by_net on user_stats (net_won desc);

-- Experience earned a UTC day: levels come from it, at most 200 a day.
create table experience_days (
  user_id uuid not null references users,
  day date not null,
  points integer not null check (points between 0 and 200),
  primary key (user_id, day)
);

create table check_ins (
  user_id uuid not null references users,
  day date not null,
  streak integer not null check (streak > 0),
  points integer not null,
  created_at timestamptz not null,
  primary key (user_id, day)
);

-- What a stake is judged by, under the locks that placing it needs: the contest's, then that of the user's balance.
-- Each statement sees what was committed before it began, so nothing read here is older than the locks.
-- No row where the match has no contest that is alive.
create function lock_for_bet(p_user_id uuid, p_match_id integer, p_market text, p_recent_since timestamptz)
returns table (
  contest contests, match matches, home teams, away teams,
  user_status text, balance bigint, held_pick text, held_stake bigint, recent_stakes integer, recent_first_at timestamptz
) language plpgsql set enable_seqscan = off as $$
begin
  -- A row's lock goes to whoever finds it free; this one goes to who came first, so that nobody starves at a contest that all want.
  perform pg_advisory_xact_lock(hashtextextended('bet ' || p_market, p_match_id));
  select c.* into contest from contests c
    where c.match_id = p_match_id and c.market = p_market and c.state not in ('settled', 'void') for update;
  if not found then
    return;
  end if;
  select a.balance into balance from accounts a where a.kind = 'balance' and a.owner = p_user_id for update;
  select u.status into user_status from users u where u.id = p_user_id;
  select b.pick, b.stake into held_pick, held_stake from bets b where b.user_id = p_user_id and b.contest_id = contest.id;
  select count(*), min(l.placed_at) into recent_stakes, recent_first_at from bet_legs l
    where l.user_id = p_user_id and l.placed_at > p_recent_since;
  select m.* into match from matches m where m.id = p_match_id;
  select t.* into home from teams t where t.id = match.home_team_id;
  select t.* into away from teams t where t.id = match.away_team_id;
  return next;
end $$;

-- Writes a bet that was judged acceptable: the bet or its addition, the leg, the pool, the transfer.
-- The caller holds the locks of the contest and of the user's balance. Returns all three as they are now.
create function place_bet(
  p_bet_id uuid, p_leg_id uuid, p_user_id uuid, p_contest_id uuid, p_pick text, p_stake bigint, p_odds integer, p_at timestamptz
) returns table (bet bets, contest contests, balance bigint) language plpgsql set enable_seqscan = off as $$
declare
  v_new boolean;
begin
  insert into bets as b (id, user_id, contest_id, pick, stake, placed_at) values (p_bet_id, p_user_id, p_contest_id, p_pick, p_stake, p_at)
    on conflict (user_id, contest_id) do update set stake = b.stake + excluded.stake
    returning b.* into bet;
  v_new := bet.id = p_bet_id;
  insert into bet_legs (id, bet_id, user_id, stake, odds, placed_at) values (p_leg_id, bet.id, p_user_id, p_stake, p_odds, p_at);
  update contests c set
      stake_home = c.stake_home + case p_pick when 'home' then p_stake else 0 end,
      stake_draw = c.stake_draw + case p_pick when 'draw' then p_stake else 0 end,
      stake_away = c.stake_away + case p_pick when 'away' then p_stake else 0 end,
      participants = c.participants + case when v_new then 1 else 0 end
    where c.id = p_contest_id returning c.* into contest;
  perform post_transfers(
    array['bet:' || p_leg_id || ':stake'], array['bet_stake'], array['balance'], array[p_user_id], array['contest'], array[p_contest_id],
    array[p_stake], array[p_contest_id], array[bet.id], array[null::text], p_at);
  select a.balance into balance from accounts a where a.kind = 'balance' and a.owner = p_user_id;
  return next;
end $$;
