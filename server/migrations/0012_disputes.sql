-- Answers to disputes are operations, and disputes claim a share of their payment. Refunds reserve their amount.

-- An answer no longer has a timer of its own: its operation has one. answer_at is no longer used.
alter table disputes
  drop constraint disputes_check,
  -- What the dispute claims of its payment: part of payments.amount_disputed.
  add column amount_claimed bigint not null default 0 check (amount_claimed >= 0),
  -- What the provider has charged for handling it, as booked.
  add column provider_fees bigint not null default 0 check (provider_fees >= 0);

update disputes set amount_claimed = amount where status not in ('dispute_won', 'dispute_cancelled');

-- Answers without an outcome become operations under their own ids; recovery sends them again.
insert into operations (merchant_id, operation_id, object_id, kind, status, amount, currency, provider, intent,
    created, checks, poll_after_ms, version)
  select d.merchant_id, d.answer->>'answer_id', d.dispute_id, 'answer', 'sent', 0, d.currency,
    coalesce((select o.provider from operations o where o.merchant_id = d.merchant_id
      and o.object_id = d.payment_id and o.created > '-infinity' limit 1), 'bank'), '{}', now(), 0, 0, 1
  from disputes d where d.answer is not null;
update disputes set answer_at = null where answer_at is not null;
drop index disputes_answer_due;

-- What is booked on refunds_in_transit for the refund. Refunds that are pending now have nothing reserved.
alter table refunds add column amount_reserved bigint not null default 0 check (amount_reserved >= 0);

-- Provider events that could not be handled. They are of all merchants.
create table directory.parked_events (
  provider text not null,
  event_id text not null,
  merchant_id text,
  event jsonb not null,
  error text not null,
  attempts int not null,
  parked_at timestamptz not null default now(),
  retry_at timestamptz not null default now() + interval '30 seconds',
  version int not null,
  primary key (provider, event_id)
);
create index parked_events_due on directory.parked_events (retry_at);
