-- one by one
-- An index build that was interrupted leaves an invalid index, so it is dropped first.
drop index concurrently if exists invoices_status;
create index concurrently if not exists invoices_status on invoices
  (merchant_id, status, created desc, invoice_id desc)
  where status is not null;
