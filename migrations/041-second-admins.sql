-- Who made, reset, promoted or disabled which admin, and what takes a second super.

create table admin_events (
  id bigint generated always as identity primary key,
  admin_id uuid not null references admins,
  kind text not null check (kind in ('create', 'reset', 'promote', 'demote', 'enable', 'disable')),
  -- Null for the command line.
  asked_by uuid references admins,
  agreed_by uuid references admins,
  at timestamptz not null
);
create index admin_events_by_admin on admin_events (admin_id, at);
create index admin_events_by_asker on admin_events (asked_by);
create index admin_events_by_agreer on admin_events (agreed_by);
create trigger admin_events_are_final before update or delete on admin_events for each row execute function refuse_change();
create trigger admin_events_are_kept before truncate on admin_events for each statement execute function refuse_change();
insert into admin_events (admin_id, kind, asked_by, at) select id, 'create', created_by, created_at from admins order by created_at;
insert into admin_events (admin_id, kind, asked_by, at)
  select a.id, case l.action when 'admin.reset' then 'reset' when 'admin.enable' then 'enable' when 'admin.disable' then 'disable'
      else case when array_position(r.roles, l.after ->> 'role') < array_position(r.roles, l.before ->> 'role') then 'demote' else 'promote' end end,
    l.admin_id, l.created_at
  from audit_log l join admins a on a.id::text = l.subject_id
  cross join (values (array['viewer', 'support', 'reviewer', 'finance', 'super'])) r (roles)
  where l.subject_kind = 'admin' and l.action in ('admin.reset', 'admin.role', 'admin.enable', 'admin.disable')
  order by l.id;

-- The browser, by the same id as users' sessions know it by.
alter table admin_sessions add column device_id uuid;
create index admin_sessions_by_device on admin_sessions (device_id) where device_id is not null;

alter table approvals drop constraint approvals_kind_check;
alter table approvals add constraint approvals_kind_check
  check (kind in ('adjust', 'settle', 'resettle', 'void', 'ending', 'admin_create', 'admin_reset', 'admin_role', 'admin_enable'));
-- Where there is one super alone, who asked completes it after a day; and whoever asked for an admin may take that back.
alter table approvals drop constraint approvals_check2;
alter table approvals add constraint approvals_second
  check (decided_by <> requested_by or kind in ('admin_create', 'admin_reset', 'admin_role', 'admin_enable'));
