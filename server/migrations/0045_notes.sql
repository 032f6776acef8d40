-- Notes by team members on payments, customers and disputes.
create table notes (
  merchant_id text not null collate "C",
  note_id text not null collate "C",
  object_type text not null,
  object_id text not null collate "C",
  slot int not null check (slot between 1 and 100),
  payment_id text collate "C",
  customer_id text collate "C",
  user_id text not null collate "C",
  text text not null,
  created timestamptz not null,
  version int not null,
  primary key (merchant_id, note_id),
  check (num_nonnulls(payment_id, customer_id) = 1)
);
-- With a condition, so that no plan for a key can use it.
create unique index notes_slots on notes (merchant_id, object_type, object_id, slot) where slot > 0;
create index notes_of_payment on notes (merchant_id, payment_id, created, note_id) where payment_id is not null;
create index notes_of_customer on notes (merchant_id, customer_id, created, note_id) where customer_id is not null;
