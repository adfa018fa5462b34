-- How far names that were stored under older rules have been judged by newer ones, which know more names that mislead.
create table name_checks (
  -- The version of the rules.
  rules smallint primary key,
  -- Users and leagues up to these ids are done; null before the first.
  users_to uuid,
  groups_to uuid,
  finished_at timestamptz
);
