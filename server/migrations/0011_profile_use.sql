-- A deleted profile stays as a row: what was made under it still sends webhooks by its settings.
alter table profiles add column deleted_at timestamptz;
-- Its name is free again.
drop index profiles_name;
create unique index profiles_name on profiles (merchant_id, profile_name)
  where deleted_at is null and created > '-infinity';

-- Whether a profile is in use. The conditions stand in `profiles/store.ts` word for word. The indexes hold only
-- what is not in a final state, so they stay small. Payments have an index on their status already; another one
-- would cost every payment.
create index refunds_open on refunds (merchant_id, profile_id) where status in ('pending', 'review');
create index disputes_open on disputes (merchant_id, profile_id)
  where status in ('dispute_opened', 'dispute_challenged');
create index payouts_open on payouts (merchant_id, profile_id)
  where status not in ('success', 'failed', 'reversed', 'cancelled', 'expired', 'ineligible');
