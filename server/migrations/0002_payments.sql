-- Payments, the calls that move or hold money for them, the books, and what merchants are told.

create table payments (
  merchant_id text collate "C" not null,
  payment_id text collate "C" not null,
  profile_id text collate "C" not null,
  status text not null check (status in (
    'requires_payment_method', 'requires_confirmation', 'requires_action', 'requires_merchant_action',
    'processing', 'requires_capture', 'partially_captured_and_capturable', 'partially_captured',
    'succeeded', 'failed', 'cancelled')),
  amount bigint not null check (amount >= 0),
  amount_authorized bigint not null check (amount_authorized >= 0),
  amount_received bigint not null check (amount_received >= 0),
  amount_capturable bigint not null check (amount_capturable >= 0),
  currency text not null,
  capture_method text not null,
  authentication_type text,
  payment_method text,
  payment_method_type text,
  -- What may be shown of the instrument; the rest is in the vault or nowhere.
  payment_method_data jsonb,
  payment_method_id text collate "C",
  vault_id text collate "C",
  customer_id text collate "C",
  email text,
  name text,
  phone text,
  phone_country_code text,
  description text,
  return_url text,
  billing jsonb,
  shipping jsonb,
  setup_future_usage text,
  off_session boolean not null,
  merchant_order_reference_id text,
  statement_descriptor_name text,
  statement_descriptor_suffix text,
  statement_descriptor text,
  metadata jsonb not null,
  browser_info jsonb,
  order_details jsonb,
  next_action jsonb,
  cancellation_reason text,
  merchant_decision jsonb,
  attempt_count int not null,
  unified_code text,
  unified_message text,
  error_code text,
  error_message text,
  error_details jsonb,
  connector text,
  connector_transaction_id text,
  -- The call in flight: while it is set, nobody else may start one.
  operation_id text collate "C",
  -- The authorization that captures, voids and refunds refer to.
  authorization_id text collate "C",
  created timestamptz not null,
  modified_at timestamptz not null,
  captured_at timestamptz,
  capture_before timestamptz,
  action_before timestamptz,
  session_before timestamptz not null,
  -- How many state transitions there have been; each has one event of that number.
  transitions int not null,
  version int not null,
  primary key (merchant_id, payment_id),
  check (amount_received + amount_capturable <= amount_authorized)
);
create index payments_newest on payments (merchant_id, created desc, payment_id desc)
  where created > '-infinity';
create index payments_customer on payments (merchant_id, customer_id, created desc, payment_id desc)
  where customer_id is not null;
create index payments_status on payments (merchant_id, status, created desc, payment_id desc)
  where created > '-infinity';
create index payments_order on payments (merchant_id, merchant_order_reference_id)
  where merchant_order_reference_id is not null;
create index payments_email on payments (merchant_id, email, created desc, payment_id desc)
  where email is not null;
create index payments_capture_due on payments (capture_before) where capture_before is not null;
create index payments_action_due on payments (action_before) where action_before is not null;

-- One row for every call to a provider that moves or holds money.
create table operations (
  merchant_id text collate "C" not null,
  operation_id text collate "C" not null,
  object_id text collate "C" not null,
  kind text not null check (kind in ('authorize', 'capture', 'void', 'refund', 'payout')),
  status text not null check (status in
    ('sent', 'approved', 'declined', 'challenge', 'pending', 'refused', 'not_sent')),
  amount bigint not null,
  currency text not null,
  provider text not null,
  parent_id text collate "C",
  -- What the decision needs again when the outcome comes later: final capture, reason and the like.
  intent jsonb not null,
  transaction_id text,
  provider_code text,
  provider_message text,
  created timestamptz not null,
  -- When to ask the provider what became of it; null when there is nothing left to ask.
  check_at timestamptz,
  checks int not null,
  finished_at timestamptz,
  version int not null,
  primary key (merchant_id, operation_id)
);
create index operations_object on operations (merchant_id, object_id, created)
  where created > '-infinity';
create index operations_check on operations (check_at) where check_at is not null;

-- The books: one row moves money from one account to another, so they balance by construction.
create table transfers (
  merchant_id text collate "C" not null,
  transfer_id text collate "C" not null,
  debit text not null,
  credit text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  object_id text collate "C" not null,
  operation_id text collate "C" not null,
  cause text not null,
  created timestamptz not null,
  primary key (merchant_id, transfer_id)
);
create index transfers_object on transfers (merchant_id, object_id, created)
  where created > '-infinity';
create index transfers_newest on transfers (merchant_id, created desc, transfer_id desc)
  where created > '-infinity';

-- Sums of everything up to a moment that no commit can reach back to; the rest is added when asked.
create table balance_snapshots (
  merchant_id text collate "C" not null,
  account text not null,
  currency text not null,
  balance bigint not null,
  up_to timestamptz not null,
  version int not null,
  primary key (merchant_id, account, currency)
);

-- One event for each state transition, with the object as it was, as the bytes that will be signed.
create table events (
  merchant_id text collate "C" not null,
  event_id text collate "C" not null,
  profile_id text collate "C" not null,
  event_type text not null,
  object_type text not null,
  object_id text collate "C" not null,
  sequence int not null,
  body text not null,
  created timestamptz not null,
  relayed_at timestamptz,
  version int not null,
  primary key (merchant_id, event_id)
);
create unique index events_object on events (merchant_id, object_id, sequence)
  where created > '-infinity';
create index events_waiting on events (created) where relayed_at is null;

-- Data keys, one in use per merchant, wrapped by a key that is not in the database.
create table data_keys (
  merchant_id text collate "C" not null,
  data_key_id text collate "C" not null,
  wrapping_key_id text not null,
  wrapped bytea not null,
  created timestamptz not null,
  retired_at timestamptz,
  version int not null,
  primary key (merchant_id, data_key_id)
);
create unique index data_keys_current on data_keys (merchant_id) where retired_at is null;

create table vault (
  merchant_id text collate "C" not null,
  vault_id text collate "C" not null,
  data_key_id text collate "C" not null,
  box bytea not null,
  created timestamptz not null,
  expires_at timestamptz,
  version int not null,
  primary key (merchant_id, vault_id)
);
create index vault_expiry on vault (expires_at) where expires_at is not null;

-- Declined cards and where they came from, for the guard against card testing; only keyed hashes.
create table card_failures (
  merchant_id text collate "C" not null,
  failure_id text collate "C" not null,
  who bytea not null,
  created timestamptz not null,
  primary key (merchant_id, failure_id)
);
create index card_failures_who on card_failures (merchant_id, who, created)
  where created > '-infinity';
create index card_failures_age on card_failures (created);

-- Instruments that a customer allowed to be charged again.
create table payment_methods (
  merchant_id text collate "C" not null,
  payment_method_id text collate "C" not null,
  customer_id text collate "C" not null,
  vault_id text collate "C" not null,
  payment_method text not null,
  payment_method_type text not null,
  payment_method_data jsonb not null,
  created timestamptz not null,
  version int not null,
  primary key (merchant_id, payment_method_id)
);
create index payment_methods_customer on payment_methods (merchant_id, customer_id, created)
  where created > '-infinity';
