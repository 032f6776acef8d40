-- What a payment is for: a use of a payment link, or an invoice. One table instead of two of the same shape.
alter table invoice_payments rename to payment_claims;
alter index invoice_payments_pkey rename to payment_claims_pkey;
alter index invoice_payments_of_invoice rename to payment_claims_of_invoice;
alter table payment_claims rename constraint invoice_payments_status_check to payment_claims_status_check;
alter table payment_claims
  alter column invoice_id drop not null,
  alter column subscription_id drop not null,
  add column payment_link_id text collate "C",
  add constraint payment_claims_subject_check check (num_nonnulls(payment_link_id, invoice_id) = 1);
-- Holds only what is in progress, so it stays small.
create index payment_claims_open_of_link on payment_claims (merchant_id, payment_link_id, created)
  where status = 'open' and payment_link_id is not null;
lock table payment_link_uses in access exclusive mode;
insert into payment_claims (merchant_id, payment_id, payment_link_id, status, created, version)
  select merchant_id, payment_id, payment_link_id, status, created, version from payment_link_uses;
drop table payment_link_uses;
-- Processes of the release before read and write these until they are stopped.
create view invoice_payments as
  select merchant_id, payment_id, invoice_id, subscription_id, status, created, version
  from payment_claims where invoice_id is not null;
create view payment_link_uses as
  select merchant_id, payment_id, payment_link_id, status, created, version
  from payment_claims where payment_link_id is not null;
