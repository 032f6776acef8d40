-- How many bytes a merchant has uploaded on each day of the server's clock, and the most it may; a deleted file
-- counts too.
create table upload_days (
  merchant_id text collate "C" not null,
  day date not null,
  bytes bigint not null check (bytes >= 0),
  most bigint not null,
  version int not null,
  primary key (merchant_id, day)
);
