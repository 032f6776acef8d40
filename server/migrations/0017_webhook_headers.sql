-- The values of the headers that a merchant adds to its webhooks, encrypted: they are often credentials.
-- `webhook_details` keeps their names.
alter table profiles add column webhook_headers bytea;
