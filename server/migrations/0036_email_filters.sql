-- Lists find an e-mail address in upper or lower case.
drop index customers_email;
create index customers_email on customers (merchant_id, lower(email), created desc, customer_id desc)
  where deleted_at is null and email is not null;
drop index payments_email;
create index payments_email on payments (merchant_id, lower(email), created desc, payment_id desc)
  where email is not null;
