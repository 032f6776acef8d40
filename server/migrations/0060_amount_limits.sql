-- The most that the calls with a key may move, by currency; null: no limit.
alter table api_keys add column amount_limits jsonb;

-- What a key with limits has moved in one day of UTC, by the clock of the database. Its commits add to the row, which
-- refuses a sum above `per_day`.
create table api_key_days (
  merchant_id text collate "C" not null,
  key_id text collate "C" not null,
  currency text collate "C" not null,
  day date not null,
  amount bigint not null check (amount >= 0),
  per_day bigint not null,
  version int not null,
  primary key (merchant_id, key_id, currency, day)
);

-- The part of an object's amount that a key with limits has moved: creating, confirming and capturing a payment counts
-- once.
create table api_key_amounts (
  merchant_id text collate "C" not null,
  key_id text collate "C" not null,
  object_id text collate "C" not null,
  currency text collate "C" not null,
  amount bigint not null check (amount >= 0),
  version int not null,
  primary key (merchant_id, key_id, object_id, currency)
);
