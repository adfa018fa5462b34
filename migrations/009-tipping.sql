-- Games among friends: no stakes, no points of the ledger.

-- Brackets: predictions of the whole tree of a competition (docs/brackets.md).

-- A competition that somebody predicted. It keeps the rules that applied when the first entry was made.
create table bracket_challenges (
  id integer generated always as identity primary key,
  league_id integer not null references leagues,
  season text not null,
  -- '' unless a season has several draws.
  section text not null,
  rules jsonb not null,
  -- What the entries were last scored from, as a hash; null: nothing yet.
  facts_hash text,
  -- Since when nothing can change any more.
  closed_at timestamptz,
  created_at timestamptz not null,
  unique (league_id, season, section)
);
create index bracket_challenges_running on bracket_challenges (id) where closed_at is null;

create table bracket_entries (
  -- Random, and part of the address: nobody can guess one.
  id uuid primary key,
  challenge_id integer not null references bracket_challenges,
  user_id uuid not null references users,
  -- By the server's clock. What had begun by then does not count.
  made_at timestamptz not null,
  -- A complete prediction that stands for itself (BracketTree in src/domain/tipping/bracket-shape.ts).
  tree jsonb not null,
  -- The draw that it was made for, as a hash.
  drawn text not null,
  -- Made after the competition had begun: ranked apart.
  is_late boolean not null,
  -- Since when it is final, and shown to others. It never becomes secret again, even if the match is put off.
  locked_at timestamptz,
  points integer not null,
  possible integer not null,
  is_alive boolean not null,
  scored_at timestamptz not null,
  unique (challenge_id, user_id)
);
create index bracket_entries_ranked on bracket_entries (challenge_id, is_late, points desc, id) where locked_at is not null;
create index bracket_entries_by_user on bracket_entries (user_id, made_at desc);

-- Points tell of results. Through the shield they are null until everything is shown that they were counted from.
create view shield.bracket_entries as
  select e.id, e.challenge_id, e.user_id, e.made_at, e.tree, e.drawn, e.is_late, e.locked_at,
      case when not h.is_hidden then e.points end as points,
      case when not h.is_hidden then e.possible end as possible,
      case when not h.is_hidden then e.is_alive end as is_alive,
      e.scored_at
    from public.bracket_entries e
    cross join lateral (
      select e.scored_at > shield.moment() or exists (
        select from public.bracket_challenges c join public.matches m on m.league_id = c.league_id and m.season = c.season
          where c.id = e.challenge_id and shield.hides(m.id, m.status, m.kickoff_at)
      ) as is_hidden offset 0
    ) h;
