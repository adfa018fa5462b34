-- What operators end, judge and enter themselves.

alter table contests
  -- When an operator told how it ended; null where its match's course decided. From then on no feed's word changes it.
  add column by_hand_at timestamptz;

alter table quarantine
  add column decision text check (decision in ('accepted', 'dropped')),
  add column decided_at timestamptz,
  add constraint quarantine_decided check ((decision is null) = (decided_at is null));
-- For the console's list, also of one feed.
create index quarantine_undecided on quarantine (last_seen_at desc, id desc) where decision is null;
