-- The MAC of an entry by the process that wrote it: 4 bytes name the secret, 16 bytes are the MAC. Null in entries of
-- earlier releases, and in events without an actor.
alter table audit_log add column mac bytea;
alter table events add column mac bytea;

-- Entries that the sealer refuses stay queued, and are checked again later.
alter table audit_queue
  add column refused_at timestamptz,
  add column refusal text;

-- Signed statements about a chain of seals: `rotation` names the last seal under an older secret, `acceptance` a seal
-- up to which the operator accepts what cannot be verified. A row is never changed or deleted.
create table audit_records (
  merchant_id text collate "C" not null,
  seal_no int not null,
  kind text not null,
  -- The hash of that seal.
  hash bytea not null,
  -- The signatures from this seal on were verified.
  verified_from int not null,
  -- The seals up to this one, and entries without a MAC in them, were accepted by the operator; 0: none.
  accepted_to int not null,
  secret_id text not null,
  mac bytea not null,
  created timestamptz not null,
  primary key (merchant_id, seal_no, kind)
);

-- When the newest seals were last written to the place that the operator chose. It has one row.
create table directory.audit_anchors (
  is_only boolean primary key check (is_only),
  claimed_at timestamptz not null,
  anchored_at timestamptz
);
