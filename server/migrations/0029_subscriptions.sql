-- Plans and their prices, coupons, subscriptions, invoices, credit balances, and the e-mails about them.

create table plans (
  merchant_id text collate "C" not null,
  plan_id text collate "C" not null,
  name text not null,
  description text,
  status text not null check (status in ('active', 'archived')),
  created timestamptz not null,
  modified_at timestamptz not null,
  version int not null,
  primary key (merchant_id, plan_id)
);
create index plans_newest on plans (merchant_id, created desc, plan_id desc) where created > '-infinity';

-- A price never changes: another price is another row.
create table prices (
  merchant_id text collate "C" not null,
  item_price_id text collate "C" not null,
  plan_id text collate "C" not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  interval text not null check (interval in ('day', 'week', 'month', 'year')),
  interval_count int not null check (interval_count between 1 and 12),
  trial_period int check (trial_period > 0),
  trial_period_unit text check (trial_period_unit in ('day', 'week', 'month', 'year')),
  -- How many periods are billed; null: until it is cancelled.
  cycles int check (cycles > 0),
  -- Prices are shown in the order in which they were added.
  position int not null check (position >= 0),
  created timestamptz not null,
  version int not null,
  primary key (merchant_id, item_price_id)
);
create unique index prices_of_plan on prices (merchant_id, plan_id, position) where plan_id is not null;

create table coupons (
  merchant_id text collate "C" not null,
  coupon_code text collate "C" not null,
  percent_off int check (percent_off between 1 and 100),
  amount_off bigint check (amount_off > 0),
  currency text,
  duration text not null check (duration in ('once', 'repeating', 'forever')),
  duration_in_cycles int check (duration_in_cycles > 0),
  -- Only a coupon with a limit counts its subscriptions.
  max_redemptions int check (max_redemptions > 0),
  redemptions int not null check (redemptions >= 0),
  redeem_by timestamptz,
  created timestamptz not null,
  modified_at timestamptz not null,
  version int not null,
  primary key (merchant_id, coupon_code),
  check ((percent_off is null) <> (amount_off is null))
);
create index coupons_newest on coupons (merchant_id, created desc, coupon_code desc) where created > '-infinity';

create table subscriptions (
  merchant_id text collate "C" not null,
  subscription_id text collate "C" not null,
  profile_id text collate "C" not null,
  customer_id text collate "C" not null,
  status text not null check (status in ('created', 'active', 'pending', 'trial', 'paused', 'unpaid',
    'cancelled', 'failed', 'in_active', 'onetime')),
  plan_id text collate "C" not null,
  item_price_id text collate "C" not null,
  merchant_reference_id text,
  coupon_code text collate "C",
  -- The billed periods that the coupon still applies to; null: all.
  coupon_cycles_left int check (coupon_cycles_left >= 0),
  -- The coupon applies to the present period.
  is_discounted boolean not null,
  payment_details jsonb not null,
  billing jsonb,
  shipping jsonb,
  -- The saved payment method that renewals charge.
  payment_method_id text collate "C",
  -- The newest invoice, which names the newest payment.
  invoice_id text collate "C" not null,
  -- The invoice that is not settled yet: until then no other one is made.
  open_invoice_id text collate "C",
  -- Periods are counted from here: the end of period n is the anchor and n intervals.
  anchor timestamptz,
  -- The periods that have been billed since the anchor.
  periods_since_anchor int not null check (periods_since_anchor >= 0),
  -- The periods that have been billed at all.
  cycles_billed int not null check (cycles_billed >= 0),
  period_start timestamptz,
  period_end timestamptz,
  -- What the whole period is worth at the present price, after the discount.
  period_amount bigint not null check (period_amount >= 0),
  trial_end timestamptz,
  -- Stored, because a worker need not know the address of the api.
  public_url text not null,
  -- Until then a browser may use the client_secret.
  session_before timestamptz not null,
  pause_at timestamptz,
  paused_at timestamptz,
  resume_at timestamptz,
  resume_collects boolean not null,
  cancel_at timestamptz,
  cancel_credit text check (cancel_credit in ('none', 'prorate', 'full')),
  cancel_reason text,
  cancelled_at timestamptz,
  ended_at timestamptz,
  -- When the subscription has to be looked at next; null when it has ended or waits for a payment.
  due_at timestamptz,
  -- When the customer is warned that the card expires before the next renewal.
  notice_at timestamptz,
  created timestamptz not null,
  modified_at timestamptz not null,
  transitions int not null,
  version int not null,
  primary key (merchant_id, subscription_id)
);
create index subscriptions_newest on subscriptions (merchant_id, created desc, subscription_id desc)
  where created > '-infinity';
create index subscriptions_customer
  on subscriptions (merchant_id, customer_id, created desc, subscription_id desc)
  where customer_id is not null;
create index subscriptions_status
  on subscriptions (merchant_id, status, created desc, subscription_id desc) where status is not null;
create index subscriptions_plan
  on subscriptions (merchant_id, plan_id, created desc, subscription_id desc) where plan_id is not null;
create index subscriptions_profile
  on subscriptions (merchant_id, profile_id, created desc, subscription_id desc)
  where profile_id is not null;
create index subscriptions_due on subscriptions (due_at) where due_at is not null;
create index subscriptions_notice_due on subscriptions (notice_at) where notice_at is not null;
-- Whether a profile is in use: the condition stands in `profiles/store.ts` word for word.
create index subscriptions_open on subscriptions (merchant_id, profile_id)
  where status not in ('cancelled', 'failed', 'in_active');

create table invoices (
  merchant_id text collate "C" not null,
  invoice_id text collate "C" not null,
  subscription_id text collate "C" not null,
  profile_id text collate "C" not null,
  customer_id text collate "C" not null,
  -- Without gaps per merchant and year; null until it is finalized.
  number text,
  finalized_at timestamptz,
  -- When the number is to be given; null when it has been.
  number_due timestamptz,
  status text not null check (status in ('invoice_created', 'payment_pending', 'payment_pending_timeout',
    'payment_succeeded', 'payment_failed', 'payment_canceled', 'invoice_paid', 'manual_review', 'voided')),
  reason text not null check (reason in ('first', 'trial', 'renewal', 'plan_change')),
  currency text not null,
  line_items jsonb not null,
  -- The sum of the lines. Negative: the rest goes to the customer's credit balance.
  total bigint not null,
  credit_applied bigint not null check (credit_applied >= 0),
  credit_granted bigint not null check (credit_granted >= 0),
  -- What is to be paid: the total less the credit.
  amount bigint not null check (amount >= 0),
  period_start timestamptz not null,
  period_end timestamptz not null,
  billing jsonb,
  public_url text not null,
  due_at timestamptz not null,
  paid_at timestamptz,
  payment_id text collate "C",
  payment_method_id text collate "C",
  -- The payments that were made for it.
  attempt_count int not null check (attempt_count >= 0),
  -- The scheduled retries that have passed.
  retries int not null check (retries >= 0),
  first_failed_at timestamptz,
  -- The method whose decline cannot be retried.
  exhausted_method_id text collate "C",
  unified_code text,
  -- When the next payment is to be made; null when there is none to make.
  next_attempt_at timestamptz,
  created timestamptz not null,
  modified_at timestamptz not null,
  version int not null,
  primary key (merchant_id, invoice_id),
  check (amount = greatest(total, 0) - credit_applied and credit_granted = greatest(-total, 0))
);
create index invoices_of_subscription
  on invoices (merchant_id, subscription_id, created desc, invoice_id desc)
  where subscription_id is not null;
create index invoices_customer on invoices (merchant_id, customer_id, created desc, invoice_id desc)
  where customer_id is not null;
create index invoices_newest on invoices (merchant_id, created desc, invoice_id desc)
  where created > '-infinity';
create index invoices_attempt_due on invoices (next_attempt_at) where next_attempt_at is not null;
create index invoices_number_due on invoices (number_due) where number_due is not null;
create unique index invoices_number on invoices (merchant_id, number) where number is not null;

-- The last number of a merchant's year.
create table invoice_numbers (
  merchant_id text collate "C" not null,
  year int not null,
  last int not null check (last > 0),
  version int not null,
  primary key (merchant_id, year)
);

-- The payments of invoices: open until the payment has ended.
create table invoice_payments (
  merchant_id text collate "C" not null,
  payment_id text collate "C" not null,
  invoice_id text collate "C" not null,
  subscription_id text collate "C" not null,
  status text not null check (status in ('open', 'paid', 'released')),
  created timestamptz not null,
  version int not null,
  primary key (merchant_id, payment_id)
);

-- The balance is the sum of its entries.
create table credit_balances (
  merchant_id text collate "C" not null,
  customer_id text collate "C" not null,
  currency text not null,
  amount bigint not null check (amount >= 0),
  modified_at timestamptz not null,
  version int not null,
  primary key (merchant_id, customer_id, currency)
);

create table credit_entries (
  merchant_id text collate "C" not null,
  entry_id text collate "C" not null,
  customer_id text collate "C" not null,
  currency text not null,
  -- Negative when an invoice uses it.
  amount bigint not null check (amount <> 0),
  reason text not null check (reason in ('plan_change', 'cancellation', 'applied', 'returned', 'late_payment')),
  subscription_id text collate "C" not null,
  invoice_id text collate "C",
  created timestamptz not null,
  primary key (merchant_id, entry_id)
);
create index credit_entries_of_customer
  on credit_entries (merchant_id, customer_id, created desc, entry_id desc) where customer_id is not null;

-- E-mails to customers about a subscription, each sent once. No address: it is read when the mail is sent.
create table subscription_mails (
  merchant_id text collate "C" not null,
  -- Derived from the occasion, so that the same occasion is one mail.
  mail_id text collate "C" not null,
  kind text not null check (kind in ('payment_failed', 'action_required', 'final_notice', 'card_expiring')),
  subscription_id text collate "C" not null,
  invoice_id text collate "C",
  mail_status text not null check (mail_status in ('queued', 'sent', 'failed', 'not_sent')),
  mail_attempts int not null,
  mail_error text,
  mail_sent_at timestamptz,
  -- When the job that sends it is to be queued; null when it has been.
  mail_due timestamptz,
  created timestamptz not null,
  version int not null,
  primary key (merchant_id, mail_id)
);
create index subscription_mails_due on subscription_mails (mail_due) where mail_due is not null;

-- Set for the payments of an invoice.
alter table payments add column invoice_id text collate "C";
