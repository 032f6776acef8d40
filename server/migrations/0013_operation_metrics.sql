-- What the metrics of the worker count. Both indexes hold only rows that a person may have to look at.
create index operations_late on operations (status) where status = 'late' or kind = 'reversal';
create index refunds_review on refunds (created) where status = 'review';

-- The last result of each check that an operator runs, so that a scrape shows it.
create table directory.doctor_runs (
  name text primary key,
  ran_at timestamptz not null,
  duration_ms int not null,
  violations int not null,
  -- Whether the provider's log was compared.
  has_log boolean not null
);
