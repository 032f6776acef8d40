-- When what names a deleted customer is next looked for in the other tables.
alter table customers add column redact_at timestamptz;
create index customers_redact_due on customers (redact_at) where redact_at is not null;
