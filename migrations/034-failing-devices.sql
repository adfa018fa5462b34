-- A push service that is away for an evening fails every device again and again: only one that fails for days is given up.
alter table push_devices add column failing_since timestamptz;
