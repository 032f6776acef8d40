-- Billing follows the money: credit entries name the payment behind them, a plan change waits for its payment, and
-- periods are numbered so that what a period has brought in can be read.

alter table subscriptions
  -- The plan change that waits for the payment of its invoice.
  add column pending_update jsonb,
  -- How many periods the price bills; null: until it is cancelled.
  add column cycles int check (cycles > 0),
  -- The number of the present period; 0 until the first one that is billed after this migration. A change to another
  -- interval starts a new one.
  add column period_no int not null default 0,
  -- No longer read: what a period is worth follows from its paid invoices.
  alter column period_amount set default 0;

alter table invoices
  -- The period of the subscription that it belongs to; 0 in invoices from before. Invoices of one period end together.
  add column period_no int not null default 0,
  -- The part that the merchant accepted as payment; null if all of it was received.
  add column accepted_amount bigint check (accepted_amount >= 0);
create index invoices_of_period on invoices (merchant_id, subscription_id, period_no)
  where subscription_id is not null;
create index invoice_payments_of_invoice on invoice_payments (merchant_id, invoice_id) where invoice_id is not null;

alter table credit_entries
  -- Null for a correction by the merchant.
  alter column subscription_id drop not null,
  -- The payment whose money it is; null if there is none, as for a correction.
  add column payment_id text collate "C",
  -- False in entries of the release before, which granted credit without looking at the money.
  add column names_money boolean not null default false,
  -- What had been given back of that payment when the credit was granted: it is not taken back again.
  add column given_back bigint check (given_back >= 0),
  -- The merchant's reason for a correction.
  add column note text,
  drop constraint credit_entries_reason_check,
  add constraint credit_entries_reason_check check (reason in ('plan_change', 'cancellation', 'applied', 'returned',
    'late_payment', 'part_payment', 'correction', 'refund', 'dispute', 'uncollected'));
create index credit_entries_of_invoice on credit_entries (merchant_id, invoice_id) where invoice_id is not null;
create index credit_entries_of_payment on credit_entries (merchant_id, payment_id) where payment_id is not null;

-- What was given back of a paid invoice, each with its own number.
create table credit_notes (
  merchant_id text collate "C" not null,
  -- Derived from the refund or dispute, so that each has one.
  credit_note_id text collate "C" not null,
  invoice_id text collate "C" not null,
  payment_id text collate "C" not null,
  customer_id text collate "C" not null,
  reason text not null check (reason in ('refund', 'dispute')),
  refund_id text collate "C",
  dispute_id text collate "C",
  currency text not null,
  amount bigint not null check (amount > 0),
  -- Void when the money came back: the refund failed later, or the dispute was won.
  status text not null check (status in ('issued', 'void')),
  -- Without gaps per merchant and year; null until it is given.
  number text,
  number_due timestamptz,
  created timestamptz not null,
  modified_at timestamptz not null,
  version int not null,
  primary key (merchant_id, credit_note_id)
);
create index credit_notes_of_invoice on credit_notes (merchant_id, invoice_id, created, credit_note_id)
  where invoice_id is not null;
create index credit_notes_number_due on credit_notes (number_due) where number_due is not null;
create unique index credit_notes_number on credit_notes (merchant_id, number) where number is not null;

-- The last number of a merchant's year.
create table credit_note_numbers (
  merchant_id text collate "C" not null,
  year int not null,
  last int not null check (last > 0),
  version int not null,
  primary key (merchant_id, year)
);

-- Credit is in the books as memo accounts, from its first entry on.
insert into transfers (merchant_id, transfer_id, debit, credit, amount, currency, object_id, operation_id, cause, created)
select merchant_id, entry_id || '_' || cause, debit, credit, abs(amount), currency, entry_id, entry_id, cause, created
from (select e.*, case when amount > 0 then 'credit_issue' else 'credit_use' end as cause,
    case when amount > 0 then 'credit_issued' else 'customer_credit' end as debit,
    case when amount > 0 then 'customer_credit' else 'credit_issued' end as credit
  from credit_entries e) entries;

-- A process of the release before, which may still run for a while, does not book its entries. The function has the
-- rights of its owner, as in 0030.
create function book_credit_entry() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if new.amount > 0 then
    insert into transfers (merchant_id, transfer_id, debit, credit, amount, currency, object_id, operation_id, cause, created)
    values (new.merchant_id, new.entry_id || '_credit_issue', 'credit_issued', 'customer_credit', new.amount, new.currency,
      new.entry_id, new.entry_id, 'credit_issue', new.created);
  else
    insert into transfers (merchant_id, transfer_id, debit, credit, amount, currency, object_id, operation_id, cause, created)
    values (new.merchant_id, new.entry_id || '_credit_use', 'customer_credit', 'credit_issued', -new.amount, new.currency,
      new.entry_id, new.entry_id, 'credit_use', new.created);
  end if;
  return null;
end $$;
create trigger credit_entries_booked after insert on credit_entries for each row when (not new.names_money)
  execute function book_credit_entry();

update subscriptions s set cycles = p.cycles from prices p
  where p.merchant_id = s.merchant_id and p.item_price_id = s.item_price_id and p.cycles is not null
    and s.status not in ('cancelled', 'failed', 'in_active');

-- A plan change whose invoice is open has changed the subscription already. It becomes a pending one, and the
-- subscription has its paid price and period again. The first line of the invoice has the old price and the old end of
-- the period; the second one is the new price, for the rest of the period or for a new one.
create temporary table open_changes on commit drop as
select s.merchant_id, s.subscription_id, i.invoice_id, i.created, s.plan_id, s.item_price_id,
  i.line_items -> 0 ->> 'item_id' as old_price_id,
  (i.line_items -> 0 ->> 'period_end')::timestamptz as old_end,
  i.line_items -> 1 ->> 'item_type' = 'plan' as is_new_period,
  i.line_items @> '[{"item_type": "coupon"}]' as is_discounted,
  -- Not before the last process of the release before has ended: it would take the timer for a renewal.
  greatest(least(i.created + interval '24 hours', (i.line_items -> 0 ->> 'period_end')::timestamptz),
    date_trunc('milliseconds', now()) + interval '1 hour') as expires_at
from subscriptions s join invoices i on i.merchant_id = s.merchant_id and i.invoice_id = s.open_invoice_id
where i.reason = 'plan_change' and i.line_items -> 0 ->> 'item_type' = 'unused_time'
  and i.status not in ('invoice_paid', 'payment_succeeded', 'voided')
  and s.status not in ('cancelled', 'failed', 'in_active');

-- The periods before the change, each by the invoice that began it. A period that does not follow the one before it, as
-- after a pause, is where periods are counted from; so is one that a change to another interval began.
create temporary table earlier_periods on commit drop as
select x.merchant_id, x.subscription_id, x.created, x.reason, x.period_start, x.period_end,
  x.line_items @> '[{"item_type": "coupon"}]' as is_discounted,
  coalesce(x.reason <> 'renewal' or x.period_start <> lag(x.period_end) over earlier, true) as is_anchor,
  row_number() over latest as nth_last
from open_changes o join invoices x on x.merchant_id = o.merchant_id and x.subscription_id = o.subscription_id
where x.invoice_id <> o.invoice_id
  and (x.reason <> 'plan_change' or x.line_items -> 1 ->> 'item_type' = 'plan')
window earlier as (partition by x.merchant_id, x.subscription_id order by x.created, x.invoice_id),
  latest as (partition by x.merchant_id, x.subscription_id order by x.created desc, x.invoice_id desc);

with anchors as (
  select distinct on (merchant_id, subscription_id) merchant_id, subscription_id, nth_last,
    -- After a trial, periods are counted from its end.
    case when reason = 'trial' then period_end else period_start end as anchor,
    case when reason = 'trial' then nth_last - 1 else nth_last end as periods_since_anchor
  from earlier_periods where is_anchor order by merchant_id, subscription_id, nth_last
), before as (
  select o.*, price.plan_id as old_plan_id, price.cycles as old_cycles,
    a.anchor, a.periods_since_anchor, last.period_start, last.is_discounted as was_discounted,
    -- The change before this one, if there is one, began to count with its own period.
    (select count(*)::int from invoices x where x.merchant_id = o.merchant_id and x.subscription_id = o.subscription_id
      and x.reason in ('first', 'renewal') and x.created > coalesce(change.created, '-infinity'))
      + case when change.created is null then 0 else 1 end as old_cycles_billed
  from open_changes o
    join prices price on price.merchant_id = o.merchant_id and price.item_price_id = o.old_price_id
    join anchors a on a.merchant_id = o.merchant_id and a.subscription_id = o.subscription_id
    join earlier_periods last on last.merchant_id = o.merchant_id and last.subscription_id = o.subscription_id
      and last.nth_last = 1
    left join lateral (select max(c.created) as created from invoices c where c.merchant_id = o.merchant_id
      and c.subscription_id = o.subscription_id and c.reason = 'plan_change' and c.invoice_id <> o.invoice_id) change
      on true
)
update subscriptions s set
  pending_update = jsonb_build_object('plan_id', b.plan_id, 'item_price_id', b.item_price_id,
    'invoice_id', b.invoice_id,
    'expires_at', to_char(b.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  plan_id = b.old_plan_id, item_price_id = b.old_price_id, cycles = b.old_cycles,
  cycles_billed = b.old_cycles_billed,
  anchor = case when b.is_new_period then b.anchor else s.anchor end,
  periods_since_anchor = case when b.is_new_period then b.periods_since_anchor else s.periods_since_anchor end,
  period_start = case when b.is_new_period then b.period_start else s.period_start end,
  period_end = b.old_end,
  pause_at = case when s.pause_at = s.period_end then b.old_end else s.pause_at end,
  is_discounted = case when b.is_new_period then b.was_discounted else s.is_discounted end,
  coupon_cycles_left = s.coupon_cycles_left + case when b.is_new_period and b.is_discounted then 1 else 0 end,
  due_at = least(s.due_at, b.expires_at),
  version = s.version + 1
from before b where b.merchant_id = s.merchant_id and b.subscription_id = s.subscription_id;

-- It begins the next period if it is paid, and is not retried after a decline.
update invoices i set period_no = case when o.is_new_period then 1 else 0 end,
  next_attempt_at = case when i.first_failed_at is null then i.next_attempt_at end, version = i.version + 1
from open_changes o join subscriptions s on s.merchant_id = o.merchant_id and s.subscription_id = o.subscription_id
  and s.pending_update is not null
where i.merchant_id = o.merchant_id and i.invoice_id = o.invoice_id;
