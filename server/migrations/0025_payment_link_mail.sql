-- The e-mail with the URL of a payment link. Null: none was requested.
alter table payment_links
  add column mail_status text check (mail_status in ('queued', 'sent', 'failed', 'not_sent')),
  add column mail_attempts int not null default 0,
  add column mail_error text,
  add column mail_sent_at timestamptz,
  -- When the job that sends it is to be queued; null when it has been.
  add column mail_due timestamptz;
create index payment_links_mail_due on payment_links (mail_due) where mail_due is not null;
