-- Counts and sums of payments, refunds and disputes, by quarter hour and by day.

-- The objects whose contribution must be read again. The lock on a row makes the work on one object sequential.
create table analytics_queue (
  merchant_id text collate "C" not null,
  kind text not null check (kind in ('payment', 'refund', 'dispute')),
  object_id text collate "C" not null,
  -- The objects of a rebuild wait behind those that have just changed.
  is_bulk boolean not null,
  queued_at timestamptz not null default clock_timestamp(),
  -- The transaction that queued it last: only a statement that sees this transaction may take the row.
  queued_by xid8 not null default pg_current_xact_id(),
  primary key (merchant_id, kind, object_id)
);
create index analytics_queue_order on analytics_queue (is_bulk, queued_at);
create index analytics_queue_age on analytics_queue (merchant_id, queued_at) where not is_bulk;

-- Changes that no event reports. A table without a key: a commit that writes here never waits for another.
create table analytics_changes (
  merchant_id text collate "C" not null,
  kind text not null,
  object_id text collate "C" not null,
  noted_at timestamptz not null default clock_timestamp()
);
create index analytics_changes_oldest on analytics_changes (noted_at);

-- What each object contributes to the sums at present. The order of dims is in server/src/resources/analytics/dimensions.ts.
create table analytics_facts (
  merchant_id text collate "C" not null,
  generation int not null,
  kind text not null,
  object_id text collate "C" not null,
  -- The quarter hour in which it was created.
  bucket timestamptz not null,
  dims text[] collate "C" not null,
  amount bigint not null,
  retries int not null,
  primary key (merchant_id, generation, kind, object_id)
);

-- The sums of the facts.
create table analytics_rollups (
  merchant_id text collate "C" not null,
  generation int not null,
  kind text not null,
  level text not null check (level in ('quarter', 'day')),
  bucket timestamptz not null,
  dims text[] collate "C" not null,
  n bigint not null,
  amount numeric not null,
  retries bigint not null,
  primary key (merchant_id, generation, kind, level, bucket, dims)
) with (fillfactor = 80);

-- The rebuild of a merchant's sums: each begins another generation, so it never meets work on an earlier one.
create table analytics_rebuilds (
  merchant_id text collate "C" primary key,
  generation int not null,
  -- wanted: the sums lack what happened before they were kept; the operator starts the rebuild.
  state text not null check (state in ('wanted', 'queueing', 'counting', 'cleaning', 'done')),
  -- How far the objects have been queued.
  kind text not null check (kind in ('payment', 'refund', 'dispute')),
  after_id text collate "C" not null,
  queued bigint not null,
  started_at timestamptz,
  -- When all objects were queued; they are counted when none that was queued earlier is left.
  queued_at timestamptz,
  finished_at timestamptz
);
create index analytics_rebuilds_open on analytics_rebuilds (state) where state not in ('wanted', 'done');
insert into analytics_rebuilds (merchant_id, generation, state, kind, after_id, queued)
  select merchant_id, 0, 'wanted', 'payment', '', 0 from merchants;

-- Events report most changes. Without an event a payment is edited before it is confirmed, a refund is created or
-- withdrawn, and a dispute gets another amount or reason. The function has the rights of its owner, so that commits of the
-- roles succeed before the roles have their new rights.
create function note_analytics_change() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'payments' then
    insert into analytics_changes values (new.merchant_id, 'payment', new.payment_id);
  elsif tg_table_name = 'refunds' then
    insert into analytics_changes values
      (coalesce(new.merchant_id, old.merchant_id), 'refund', coalesce(new.refund_id, old.refund_id));
  else
    insert into analytics_changes values (new.merchant_id, 'dispute', new.dispute_id);
  end if;
  return null;
end $$;
create trigger payments_analytics after update on payments for each row
  when (new.status in ('requires_payment_method', 'requires_confirmation'))
  execute function note_analytics_change();
create trigger refunds_analytics after insert or delete on refunds for each row
  execute function note_analytics_change();
create trigger disputes_analytics after update on disputes for each row
  when ((old.amount, old.currency, old.reason, old.dispute_stage)
    is distinct from (new.amount, new.currency, new.reason, new.dispute_stage))
  execute function note_analytics_change();
