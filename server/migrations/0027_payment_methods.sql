-- The default payment method of a customer is the one that was chosen, or the first that was saved since there was
-- none. Saving a method therefore writes nothing to the customer.
alter table customers add column default_cleared_at timestamptz;

-- In the order of lists; the previous release finds its rows by the first two columns.
create index payment_methods_of_customer
  on payment_methods (merchant_id, customer_id, created desc, payment_method_id desc)
  where customer_id is not null;
drop index payment_methods_customer;
