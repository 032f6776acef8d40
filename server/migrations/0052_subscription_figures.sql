-- one by one
-- An index build that was interrupted leaves an invalid index, so it is dropped first.
drop index concurrently if exists subscriptions_ended;
create index concurrently if not exists subscriptions_ended on subscriptions (merchant_id, ended_at)
  where ended_at is not null;
