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

-- What the service charges for a dispute, by currency, in its lowest unit; nothing where none is named.
alter table merchants add column dispute_fees jsonb not null default '{}';

create table disputes (
  merchant_id text collate "C" not null,
  dispute_id text collate "C" not null,
  payment_id text collate "C" not null,
  profile_id text collate "C" not null,
  connector_dispute_id text collate "C" not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  status text not null check (status in (
    'dispute_opened', 'dispute_challenged', 'dispute_accepted', 'dispute_expired', 'dispute_cancelled',
    'dispute_won', 'dispute_lost')),
  dispute_stage text not null check (dispute_stage in ('pre_dispute', 'dispute', 'pre_arbitration')),
  reason text not null,
  reason_code text not null,
  challenge_required_by timestamptz not null,
  is_already_refunded boolean not null,
  -- What was submitted, by the name of the field.
  evidence jsonb not null,
  evidence_submitted_at timestamptz,
  -- The answer that is on its way to the provider, whole, and when to send it again if nothing is heard.
  answer jsonb,
  answer_at timestamptz,
  -- While it waits for the merchant.
  expire_at timestamptz,
  -- Which of the provider's changes was the last that is known; older news is not believed.
  revision int not null,
  -- What is booked for it at this moment.
  amount_reserved bigint not null check (amount_reserved >= 0),
  amount_lost bigint not null check (amount_lost >= 0),
  fee bigint not null check (fee >= 0),
  created timestamptz not null,
  modified_at timestamptz not null,
  -- How many state transitions there have been; each has one event of that number.
  transitions int not null,
  version int not null,
  primary key (merchant_id, dispute_id),
  check ((answer is null) = (answer_at is null))
);
create unique index disputes_connector on disputes (merchant_id, connector_dispute_id)
  where created > '-infinity';
create index disputes_newest on disputes (merchant_id, created desc, dispute_id desc)
  where created > '-infinity';
create index disputes_payment on disputes (merchant_id, payment_id, created desc, dispute_id desc)
  where created > '-infinity';
create index disputes_status on disputes (merchant_id, status, created desc, dispute_id desc)
  where created > '-infinity';
create index disputes_expire_due on disputes (expire_at) where expire_at is not null;
create index disputes_answer_due on disputes (answer_at) where answer_at is not null;

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
