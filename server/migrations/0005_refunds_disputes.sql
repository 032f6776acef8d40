-- Money that goes back: by the merchant's own will, and by that of the cardholder's bank.

-- What has been refunded or is about to be. The row itself is the bound: refunds take their share of it in
-- the commit that makes them, and give it back when they fail.
alter table payments add column amount_refunded bigint not null default 0
  check (amount_refunded between 0 and amount_received);

create table refunds (
  merchant_id text collate "C" not null,
  refund_id text collate "C" not null,
  payment_id text collate "C" not null,
  profile_id text collate "C" not null,
  customer_id text collate "C",
  amount bigint not null check (amount > 0),
  currency text not null,
  status text not null check (status in ('pending', 'succeeded', 'failed', 'review')),
  refund_type text not null check (refund_type in ('Instant', 'Scheduled')),
  reason text,
  metadata jsonb not null,
  error_code text,
  error_message text,
  unified_code text,
  unified_message text,
  connector_refund_id text,
  scheduled_at timestamptz,
  -- While it waits for its batch.
  send_at timestamptz,
  -- The call that refunds it; null until it is made.
  operation_id text collate "C",
  created timestamptz not null,
  modified_at timestamptz not null,
  completed_at timestamptz,
  -- How many state transitions there have been; each has one event of that number.
  transitions int not null,
  version int not null,
  primary key (merchant_id, refund_id)
);
create index refunds_newest on refunds (merchant_id, created desc, refund_id desc)
  where created > '-infinity';
create index refunds_payment on refunds (merchant_id, payment_id, created desc, refund_id desc)
  where created > '-infinity';
create index refunds_status on refunds (merchant_id, status, created desc, refund_id desc)
  where created > '-infinity';
create index refunds_send_due on refunds (send_at) where send_at is not null;

-- How far the news of each provider has been read. It is of all merchants.
create table directory.provider_news (
  provider text primary key,
  cursor text not null,
  version int not null
);

-- A merchant may give a payment and a refund the same id.
create unique index events_transition on events (merchant_id, object_id, object_type, sequence)
  where created > '-infinity';
drop index events_object;
