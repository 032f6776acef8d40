-- In the sandbox a merchant's clock can be moved forward, for that merchant alone.
create table merchant_clocks (
  merchant_id text collate "C" primary key,
  ahead_ms bigint not null check (ahead_ms >= 0),
  modified_at timestamptz not null,
  version int not null
);
