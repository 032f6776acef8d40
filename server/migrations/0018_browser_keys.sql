-- Publishable keys become API keys with a record, so that they can be listed, restricted and revoked. The previous
-- release recognizes a publishable key by the missing key_id in the directory, so its record has a column of its own.
alter table api_keys
  add column type text not null default 'secret' check (type in ('secret', 'publishable')),
  add column publishable_key text,
  add column allowed_origins jsonb not null default '[]',
  add column allowed_ips jsonb not null default '[]',
  add column profile_ids jsonb not null default '[]';

alter table directory.keys add column publishable_key_id text collate "C";

insert into api_keys (merchant_id, key_id, name, prefix, scopes, status, created, modified_at, version, type,
    publishable_key)
  select merchant_id, 'key_publishable', 'First publishable key', left(publishable_key, 12), '[]', 'active', created,
    created, 1, 'publishable', publishable_key
  from merchants;
update directory.keys set publishable_key_id = 'key_publishable' where key_id is null;

-- The operator's brakes: a suspended merchant, and the bounds of its payouts.
alter table merchants
  add column status text not null default 'active' check (status in ('active', 'suspended')),
  add column allow_payouts_above_balance boolean not null default false,
  add column payout_daily_limits jsonb not null default '{}';
alter table payout_guards
  add column day text,
  add column sent bigint not null default 0;
