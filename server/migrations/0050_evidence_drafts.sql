-- Evidence that the team collects for a dispute and has not submitted: one row per dispute.
create table evidence_drafts (
  merchant_id text not null collate "C",
  dispute_id text not null collate "C",
  fields jsonb not null,
  created timestamptz not null,
  modified_at timestamptz not null,
  version int not null,
  primary key (merchant_id, dispute_id)
);
