-- Daily partitions, for tables whose rows are deleted by age. The functions have the rights of their owner: the worker
-- creates and drops partitions, and can change the schema in no other way. kernel/partitions.ts has the tables.

-- Creates the day's partition unless it exists. A lock on a partitioned table is never waited for long: commits would
-- wait behind it. Rows of the day in a default partition move; a table without one refuses rows without a partition.
-- Rows stay in their page up to `toast_target` bytes: compressing a row costs more than inserting it.
create function create_partition(parent text, by_column text, day date, toast_target int) returns boolean
  language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' set lock_timeout = '1s' as $$
declare
  part text := parent || '_' || to_char(day, 'YYYYMMDD');
  fallback text;
begin
  if not exists (select from pg_partitioned_table t join pg_class c on c.oid = t.partrelid
      where c.relname = parent and c.relnamespace = 'public'::regnamespace) then
    raise exception '% is not a partitioned table', parent;
  end if;
  if to_regclass(format('public.%I', part)) is not null then return false; end if;
  begin
    execute format('create table %I (like %I including all) with (toast_tuple_target = %s)', part, parent, toast_target);
  exception when duplicate_table or unique_violation then
    -- Another process was faster.
    return false;
  end;
  select d.relname into fallback from pg_partitioned_table t join pg_class c on c.oid = t.partrelid
    join pg_class d on d.oid = t.partdefid where c.relname = parent and c.relnamespace = 'public'::regnamespace;
  if fallback is not null then
    execute format('with moved as (delete from %I where %I >= %L::timestamptz and %I < %L::timestamptz returning *)
      insert into %I select * from moved', fallback, by_column, day, by_column, day + 1, part);
  end if;
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, part, day, day + 1);
  return true;
end $$;

-- Drops the partitions of days before this one; returns their number.
create function drop_partitions(parent text, before date) returns int
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '1s' as $$
declare
  part text;
  dropped int := 0;
begin
  for part in select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = format('public.%I', parent)::regclass and c.relname like parent || '\_________'
      and right(c.relname, 8) < to_char(before, 'YYYYMMDD') order by 1
  loop
    -- Another process may have dropped it.
    execute format('drop table if exists %I', part);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;

revoke execute on function create_partition(text, text, date, int) from public;
revoke execute on function drop_partitions(text, date) from public;

-- The request log. A row is written after its response, in batches, and lost rather than waited for.
create table requests (
  merchant_id text collate "C" not null,
  request_id text collate "C" not null,
  -- The header that the caller sent, if it named the request: not unique.
  sent_request_id text collate "C",
  created timestamptz not null,
  method text not null,
  route text not null,
  path text not null,
  status int not null,
  error_code text,
  duration_ms int not null,
  key_id text collate "C",
  user_id text collate "C",
  address text,
  user_agent text,
  profile_ids text[] not null,
  object_ids text[] not null,
  request_body text,
  response_body text,
  primary key (merchant_id, request_id, created)
) partition by range (created);
create index requests_newest on requests (merchant_id, created desc, request_id desc) where created > '-infinity';
create index requests_failed on requests (merchant_id, created desc, request_id desc) where status >= 400;
create index requests_sent on requests (merchant_id, sent_request_id) where sent_request_id is not null;

-- The objects that a request touched.
create table request_objects (
  merchant_id text collate "C" not null,
  object_id text collate "C" not null,
  created timestamptz not null,
  request_id text collate "C" not null,
  primary key (merchant_id, object_id, created, request_id)
) partition by range (created);
