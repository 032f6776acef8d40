-- Balance snapshots are ordered by the database and no longer by a clock. Each transfer carries the
-- transaction that wrote it. Below pg_snapshot_xmin every transaction has ended, so that the sum of the
-- transfers below it never changes again.

-- A constant default does not rewrite the table: the transfers that exist count as written before all others.
alter table transfers add column written_by xid8 not null default '0';
alter table transfers alter column written_by set default pg_current_xact_id();
-- The condition always holds. Only the statements that sum transfers state it, so only they use this index.
create index transfers_written on transfers (merchant_id, written_by) where written_by >= '0';

-- The sums of all transfers of a merchant below a watermark. Rows are added and removed, never changed.
-- balance_snapshots remains for processes of the release before and is no longer read.
create table ledger_snapshots (
  merchant_id text collate "C" not null,
  watermark xid8 not null,
  -- Parallel arrays: the balance of each account in each currency.
  accounts text[] not null,
  currencies text[] not null,
  balances numeric[] not null,
  -- Equals the system column xmin, unless the row was copied from another cluster by dump and restore or by
  -- logical replication. The watermark of a copied row means nothing, so the row is ignored.
  taken_by xid8 not null default pg_current_xact_id(),
  taken_at timestamptz not null default now(),
  version int not null,
  primary key (merchant_id, watermark)
);
