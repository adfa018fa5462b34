-- What operators say of matches, and the contests that end on it.

-- Which admins told a fact of a match that no feed has told since. "fixture" is the kick-off and who plays, "course" the status and the score,
-- "start" the true kick-off. While a match has a row here, its contests end on the word of an operator (contests/gate.ts).
create table operator_words (
  match_id integer not null references matches,
  fact text not null check (fact in ('fixture', 'course', 'start')),
  admin_id uuid not null references admins,
  told_at timestamptz not null,
  -- Why, in their own words.
  reason text not null,
  primary key (match_id, fact, admin_id)
);
create index operator_words_by_admin on operator_words (admin_id);
-- What operators have entered so far, and what of feeds they have accepted that was refused before.
insert into operator_words (match_id, fact, admin_id, told_at, reason)
  select distinct on (m.id, f.fact, l.admin_id) m.id, f.fact, l.admin_id, l.created_at, coalesce(l.reason, '')
  from audit_log l join matches m on m.id::text = l.subject_id cross join (values ('fixture'), ('course'), ('start')) f (fact)
  where l.subject_kind = 'match' and l.action in ('fixture.create', 'fixture.change') and l.admin_id is not null
    and (f.fact = 'fixture' or l.action = 'fixture.change')
  order by m.id, f.fact, l.admin_id, l.created_at desc;
-- Where the feed has told the same since, it is forgotten the next time that it does.
insert into operator_words (match_id, fact, admin_id, told_at, reason)
  select distinct on (m.id, f.fact, l.admin_id) m.id, f.fact, l.admin_id, l.created_at, coalesce(l.reason, '')
  from audit_log l
  join feed_ids i on i.feed = l.after ->> 'feed' and i.kind = 'match' and i.feed_id = l.after ->> 'feed_id'
  join matches m on m.id = i.id
  join (values ('fixture', 'fixture'), ('status', 'course')) f (kind, fact) on f.kind = l.after ->> 'kind'
  where l.subject_kind = 'quarantine' and l.action = 'quarantine.accept' and l.admin_id is not null
  order by m.id, f.fact, l.admin_id, l.created_at desc
  on conflict do nothing;

-- Contests that ended, or ended anew, on the word of one admin without a second one: what they may end so within 24 hours is limited.
create table operator_endings (
  id bigint generated always as identity primary key,
  contest_id uuid not null references contests,
  admin_id uuid not null references admins,
  -- What it held, or what it paid where that is more.
  points bigint not null,
  ended_at timestamptz not null
);
create index operator_endings_by_admin on operator_endings (admin_id, ended_at);
create index operator_endings_by_contest on operator_endings (contest_id);
create index operator_endings_by_time on operator_endings (ended_at);

-- An ending that follows from what an operator told; and what is withdrawn, as it does not hold any more: by nobody, or by who asked.
alter table approvals drop constraint approvals_kind_check;
alter table approvals add constraint approvals_kind_check check (kind in ('adjust', 'settle', 'resettle', 'void', 'ending'));
alter table approvals drop constraint approvals_state_check;
alter table approvals add constraint approvals_state_check check (state in ('waiting', 'approved', 'rejected', 'withdrawn'));
alter table approvals drop constraint approvals_check1;
alter table approvals add constraint approvals_decided_by check ((state in ('approved', 'rejected')) = (decided_by is not null));
