-- Only what is proven counts: an address is confirmed before anything can be set up, and a self-exclusion follows what is proven.

-- An exclusion that somebody set who had not proven the address ends when its owner proves it, perhaps in the moment in which it began.
alter table exclusions drop constraint exclusions_check;
alter table exclusions add constraint exclusions_end_check check (until >= began_at);

-- Self-exclusions of which nobody can tell by themselves whether they hold for a user: an operator decides.
create table exclusion_reviews (
  user_id uuid not null references users,
  exclusion_id uuid not null references exclusions,
  -- wallet: the user entered a wallet that an excluded user had typed, and that was never paid.
  -- confirmed: the exclusion was set on the account before its address was proven, in another browser than the one that proved it.
  -- carried: it was carried to the user before this was told apart, and by no browser that both used.
  reason text not null check (reason in ('wallet', 'confirmed', 'carried')),
  -- excluded: it holds for the user. dismissed: it does not.
  state text not null default 'open' check (state in ('open', 'excluded', 'dismissed')),
  -- When the exclusion ends, as it was meant.
  until timestamptz not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  primary key (user_id, exclusion_id),
  check ((state = 'open') = (decided_at is null))
);
create index exclusion_reviews_open on exclusion_reviews (created_at, user_id, exclusion_id) where state = 'open';

-- What an unproven account set for itself is recognised by in no other account any more: a mark does not say whether it is of a browser or of
-- a wallet that somebody only typed. Its own exclusion holds on.
delete from exclusion_marks m using exclusions e, users u
  where e.id = m.exclusion_id and u.id = e.user_id and u.email is not null and u.email_verified_at is null;

-- What was carried so far may have followed a wallet that somebody only typed, who may have left since. What a shared browser explains stays as it is.
insert into exclusion_reviews (user_id, exclusion_id, reason, until, created_at)
  select c.user_id, c.id, 'carried', c.until, now()
  from exclusions c
  join exclusions o on o.id = c.follows
  join users u on u.id = c.user_id and u.status <> 'deleted'
  where c.until > now() and not exists (
    (
      select device_id from sessions where user_id = c.user_id and device_id is not null
      union select registration_device_id from users where id = c.user_id and registration_device_id is not null
    ) intersect (
      select device_id from sessions where user_id = o.user_id and device_id is not null
      union select registration_device_id from users where id = o.user_id and registration_device_id is not null
    )
  );

-- When somebody entered a wallet, for some days: few are let be entered in one.
create table wallet_changes (
  user_id uuid not null references users,
  at timestamptz not null
);
create index wallet_changes_by_user on wallet_changes (user_id, at desc);
