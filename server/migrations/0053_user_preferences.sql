-- The preferences of a user in the dashboard, on every device.
alter table directory.users add column preferences jsonb not null default '{}';
