-- When users are to be informed that a key expires; null when there is nothing to report, or it has been reported.
alter table api_keys add column expiry_notice_at timestamptz;
update api_keys set expiry_notice_at = expiration - interval '7 days'
  where status = 'active' and expiration > now();
create index api_keys_expiry_notice on api_keys (expiry_notice_at) where expiry_notice_at is not null;

-- Mails are deleted after 30 days.
create index user_mails_created on user_mails (created);
