-- Payouts, the methods that recipients may be paid by again, and what keeps two payouts from spending the
-- same money.

create table payouts (
  merchant_id text collate "C" not null,
  payout_id text collate "C" not null,
  profile_id text collate "C" not null,
  status text not null check (status in (
    'requires_payout_method_data', 'requires_confirmation', 'requires_fulfillment',
    'requires_vendor_account_creation', 'requires_creation', 'initiated', 'pending', 'success', 'failed',
    'reversed', 'cancelled', 'expired', 'ineligible')),
  amount bigint not null check (amount > 0),
  currency text not null,
  merchant_order_reference_id text,
  payout_type text,
  -- What may be shown of the method, with its numbers masked; the rest is in the vault.
  payout_method_data jsonb,
  payout_method_id text collate "C",
  vault_id text collate "C",
  customer_id text collate "C" not null,
  email text,
  name text,
  phone text,
  phone_country_code text,
  billing jsonb,
  auto_fulfill boolean not null,
  recurring boolean not null,
  entity_type text,
  priority text,
  business_country text,
  description text,
  return_url text,
  metadata jsonb,
  browser_info jsonb,
  payout_link jsonb,
  cancellation_reason text,
  unified_code text,
  unified_message text,
  error_code text,
  error_message text,
  connector text,
  connector_transaction_id text,
  attempts jsonb,
  -- The call that sends it: set while it is under way and afterwards, because money can come back.
  operation_id text collate "C",
  created timestamptz not null,
  modified_at timestamptz not null,
  confirmed_at timestamptz,
  session_before timestamptz not null,
  -- When it is sent without being asked, or looked at again; null when it waits for somebody.
  fulfill_at timestamptz,
  expires_at timestamptz,
  transitions int not null,
  version int not null,
  primary key (merchant_id, payout_id)
);
create index payouts_newest on payouts (merchant_id, created desc, payout_id desc)
  where created > '-infinity';
create index payouts_customer on payouts (merchant_id, customer_id, created desc, payout_id desc)
  where created > '-infinity';
create index payouts_status on payouts (merchant_id, status, created desc, payout_id desc)
  where created > '-infinity';
create index payouts_order on payouts (merchant_id, merchant_order_reference_id)
  where merchant_order_reference_id is not null;
create index payouts_fulfill_due on payouts (fulfill_at) where fulfill_at is not null;
create index payouts_expiry_due on payouts (expires_at) where expires_at is not null;

-- Methods that a recipient was paid by and may be paid by again; their numbers are in the vault.
create table payout_methods (
  merchant_id text collate "C" not null,
  payout_method_id text collate "C" not null,
  customer_id text collate "C" not null,
  vault_id text collate "C" not null,
  payout_type text not null,
  payout_method_data jsonb not null,
  created timestamptz not null,
  version int not null,
  primary key (merchant_id, payout_method_id)
);
create index payout_methods_customer on payout_methods (merchant_id, customer_id, created)
  where created > '-infinity';

-- Touched by every payout that must not exceed the balance, so that two of them are decided one after
-- the other. Nobody else touches it.
create table payout_guards (
  merchant_id text collate "C" not null,
  currency text not null,
  version int not null,
  primary key (merchant_id, currency)
);

alter table profiles add column refuse_payouts_above_balance boolean not null default false;
