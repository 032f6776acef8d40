-- The deployment that owns this database: a process with another secret, environment or cell does not start.
-- The fingerprint is keyed with the secret itself, so it does not help to guess it.
create table directory.deployment (
  is_only boolean primary key default true check (is_only),
  environment text not null,
  cell text not null,
  secret_fingerprint bytea not null,
  created timestamptz not null default now()
);
