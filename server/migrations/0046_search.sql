-- What the search finds: the terms of each object, kept by the worker from the object's row.

-- The objects whose terms must be made again, as in analytics_queue: the lock on a row makes the work on one object
-- sequential.
create table search_queue (
  merchant_id text collate "C" not null,
  kind text not null,
  object_id text collate "C" not null,
  -- The objects of a backfill wait behind those that have just changed.
  is_bulk boolean not null,
  queued_at timestamptz not null default clock_timestamp(),
  -- The transaction that queued it last: only a statement that sees this transaction may take the row.
  queued_by xid8 not null default pg_current_xact_id(),
  primary key (merchant_id, kind, object_id)
);
create index search_queue_order on search_queue (is_bulk, queued_at);

-- Changes that no event reports. A table without a key: a commit that writes here never waits for another.
create table search_changes (
  merchant_id text collate "C" not null,
  kind text not null,
  object_id text collate "C" not null,
  noted_at timestamptz not null default clock_timestamp()
);
create index search_changes_oldest on search_changes (noted_at);

-- The terms of each object, so that they can be compared with the next ones.
create table search_objects (
  merchant_id text collate "C" not null,
  kind text not null,
  object_id text collate "C" not null,
  -- Null: it belongs to the whole merchant.
  profile_id text collate "C",
  created timestamptz not null,
  terms text[] collate "C" not null,
  primary key (merchant_id, kind, object_id)
);

-- One row for each term. The key is read backwards: the newest object of a term first.
create table search_terms (
  merchant_id text collate "C" not null,
  kind text not null,
  term text collate "C" not null,
  created timestamptz not null,
  object_id text collate "C" not null,
  primary key (merchant_id, kind, term, created, object_id)
);

-- How far the objects from before the search have been queued; the row is deleted after the last one. The backfill waits
-- for the workers of the release before to stop, because they relay events without queueing objects.
create table search_backfills (
  merchant_id text collate "C" primary key,
  kind text not null,
  after_id text collate "C" not null,
  begin_at timestamptz not null
);
insert into search_backfills (merchant_id, kind, after_id, begin_at)
  select merchant_id, 'customer', '', clock_timestamp() + interval '10 minutes' from merchants;

-- The function has the rights of its owner, so that commits of the roles succeed before the roles have their new rights.
create or replace function note_search_change() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  case tg_argv[0]
    when 'payment' then insert into search_changes values (new.merchant_id, 'payment', new.payment_id);
    when 'customer' then insert into search_changes values (new.merchant_id, 'customer', new.customer_id);
    when 'refund' then insert into search_changes values
      (coalesce(new.merchant_id, old.merchant_id), 'refund', coalesce(new.refund_id, old.refund_id));
    when 'dispute' then insert into search_changes values (new.merchant_id, 'dispute', new.dispute_id);
    when 'payout' then insert into search_changes values (new.merchant_id, 'payout', new.payout_id);
    when 'payment_link' then insert into search_changes values (new.merchant_id, 'payment_link', new.payment_link_id);
    when 'invoice' then insert into search_changes values (new.merchant_id, 'invoice', new.invoice_id);
    when 'subscription' then insert into search_changes values (new.merchant_id, 'subscription', new.subscription_id);
    when 'coupon' then insert into search_changes values (new.merchant_id, 'coupon', new.coupon_code);
    else insert into search_changes values
      (coalesce(new.merchant_id, old.merchant_id), 'plan', coalesce(new.plan_id, old.plan_id));
  end case;
  return null;
end $$;
