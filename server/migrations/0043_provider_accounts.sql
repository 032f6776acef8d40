-- one by one
-- An index build that was interrupted leaves an invalid index, so each is dropped first.

-- Operations belong to an account at a provider; null is the deployment's own provider.
alter table operations
  add column if not exists connector_id text collate "C",
  -- The authorization's transaction id, for providers that modify by it.
  add column if not exists parent_transaction_id text,
  -- A request that must be repeated byte by byte.
  add column if not exists request text,
  -- The parameters with which the customer returned from a page.
  add column if not exists continued jsonb,
  add column if not exists unified_code text,
  add column if not exists three_ds jsonb;

alter table payments add column if not exists connector_id text collate "C";
alter table payouts add column if not exists connector_id text collate "C";

-- The authorization that is disputed: a payment can have several, at different accounts. Null: the payment's.
alter table disputes add column if not exists authorization_id text collate "C";

create table if not exists connectors (
  merchant_id text collate "C" not null,
  connector_id text collate "C" not null,
  connector_name text not null,
  connector_label text not null,
  profile_id text collate "C",
  -- Names the row in the vault that has the credentials and the webhook secrets.
  vault_id text collate "C" not null,
  public_credentials jsonb not null,
  fingerprint text not null,
  settings jsonb not null,
  payment_methods_enabled jsonb not null,
  card_entry text not null,
  priority int not null,
  status text not null check (status in ('active', 'disabled')),
  test_mode boolean not null,
  verified_at timestamptz not null,
  created timestamptz not null,
  modified_at timestamptz not null,
  deleted_at timestamptz,
  version int not null,
  primary key (merchant_id, connector_id)
);
drop index concurrently if exists connectors_label;
create unique index concurrently if not exists connectors_label on connectors (merchant_id, connector_label) where deleted_at is null;

-- The position in an account's events. Accounts without a feed have no row.
create table if not exists connector_feeds (
  merchant_id text collate "C" not null,
  connector_id text collate "C" not null,
  cursor text,
  poll_at timestamptz not null default now(),
  version int not null,
  primary key (merchant_id, connector_id)
);
drop index concurrently if exists connector_feeds_due;
create index concurrently if not exists connector_feeds_due on connector_feeds (poll_at);

create table if not exists routings (
  merchant_id text collate "C" not null,
  profile_id text collate "C" not null,
  rules jsonb not null,
  fallback jsonb not null,
  max_fallbacks int not null,
  modified_at timestamptz not null,
  version int not null,
  primary key (merchant_id, profile_id)
);

-- The account whose event it is; null: the deployment's own provider.
alter table directory.parked_events add column if not exists connector_id text;

alter table payment_methods
  -- A saved method's token at the account that saved it, and the card network's id for later charges.
  add column if not exists connector_id text collate "C",
  add column if not exists provider_token text,
  add column if not exists network_transaction_id text,
  -- The only account that can charge it: the customer entered it on a page of that acquirer.
  add column if not exists pinned_to text collate "C";

-- Disputes name the transaction alone, and an account is in use while its transactions can be refunded. Operations
-- without an account are found by their own id.
drop index concurrently if exists operations_transaction;
create index concurrently if not exists operations_transaction on operations (merchant_id, connector_id, transaction_id)
  where connector_id is not null and kind = 'authorize' and transaction_id is not null;

drop index concurrently if exists payment_methods_pinned;
create index concurrently if not exists payment_methods_pinned on payment_methods
  (merchant_id, pinned_to, created desc, payment_method_id desc)
  where pinned_to is not null;
