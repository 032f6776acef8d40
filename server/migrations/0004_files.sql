-- Files that merchants upload. The row is the truth; the bytes lie in the storage under the row's own id.

create table files (
  merchant_id text collate "C" not null,
  file_id text collate "C" not null,
  file_name text not null,
  file_size int not null check (file_size > 0),
  file_type text not null,
  purpose text not null,
  dispute_id text collate "C",
  -- The ids of the objects that name this file; while there is one, it stays.
  referenced_by jsonb not null,
  created timestamptz not null,
  -- Null until the bytes are in the storage: nobody sees the file before.
  stored_at timestamptz,
  -- Set when nobody sees it any more; the row goes when the bytes are gone.
  removed_at timestamptz,
  -- When it is to be removed, or tried again to be; null while something names it.
  expires_at timestamptz,
  version int not null,
  primary key (merchant_id, file_id)
);
create index files_expiry on files (expires_at) where expires_at is not null;
