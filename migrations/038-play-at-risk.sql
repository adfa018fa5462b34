-- How many points of each bet were at risk (docs/decisions/047-play-at-risk.md): written when the bet ends, and again when a correction ends it anew.
alter table bets
  add column at_risk bigint check (at_risk between 0 and stake),
  add column at_risk_reason text check (at_risk_reason in ('full', 'others_staked', 'connected', 'hedged', 'low_odds', 'refunded')),
  -- What it won net of its stake, without what related players lost to it: user_stats.net_won is the sum of these.
  add column net_won bigint,
  add constraint bets_at_risk_whole check (num_nulls(at_risk, at_risk_reason, net_won) in (0, 3));

-- Bets that ended before: as if nobody was related to anybody. A contest's stakes are those in time once it has ended.
update bets b set at_risk = r.points, at_risk_reason = r.reason, net_won = b.payout + b.refund - b.stake
from (
  select e.id, p.points,
    case when e.state = 'refunded' then 'refunded' when p.points = e.stake - e.refund then 'full'
         when c.market = 'wdl' then 'others_staked' else 'low_odds' end as reason
  from bets e join contests c on c.id = e.contest_id, lateral (
    select case
      when e.state = 'refunded' then 0
      when c.market = 'wdl' then greatest(0, least(e.stake - e.refund, c.stake_home + c.stake_draw + c.stake_away
        - case e.pick when 'home' then c.stake_home when 'draw' then c.stake_draw else c.stake_away end))
      else (select coalesce(sum(l.stake), 0) from bet_legs l where l.bet_id = e.id and l.refunded_at is null and l.odds >= 120)
    end::bigint as points
  ) p
  where e.state <> 'ongoing'
) r
where b.id = r.id;

-- A bet counts as played from 10 points at risk on (PLAY_MIN). Experience stays: levels never fall.
update user_stats s set played = p.played, hits = p.hits
from (
  select user_id, count(*) filter (where at_risk >= 10) as played, count(*) filter (where at_risk >= 10 and hit) as hits
  from bets where state = 'settled' group by user_id
) p
where p.user_id = s.user_id and (s.played, s.hits) is distinct from (p.played::integer, p.hits::integer);

-- What the players of an open pool say of its match, by points at risk, weighed anew when the pool has changed.
create table crowds (
  contest_id uuid primary key references contests,
  match_id integer not null references matches,
  home bigint not null check (home >= 0),
  draw bigint not null check (draw >= 0),
  away bigint not null check (away >= 0),
  -- Of how many players who are not related.
  people integer not null check (people >= 0),
  -- What the pool held then: another sum means that it has changed since.
  staked bigint not null,
  weighed_at timestamptz not null
);
create index crowds_by_match on crowds (match_id);

-- The shield hides how a bet ended, and so what of it was at risk.
create or replace view shield.bets as
  select b.id, b.user_id, b.contest_id, b.pick, b.stake,
      case when h.is_hidden then 'ongoing' else b.state end as state,
      case when h.is_hidden then 0 else b.payout end as payout,
      case when h.is_hidden then 0 else b.refund end as refund,
      case when not h.is_hidden then b.hit end as hit,
      b.placed_at,
      case when not h.is_hidden then b.settled_at end as settled_at,
      b.fixed_payout,
      case when not h.is_hidden then b.at_risk end as at_risk,
      case when not h.is_hidden then b.at_risk_reason end as at_risk_reason,
      case when not h.is_hidden then b.net_won end as net_won
    from public.bets b
    cross join lateral (
      select b.settled_at is not null
        and (b.settled_at > shield.moment() or shield.is_hidden((select c.match_id from public.contests c where c.id = b.contest_id))) as is_hidden
      offset 0
    ) h;
