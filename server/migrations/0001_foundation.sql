-- What every cell starts with. Each table's keys begin with merchant_id; ids compare byte by byte.
-- Indexes beside the primary key hold only for statements that say `created > '-infinity'`, as lists do:
-- a look-up by key must not be able to take one of them.

-- Raised when a part of a commit found other rows than it was decided upon: the whole commit is undone.
create function refuse_commit() returns boolean language plpgsql as $$
begin
  raise exception 'commit refused' using errcode = '40001';
end $$;

create table merchants (
  merchant_id text collate "C" primary key,
  merchant_name text not null,
  publishable_key text not null,
  api_version text,
  created timestamptz not null,
  modified_at timestamptz not null,
  version int not null
);

create table profiles (
  merchant_id text collate "C" not null references merchants,
  profile_id text collate "C" not null,
  profile_name text not null,
  is_default boolean not null,
  return_url text,
  webhook_details jsonb not null,
  webhook_secret bytea not null,
  webhook_secret_last4 text not null,
  previous_webhook_secret bytea,
  previous_webhook_secret_until timestamptz,
  session_expiry int not null,
  capture_window_days int not null,
  payment_link_config jsonb,
  allowed_payment_method_types jsonb not null,
  wallet_identities jsonb not null,
  is_manual_retry_enabled boolean not null,
  risk_rules jsonb not null,
  card_testing_guard_config jsonb not null,
  dunning jsonb not null,
  refund_batch_time text not null,
  metadata jsonb not null,
  created timestamptz not null,
  modified_at timestamptz not null,
  version int not null,
  primary key (merchant_id, profile_id)
);
create unique index profiles_default on profiles (merchant_id) where is_default;
create unique index profiles_name on profiles (merchant_id, profile_name)
  where created > '-infinity';

create table api_keys (
  merchant_id text collate "C" not null references merchants,
  key_id text collate "C" not null,
  name text not null,
  description text,
  prefix text not null,
  scopes jsonb not null,
  status text not null check (status in ('active', 'revoked')),
  expiration timestamptz,
  last_used_at timestamptz,
  created timestamptz not null,
  modified_at timestamptz not null,
  version int not null,
  primary key (merchant_id, key_id)
);
create index api_keys_newest on api_keys (merchant_id, created desc, key_id desc)
  where created > '-infinity';

-- Look-ups that start without knowing the merchant.
create schema directory;
create table directory.keys (
  key_hash bytea primary key,
  merchant_id text collate "C" not null references merchants,
  -- Null for the publishable key.
  key_id text collate "C"
);

-- Tables that are written all the time carry no foreign keys: a check would lock the merchant's row for
-- each of them, and authentication has just read that row.
create table customers (
  merchant_id text collate "C" not null,
  customer_id text collate "C" not null,
  email text,
  name text,
  phone text,
  phone_country_code text,
  description text,
  address jsonb,
  metadata jsonb not null,
  default_payment_method_id text collate "C",
  created timestamptz not null,
  modified_at timestamptz not null,
  deleted_at timestamptz,
  version int not null,
  primary key (merchant_id, customer_id)
);
create index customers_newest on customers (merchant_id, created desc, customer_id desc)
  where deleted_at is null and created > '-infinity';
create index customers_email on customers (merchant_id, email, created desc, customer_id desc)
  where deleted_at is null and created > '-infinity';
create index customers_name on customers (merchant_id, name, created desc, customer_id desc)
  where deleted_at is null and created > '-infinity';

-- The answer to a request that carried an Idempotency-Key, sealed under that very key.
create table idempotency (
  merchant_id text collate "C" not null,
  key_hash bytea not null,
  fingerprint bytea not null,
  token text not null,
  created timestamptz not null,
  locked_until timestamptz not null,
  answer bytea,
  version int not null,
  primary key (merchant_id, key_hash)
);
create index idempotency_created on idempotency (created);
