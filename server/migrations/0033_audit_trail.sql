-- Who caused an event: a key, a user, the operator, a shopper or a provider, in the commit of the event. Null for
-- background work and for events of earlier releases.
alter table events
  add column actor text,
  add column key_id text collate "C",
  add column user_id text collate "C",
  add column address text,
  add column request_id text collate "C";
create index events_key on events (merchant_id, key_id, created desc, event_id desc) where key_id is not null;
create index events_user on events (merchant_id, user_id, created desc, event_id desc) where user_id is not null;

-- Who started an operation: the event of a later outcome names the same actor.
alter table operations add column started_by jsonb;

-- The object that a request changed, and the settings before and after.
alter table audit_log
  add column object_type text,
  add column object_id text collate "C",
  add column changes jsonb;
create index audit_log_object on audit_log (merchant_id, object_id, created desc, audit_id desc)
  where object_id is not null;
create index audit_log_user on audit_log (merchant_id, user_id, created desc, audit_id desc)
  where user_id is not null;

-- One list of both, with background work as `system`. It has every event: if it left out those without an actor, a page
-- could read millions of them before it is full.
create view audit_entries as
  select merchant_id, audit_id, actor, key_id, user_id, action, object_type, object_id,
    null::text collate "C" as event_id, object_ids, fields, changes, address, request_id, created
  from audit_log
  union all
  select merchant_id, event_id, coalesce(actor, 'system'), key_id, user_id, event_type,
    replace(object_type, '_details', ''), object_id, event_id, null::jsonb, null::jsonb, null::jsonb, address,
    request_id, created
  from events where not is_test;

-- A chain of hashes for each merchant. A seal has the ids of its entries and, in the same order, their hashes of 32
-- bytes. A row is never changed or deleted.
create table audit_seals (
  merchant_id text collate "C" not null,
  seal_no int not null,
  previous_hash bytea not null,
  hash bytea not null,
  -- The secret of the deployment that signed the hash.
  secret_id text not null,
  mac bytea not null,
  entry_ids text[] not null,
  leaves bytea not null,
  created timestamptz not null,
  primary key (merchant_id, seal_no)
);

-- The entries of audit_log that are not sealed yet. Events come to their seals through the relay.
create table audit_unsealed (
  merchant_id text collate "C" not null,
  audit_id text collate "C" not null,
  primary key (merchant_id, audit_id)
);
create function note_audit_unsealed() returns trigger language plpgsql as $$
begin
  insert into audit_unsealed select merchant_id, audit_id from written;
  return null;
end $$;
create trigger audit_log_unsealed after insert on audit_log
  referencing new table as written for each statement execute function note_audit_unsealed();
insert into audit_unsealed select merchant_id, audit_id from audit_log;
