-- Each index of a filter gets a condition of its own, so that PostgreSQL cannot take it, or the index in order of
-- creation, for another one: a list by a rare status or an unknown e-mail address must not read all rows of the
-- merchant. docs/operations/query-plans.md
drop index customers_email;
create index customers_email on customers (merchant_id, email, created desc, customer_id desc)
  where deleted_at is null and email is not null;
drop index customers_name;
create index customers_name on customers (merchant_id, name, created desc, customer_id desc)
  where deleted_at is null and name is not null;
drop index payments_status;
create index payments_status on payments (merchant_id, status, created desc, payment_id desc)
  where status is not null;
drop index refunds_payment;
create index refunds_payment on refunds (merchant_id, payment_id, created desc, refund_id desc)
  where payment_id is not null;
drop index refunds_status;
create index refunds_status on refunds (merchant_id, status, created desc, refund_id desc)
  where status is not null;
drop index disputes_payment;
create index disputes_payment on disputes (merchant_id, payment_id, created desc, dispute_id desc)
  where payment_id is not null;
drop index disputes_status;
create index disputes_status on disputes (merchant_id, status, created desc, dispute_id desc)
  where status is not null;
drop index payouts_customer;
create index payouts_customer on payouts (merchant_id, customer_id, created desc, payout_id desc)
  where customer_id is not null;
drop index payouts_status;
create index payouts_status on payouts (merchant_id, status, created desc, payout_id desc)
  where status is not null;
drop index transfers_object;
create index transfers_object on transfers (merchant_id, object_id, created)
  where object_id is not null;
drop index events_transition;
create unique index events_transition on events (merchant_id, object_id, object_type, sequence)
  where object_id is not null;
drop index events_type;
create index events_type on events (merchant_id, event_type, created desc, event_id desc)
  where event_type is not null;
drop index deliveries_status;
create index deliveries_status on deliveries (merchant_id, status, created desc, event_id desc)
  where status is not null;
-- In the order of the list, as the others are.
drop index payments_order;
create index payments_order
  on payments (merchant_id, merchant_order_reference_id, created desc, payment_id desc)
  where merchant_order_reference_id is not null;
drop index payouts_order;
create index payouts_order
  on payouts (merchant_id, merchant_order_reference_id, created desc, payout_id desc)
  where merchant_order_reference_id is not null;
