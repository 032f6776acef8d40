-- Payment links, and the payments that were made through them.

create table payment_links (
  merchant_id text collate "C" not null,
  payment_link_id text collate "C" not null,
  profile_id text collate "C" not null,
  status text not null check (status in ('active', 'completed', 'expired', 'deactivated')),
  link_type text not null check (link_type in ('one_time', 'recurring', 'donation')),
  -- Stored, because a worker need not know the address of the api.
  url text not null,
  -- Null for a donation whose amount the shopper chooses.
  amount bigint check (amount > 0),
  currency text not null,
  suggested_amounts jsonb,
  min_amount bigint,
  max_amount bigint,
  description text,
  order_details jsonb,
  customer_id text collate "C",
  email text,
  send_email boolean not null,
  capture_method text not null,
  authentication_type text,
  require_customer_info boolean not null,
  payment_link_config jsonb,
  -- Null: any number of payments until it expires.
  usage_limit int check (usage_limit > 0),
  -- The payments that succeeded.
  usage_count int not null check (usage_count >= 0),
  sold_out_message text,
  -- The last payment made through it.
  payment_id text collate "C",
  metadata jsonb not null,
  expiry timestamptz not null,
  -- When it expires; null when it has ended.
  expire_at timestamptz,
  created timestamptz not null,
  modified_at timestamptz not null,
  transitions int not null,
  version int not null,
  primary key (merchant_id, payment_link_id)
);
create index payment_links_newest on payment_links (merchant_id, created desc, payment_link_id desc)
  where created > '-infinity';
create index payment_links_customer
  on payment_links (merchant_id, customer_id, created desc, payment_link_id desc)
  where customer_id is not null;
create index payment_links_status
  on payment_links (merchant_id, status, created desc, payment_link_id desc)
  where status is not null;
create index payment_links_expiry_due on payment_links (expire_at) where expire_at is not null;
-- Whether a profile is in use: the condition stands in `profiles/store.ts` word for word.
create index payment_links_open on payment_links (merchant_id, profile_id) where status = 'active';

-- A payment through a link: open until the payment has ended, then paid or released.
create table payment_link_uses (
  merchant_id text collate "C" not null,
  payment_id text collate "C" not null,
  payment_link_id text collate "C" not null,
  status text not null check (status in ('open', 'paid', 'released')),
  created timestamptz not null,
  version int not null,
  primary key (merchant_id, payment_id)
);
-- Holds only what is in progress, so it stays small.
create index payment_link_uses_open on payment_link_uses (merchant_id, payment_link_id, created)
  where status = 'open';

-- A shopper's browser knows the link, not the merchant.
create table directory.payment_links (
  payment_link_id text collate "C" primary key,
  merchant_id text collate "C" not null
);

alter table payments add column payment_link_id text collate "C";
