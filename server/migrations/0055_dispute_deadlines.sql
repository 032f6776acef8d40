-- one by one
-- The disputes of a status, the earliest deadline first. An index build that was interrupted leaves an invalid index.
drop index concurrently if exists disputes_deadline;
create index concurrently if not exists disputes_deadline on disputes
  (merchant_id, status, challenge_required_by, dispute_id) where status is not null;
