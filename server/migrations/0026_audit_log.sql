-- Each request and each command that changed who may do what, or where money and webhooks go. A row is written in the
-- commit of the change, and is never changed or deleted: server/roles.sql grants neither right.
create table audit_log (
  merchant_id text collate "C" not null,
  audit_id text collate "C" not null,
  actor text not null,
  key_id text collate "C",
  action text not null,
  object_ids jsonb not null,
  fields jsonb not null,
  address text,
  request_id text collate "C",
  created timestamptz not null,
  primary key (merchant_id, audit_id)
);
create index audit_log_newest on audit_log (merchant_id, created desc, audit_id desc)
  where created > '-infinity';
create index audit_log_key on audit_log (merchant_id, key_id, created desc, audit_id desc)
  where key_id is not null;
