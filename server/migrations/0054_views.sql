-- Filters that users save under a name, for themselves or for the team.
create table views (
  merchant_id text not null collate "C",
  view_id text not null collate "C",
  list text not null collate "C",
  holder text not null collate "C",
  slot int not null check (slot between 1 and 20),
  user_id text not null collate "C",
  name text not null,
  query text not null,
  customer_ids text[] not null,
  created timestamptz not null,
  modified_at timestamptz not null,
  version int not null,
  primary key (merchant_id, view_id)
);
-- With a condition, so that no plan for a key can use it.
create unique index views_slots on views (merchant_id, holder, list, slot) where slot > 0;
