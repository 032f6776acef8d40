-- A custom role's scopes besides those of its groups, and the most that it may refund of one payment in each currency;
-- null: no limit.
alter table roles add column scopes jsonb not null default '[]', add column refund_limit jsonb;
