-- Entries of the audit trail that are not sealed yet: rows of audit_log that one statement wrote, or events that were
-- relayed together. A row for each merchant and group, so that a batch of events costs one row and not one each.
create table audit_queue (
  group_no bigint generated always as identity primary key,
  merchant_id text collate "C" not null,
  entry_ids text[] not null
);
insert into audit_queue (merchant_id, entry_ids)
  select merchant_id, array_agg(audit_id) from audit_unsealed group by merchant_id;

drop trigger audit_log_unsealed on audit_log;
drop function note_audit_unsealed;
drop table audit_unsealed;
create function queue_audit_log() returns trigger language plpgsql as $$
begin
  insert into audit_queue (merchant_id, entry_ids)
    select merchant_id, array_agg(audit_id) from written group by merchant_id;
  return null;
end $$;
create trigger audit_log_queue after insert on audit_log
  referencing new table as written for each statement execute function queue_audit_log();
