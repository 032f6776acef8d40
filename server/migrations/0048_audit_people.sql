-- one by one
-- The entries of the audit trail that people caused, in the order of their list. No other event and no other entry is in
-- these indexes, so requests with keys and shoppers add nothing to them.
drop index concurrently if exists events_people;
create index concurrently if not exists events_people on events (merchant_id, created desc, event_id desc)
  where coalesce(actor, 'system') in ('user', 'operator');
drop index concurrently if exists audit_log_people;
create index concurrently if not exists audit_log_people on audit_log (merchant_id, created desc, audit_id desc)
  where actor in ('user', 'operator');
