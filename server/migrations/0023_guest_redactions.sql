-- Up to which creation time the payments without a customer have been redacted. Empty unless a retention time is set.
create table guest_redactions (
  merchant_id text collate "C" primary key,
  redacted_until timestamptz not null,
  version int not null
);
