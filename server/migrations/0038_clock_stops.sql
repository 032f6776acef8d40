-- While a merchant's clock is moved forward it stops at every moment at which something is due.
alter table merchant_clocks
  -- The moment at which it stands; it holds until `stopped_until` by the wall clock, so a dead process cannot stop a clock.
  add column stopped_at timestamptz,
  add column stopped_until timestamptz,
  -- `ahead_ms` at the end of a movement that has not ended.
  add column target_ms bigint check (target_ms >= ahead_ms);

-- How far the merchant's clock was ahead when `next_attempt_at` was set, so that retries follow that clock.
alter table deliveries add column ahead_ms bigint not null default 0;
update deliveries d set ahead_ms = c.ahead_ms from merchant_clocks c
  where d.merchant_id = c.merchant_id and d.next_attempt_at is not null;

-- What is due next for one merchant, without reading everything that it ever had. Only a statement that says
-- `merchant_id <> ''` can use them, so the sweeps over all merchants read the indexes that are in their order.
create index payments_capture_of_merchant on payments (merchant_id, capture_before)
  where capture_before is not null and merchant_id <> '';
create index payments_action_of_merchant on payments (merchant_id, action_before)
  where action_before is not null and merchant_id <> '';
create index refunds_send_of_merchant on refunds (merchant_id, send_at) where send_at is not null and merchant_id <> '';
create index disputes_expire_of_merchant on disputes (merchant_id, expire_at)
  where expire_at is not null and merchant_id <> '';
create index payouts_fulfill_of_merchant on payouts (merchant_id, fulfill_at)
  where fulfill_at is not null and merchant_id <> '';
create index payouts_expiry_of_merchant on payouts (merchant_id, expires_at)
  where expires_at is not null and merchant_id <> '';
create index customers_redact_of_merchant on customers (merchant_id, redact_at)
  where redact_at is not null and merchant_id <> '';
create index payment_links_expiry_of_merchant on payment_links (merchant_id, expire_at)
  where expire_at is not null and merchant_id <> '';
create index subscriptions_due_of_merchant on subscriptions (merchant_id, due_at)
  where due_at is not null and merchant_id <> '';
create index subscriptions_notice_of_merchant on subscriptions (merchant_id, notice_at)
  where notice_at is not null and merchant_id <> '';
create index invoices_attempt_of_merchant on invoices (merchant_id, next_attempt_at)
  where next_attempt_at is not null and merchant_id <> '';
create index invoices_number_of_merchant on invoices (merchant_id, number_due)
  where number_due is not null and merchant_id <> '';
create index credit_notes_number_of_merchant on credit_notes (merchant_id, number_due)
  where number_due is not null and merchant_id <> '';
