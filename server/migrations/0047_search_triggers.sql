-- one by one
-- Each payment that is confirmed has an event. Without one it is created and edited before, and erased afterwards.
create or replace trigger payments_search_new after insert on payments for each row
  when (new.status in ('requires_payment_method', 'requires_confirmation'))
  execute function note_search_change('payment');
create or replace trigger payments_search after update on payments for each row
  when (new.status in ('requires_payment_method', 'requires_confirmation')
    or (old.email, old.name, old.description) is distinct from (new.email, new.name, new.description))
  execute function note_search_change('payment');
create or replace trigger customers_search after insert or update on customers for each row
  execute function note_search_change('customer');
create or replace trigger refunds_search_new after insert or delete on refunds for each row
  execute function note_search_change('refund');
create or replace trigger refunds_search after update on refunds for each row
  when ((old.reason, old.connector_refund_id) is distinct from (new.reason, new.connector_refund_id))
  execute function note_search_change('refund');
create or replace trigger disputes_search_new after insert on disputes for each row
  execute function note_search_change('dispute');
create or replace trigger disputes_search after update on disputes for each row
  when ((old.amount, old.currency, old.reason) is distinct from (new.amount, new.currency, new.reason))
  execute function note_search_change('dispute');
create or replace trigger payouts_search_new after insert on payouts for each row
  execute function note_search_change('payout');
create or replace trigger payouts_search after update on payouts for each row
  when ((old.amount, old.currency, old.email, old.name, old.description, old.merchant_order_reference_id,
      old.connector_transaction_id) is distinct from (new.amount, new.currency, new.email, new.name,
      new.description, new.merchant_order_reference_id, new.connector_transaction_id))
  execute function note_search_change('payout');
create or replace trigger payment_links_search_new after insert on payment_links for each row
  execute function note_search_change('payment_link');
create or replace trigger payment_links_search after update on payment_links for each row
  when ((old.amount, old.currency, old.email, old.description)
    is distinct from (new.amount, new.currency, new.email, new.description))
  execute function note_search_change('payment_link');
create or replace trigger invoices_search_new after insert on invoices for each row
  execute function note_search_change('invoice');
create or replace trigger invoices_search after update on invoices for each row
  when ((old.number, old.total) is distinct from (new.number, new.total))
  execute function note_search_change('invoice');
create or replace trigger subscriptions_search_new after insert on subscriptions for each row
  execute function note_search_change('subscription');
create or replace trigger subscriptions_search after update on subscriptions for each row
  when ((old.plan_id, old.merchant_reference_id) is distinct from (new.plan_id, new.merchant_reference_id))
  execute function note_search_change('subscription');
create or replace trigger coupons_search after insert on coupons for each row
  execute function note_search_change('coupon');
create or replace trigger plans_search after insert or update or delete on plans for each row
  execute function note_search_change('plan');
